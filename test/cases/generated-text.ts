import type { TurnSpec } from './case.ts'

/** A cases file describes long texts in words; each kind of description has its reader here. */

/**
 * Writes the text that a description stands for: parts joined by “then” or “+”, each a quotation or so many characters
 * or words of something.
 *
 * @throws {Error} If a part is of no known kind, so that no case runs on a text that nobody described.
 */
export function generateText(spec: string): string {
  const parts = spec
    .split(
      /\s*(?:,\s*then\s+|\s+then\s+|\s+\+\s+|,\s*and\s+then\s+|,\s*followed by\s+)(?=(?:[^']*'[^']*')*[^']*$)/u,
    )
    .map((part) => part.trim())
  return parts.map(generatePart).join(' ').replace(/ {2,}/gu, ' ')
}

/**
 * Writes the turns that a description stands for.
 *
 * [“2000 turns of 20 words”, “100 turns, 40 of them deleted”, “50 turns n01..n50 by Ola in session s1, texts 'Filler
 * line NN.'; n25 has text '…'”, “one turn t1 of 12000 tokens about tides that contains '…' in its middle”]
 */
export function generateTurns(spec: string): readonly TurnSpec[] {
  const single = /^(?:one|a single|1) turn (?:(\S+) )?of ([\d,]+) (tokens|words)(?: about (\p{L}+))?/iu.exec(
    spec,
  )
  if (single !== null) {
    const [, id = 't1', amount, unit, topic = 'things'] = single
    return [turnOf(id, longText(wordsFor(numberOf(amount!), unit!), { topic, spec }))]
  }
  const many = /^([\d,]+) turns(?:\s+(\S+?)\s*\.\.\s*(\S+?)(?=[\s,;]|$))?/iu.exec(spec)
  if (many === null) throw new Error(`A description of turns of no known kind: ${spec}`)
  const ids = idsOf(numberOf(many[1]!), many[2])
  const speaker = /\bby (\p{L}+)/u.exec(spec)?.[1] ?? 'A'
  const session = /\bin session (\S+?)(?=[\s,;]|$)/u.exec(spec)?.[1] ?? 's1'
  const pattern = /\btexts? '([^']*)'/u.exec(spec)?.[1]
  const size = /\bof ([\d,]+) (words|tokens)/u.exec(spec)
  const own = new Map(
    [...spec.matchAll(/(\S+) has (?:the )?text '([^']*)'/gu)].map(([, id, text]) => [id!, text!]),
  )
  return ids.map((id, index) => {
    const digits = /\d+$/u.exec(id)?.[0] ?? String(index + 1)
    const written = own.get(id) ?? pattern?.replace(/N+/u, digits)
    const words = size === null ? DEFAULT_WORDS : wordsFor(numberOf(size[1]!), size[2]!)
    return { ...turnOf(id, written ?? sentenceOf(words, index), index), speaker, session }
  })
}

/** How many turns of a description are to be deleted after they were stored: “100 turns, 40 of them deleted”. */
export function deletedOf(spec: string | undefined): number {
  return numberOf(
    /\b([\d,]+) of (?:them|these|which) (?:are |were |is )?(?:deleted|forgotten|removed)/u.exec(
      spec ?? '',
    )?.[1] ?? '0',
  )
}

const DEFAULT_WORDS = 8
/** What an English token takes of a word, by the usual rule of thumb. */
const WORDS_PER_TOKEN = 0.75
const FIRST_TURN = Date.parse('2025-03-01T10:00:00Z')
const FILLER =
  'the quiet harbour wind carries grey water over stone while small boats turn slowly near old wooden piers'.split(
    ' ',
  )

function generatePart(part: string): string {
  const quoted = /^'(.*)'$/su.exec(part)
  if (quoted !== null) return quoted[1]!
  const characters = /^([\d,]+) (?:characters|chars) of (.+)$/iu.exec(part)
  if (characters !== null) return charactersOf(numberOf(characters[1]!), characters[2]!)
  const words = /^([\d,]+) (words|tokens)(?: (?:about|of|on) (.+))?$/iu.exec(part)
  if (words !== null) return aboutTopic(wordsFor(numberOf(words[1]!), words[2]!), words[3] ?? 'things')
  throw new Error(`A description of a text of no known kind: ${part}`)
}

function wordsFor(amount: number, unit: string): number {
  return unit.toLowerCase().startsWith('token') ? Math.ceil(amount * WORDS_PER_TOKEN) : amount
}

/** The topic's words round about, and the sentence that the description hides where it says. */
function longText(words: number, { topic, spec }: { topic: string; spec: string }): string {
  const hidden = /contains '([^']*)'/u.exec(spec)?.[1] ?? ''
  const place = /\bat (?:its|the) (?:start|beginning)\b/u.test(spec)
    ? 0
    : /\bat (?:its|the) end\b/u.test(spec)
      ? 1
      : 0.5
  const before = aboutTopic(Math.round(words * place), topic)
  return [before, hidden, aboutTopic(words - Math.round(words * place), topic)]
    .filter((part) => part !== '')
    .join(' ')
}

function aboutTopic(words: number, topic: string): string {
  return sentenceOf(words, 0, topic)
}

/** Sentences of ten words with a number of their own, so that no two turns are alike. */
function sentenceOf(words: number, seed: number, topic?: string): string {
  const written = Array.from({ length: words }, (_, index) => {
    if (index % 10 === 0) return topic ?? `note${seed}x${index}`
    return FILLER[(seed * 7 + index * 5) % FILLER.length]!
  })
  return written.map((word, index) => (index % 10 === 9 || index === words - 1 ? `${word}.` : word)).join(' ')
}

/** Base64, digits and letters come from a fixed seed; anything else is repeated. */
function charactersOf(length: number, what: string): string {
  const alphabet = /base ?64/iu.test(what)
    ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    : /hex/iu.test(what)
      ? '0123456789abcdef'
      : /digits?/iu.test(what)
        ? '0123456789'
        : undefined
  if (alphabet === undefined) return what.replace(/^'|'$/gu, '').repeat(length).slice(0, length)
  let state = 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return alphabet[(state >>> 16) % alphabet.length]!
  }).join('')
}

function idsOf(count: number, first: string | undefined): readonly string[] {
  const [, prefix = 't', start = '1'] = /^(\D*)(\d+)$/u.exec(first ?? 't1') ?? []
  return Array.from(
    { length: count },
    (_, index) => `${prefix}${String(Number(start) + index).padStart(start.length, '0')}`,
  )
}

function turnOf(id: string, text: string, index = 0): TurnSpec {
  return {
    id,
    session: 's1',
    speaker: 'A',
    text,
    timestamp: new Date(FIRST_TURN + index * 1_000).toISOString(),
  }
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''))
}
