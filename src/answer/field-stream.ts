/**
 * Gives out the text of one string field of a JSON reply while the reply is still coming.
 *
 * The reply is read from its first `{` on, so that a fence or a preface before it does no harm; the first field of that
 * name counts, at whatever depth. Escapes are resolved, and those that a chunk cuts in two wait for the rest. A field
 * that is no string gives nothing. However the reply is cut into chunks, the pieces joined are the same text, and none
 * of them ends between the halves of a surrogate pair.
 *
 * [`{"reasoning": "…", "answer": "By tr` → “By tr”]
 *
 * @returns A function that takes the next chunk and gives back the text that it completes, '' where there is none.
 */
export function fieldStream(field: string): (chunk: string) => string {
  let state: State = { at: 'preface' }
  let out = ''

  function read(unit: string): State {
    switch (state.at) {
      case 'preface':
        return unit === '{' ? { at: 'syntax' } : state
      case 'syntax':
        return unit === '"' ? { at: 'string', raw: '', escaped: false } : state
      case 'string':
        return readString(state, unit, field)
      case 'named':
        if (BLANK.test(unit)) return state
        return unit === ':' ? { at: 'valued' } : afterToken(unit)
      case 'valued':
        if (BLANK.test(unit)) return state
        return unit === '"' ? { at: 'value', raw: '' } : { at: 'done' }
      case 'value': {
        if (unit === '"' && state.raw === '') return { at: 'done' }
        const raw = state.raw + unit
        const text = unescaped(raw)
        if (text === undefined) return { at: 'value', raw }
        out += text
        return { at: 'value', raw: '' }
      }
      case 'done':
        return state
    }
  }

  let held = ''
  return (chunk) => {
    out = held
    held = ''
    for (let index = 0; index < chunk.length && state.at !== 'done'; index += 1) state = read(chunk[index]!)
    if (isHighSurrogate(out.charCodeAt(out.length - 1)) && state.at !== 'done') {
      held = out.slice(-1)
      out = out.slice(0, -1)
    }
    return out
  }
}

type State =
  | { readonly at: 'preface' | 'syntax' | 'named' | 'valued' | 'done' }
  /** In a string that may turn out to be the name of the field. */
  | { readonly at: 'string'; readonly raw: string; readonly escaped: boolean }
  /** In the wanted value; `raw` is an escape that is not complete. */
  | { readonly at: 'value'; readonly raw: string }

const BLANK = /\s/u

function readString(
  { raw, escaped }: { readonly raw: string; readonly escaped: boolean },
  unit: string,
  field: string,
): State {
  if (unit === '"' && !escaped) return raw === field ? { at: 'named' } : { at: 'syntax' }
  // A name is never longer than the one looked for by more than this; what is longer is a value and need not be kept.
  const kept = raw.length <= field.length ? raw + unit : raw
  return { at: 'string', raw: kept, escaped: unit === '\\' && !escaped }
}

/** The field's name was a value: what follows it is syntax again. */
function afterToken(unit: string): State {
  return unit === '"' ? { at: 'string', raw: '', escaped: false } : { at: 'syntax' }
}

const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** What a raw stretch stands for; undefined while an escape is not complete. An unknown escape stands for its letter. */
function unescaped(raw: string): string | undefined {
  if (raw[0] !== '\\') return raw
  const letter = raw[1]
  if (letter === undefined) return undefined
  if (letter !== 'u') return LETTERS[letter] ?? letter
  if (raw.length < 6) return undefined
  const code = Number.parseInt(raw.slice(2), 16)
  return Number.isNaN(code) ? '' : String.fromCharCode(code)
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
