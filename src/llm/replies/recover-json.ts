import { readValue } from './read-value.ts'

/** A JSON object or list that was found in a reply. */
export type Found = {
  readonly value: unknown
  /** Whether the reply ended inside it; then only what was whole is kept. */
  readonly truncated: boolean
  /** Whether it stands at the beginning of a fenced block. */
  readonly fenced: boolean
}

export type Recovery =
  | { readonly success: true; readonly found: readonly Found[] }
  | { readonly success: false; readonly fault: string; readonly truncated: boolean }

/**
 * Finds the JSON values in a reply: bare, fenced, among prose, after a preamble of thoughts, damaged or cut.
 *
 * What is found is equal to what was meant or refused: where one value looks like JSON and cannot be read, the reply as
 * a whole is refused, as what stands inside or behind it would be a part passed off as the whole.
 *
 * @param options.ended Whether the model ended the reply itself, rather than a limit or a lost connection.
 * @returns In order, at least one. Values one after the other with nothing between them are one list.
 */
export function recoverJson(reply: string, { ended }: { readonly ended: boolean }): Recovery {
  const strict = parseStrictly(reply)
  if (strict !== undefined)
    return { success: true, found: [{ value: strict, truncated: false, fenced: false }] }
  const text = withoutThoughts(reply.trimEnd())
  if (text === undefined) return refused('the reply ended before the thoughts did', true)
  const found: Placed[] = []
  for (let at = nextBracket(text, 0); at !== -1; ) {
    const reading = readValue(text, at, { ended })
    if (reading.type === 'unreadable') {
      if (looksLikeJson(text, at)) return refused(`${reading.fault} near ${near(text, reading.at)}`, false)
      at = nextBracket(text, at + 1)
      continue
    }
    const fenced = /```[\w-]*\s*$/.test(text.slice(Math.max(0, at - 40), at))
    if (reading.type === 'cut') {
      const truncated = reading.open || !ended
      if (reading.hollow && found.length === 0)
        return refused('the reply was cut before anything was complete', true)
      found.push({
        value: reading.value,
        truncated: truncated || reading.hollow,
        fenced,
        from: at,
        end: text.length,
      })
      break
    }
    const rest = text.slice(reading.end)
    if (/^\s*[,:]?\s*["'“]|^[^{[]*"\s*[,:}\]]/.test(rest))
      return refused(`a value that ends too early near ${near(text, reading.end)}`, false)
    if (reading.mended && /["“”}\]]/.test(rest))
      return refused(`structure left over near ${near(text, reading.end)}`, false)
    found.push({ value: reading.value, truncated: false, fenced, from: at, end: reading.end })
    at = nextBracket(text, reading.end)
  }
  if (found.length === 0) return refused('no JSON in it', false)
  const ends = found.map(({ end }, place) => ({ end, next: found[place + 1]?.from ?? text.length }))
  const torn = ends.find(({ end, next }) => closesWhatIsGone(text.slice(end, next)))
  if (torn !== undefined) return refused(`structure left over near ${near(text, torn.end)}`, false)
  return { success: true, found: joined(text, found) }
}

type Placed = Found & { readonly from: number; readonly end: number }

/**
 * Whether words between values close brackets, behind a quotation mark, that they did not open: then what was read ended
 * within a string that holds JSON itself, [{"text":""}][a ""}]].
 */
function closesWhatIsGone(words: string): boolean {
  const open: string[] = []
  let quoted = false
  for (const sign of words) {
    if ('"“”'.includes(sign)) quoted = true
    else if (sign === '{' || sign === '[') open.push(sign)
    else if (sign === '}' || sign === ']') {
      const isOwn = open.pop() === (sign === '}' ? '{' : '[')
      if (quoted && !isOwn) return true
    }
  }
  return false
}

/** Values with at most a comma between them are elements of a list whose brackets are missing. */
function joined(text: string, found: readonly Placed[]): readonly Found[] {
  const runs: Placed[][] = []
  for (const one of found) {
    const run = runs[runs.length - 1]
    const before = run?.[run.length - 1]
    if (run && before && /^[\s,]*$/.test(text.slice(before.end, one.from))) run.push(one)
    else runs.push([one])
  }
  return runs.map(([first, ...more]) =>
    more.length === 0
      ? { value: first!.value, truncated: first!.truncated, fenced: first!.fenced }
      : {
          // A cut value at the end of a run is an unfinished element.
          value: [first!, ...more].filter((one) => !one.truncated).map((one) => one.value),
          truncated: more.some((one) => one.truncated),
          fenced: first!.fenced,
        },
  )
}

/** The value if the reply is nothing but JSON, also where it was encoded twice. */
function parseStrictly(reply: string): unknown {
  const text = reply.replace(/^\uFEFF/, '').trim()
  if (!/^[{["]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? parseStrictly(value) : value
  } catch {
    // Ordinary for a model's reply: what follows reads it with more patience.
    return undefined
  }
}

/**
 * The reply without the thoughts before it; undefined where nothing follows them. A closing tag alone counts as well:
 * some chat templates write the opening one into the prompt.
 */
function withoutThoughts(reply: string): string | undefined {
  let rest = reply
  for (let opening = OPENING.exec(rest); opening; opening = OPENING.exec(rest)) {
    const tag = `</${opening[1]!.toLowerCase()}>`
    const closing = rest.toLowerCase().indexOf(tag)
    if (closing === -1) return undefined
    rest = rest.slice(closing + tag.length)
  }
  const startsAtOnce = /^\s*(?:[{[]|`{3})/.test(rest)
  return startsAtOnce ? rest : rest.replace(/^[\s\S]*?<\/(?:think|thinking|thought|reasoning)>/i, '')
}

const OPENING = /^\s*<(think|thinking|thought|reasoning)>/i

function nextBracket(text: string, from: number): number {
  const at = text.slice(from).search(/[{[]/)
  return at === -1 ? -1 : from + at
}

/** `{"…`, `{key:`, `[{`, `[…,`: rather than braces and brackets as prose uses them. */
function looksLikeJson(text: string, at: number): boolean {
  return /^(?:\{\s*(?:["'“”„‘’}/]|[\p{L}_$][\p{L}\p{N}_$-]*\s*:)|\[\s*[{["'“”„‘’])/u.test(
    text.slice(at, at + 200),
  )
}

function near(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 20), at + 20))
}

function refused(fault: string, truncated: boolean): Recovery {
  return { success: false, fault, truncated }
}
