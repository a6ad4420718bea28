import { type Reading, unreadable } from './reading.ts'

/** How a string may be read at its place. */
export type StringPlace = {
  /** Whether what stands from `after` on may follow the closing quotation mark. */
  readonly closes: (after: number) => boolean
  /** Whether the model ended the reply itself, so that a string that ends with it is whole. */
  readonly ended: boolean
  /** A key holds no marks of its own. */
  readonly isKey: boolean
}

/** What a quotation mark of each kind may be closed by; undefined: it opens no string. */
export function closersOf(mark: string | undefined): string | undefined {
  return mark === undefined ? undefined : CLOSERS[mark]
}

/**
 * Reads a string from its opening quotation mark: double, single or typographic.
 *
 * A mark that nothing valid follows belongs to the text (`"the cat "Biscuit", then left"`). Such marks must come in
 * pairs: after an odd number of them the closing mark may as well be one of the text, so the string is refused rather
 * than cut short. An apostrophe between letters is always text. Raw line breaks are text.
 */
export function readString(text: string, start: number, { closes, ended, isKey }: StringPlace): Reading {
  const closers = closersOf(text[start]) ?? ''
  let value = ''
  let inner = 0
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === '\\') {
      const escaped = readEscape(text, at)
      if (escaped === undefined) return at + 6 > text.length ? CUT : unreadable('an unknown escape', at)
      value += escaped.value
      at = escaped.end - 1
    } else if (!closers.includes(sign) || isApostrophe(text, at)) {
      value += sign
    } else if (!closes(at + 1)) {
      if ((isKey || !'"\''.includes(closers)) && at + 1 < text.length) return unreadable(STRAY_MARK, at)
      value += sign
      inner += 1
    } else if (inner % 2 === 1) {
      return unreadable(STRAY_MARK, at)
    } else if (at + 1 === text.length && !ended) {
      return CUT
    } else {
      if (inner > 0 && STRUCTURE.test(value)) return unreadable(STRAY_MARK, at)
      return { type: 'whole', value, end: at + 1, mended: inner > 0 }
    }
  }
  // A string that holds such marks and never ends was misread rather than cut.
  return inner > 0 && ended ? unreadable(STRAY_MARK, start) : CUT
}

const STRAY_MARK = 'a quotation mark inside a string that is not escaped'

/** A mark beside a colon, a bracket or another: a string that runs into the next, rather than a quotation. */
const STRUCTURE = /["']\s*(?::|,\s*[{[\]}]|[{[\]}])|[:{[]\s*"|""/

const CUT: Reading = { type: 'cut', value: undefined, open: true, hollow: false }

const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”“',
  '„': '”“',
  '‘': '’‘',
  '’': '’‘',
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function readEscape(text: string, at: number): { value: string; end: number } | undefined {
  const sign = text[at + 1] ?? ''
  const digits = /^[0-9a-fA-F]{4}$/.exec(text.slice(at + 2, at + 6))
  if (sign === 'u') {
    return digits ? { value: String.fromCharCode(Number.parseInt(digits[0], 16)), end: at + 6 } : undefined
  }
  const value = Object.hasOwn(ESCAPES, sign) ? ESCAPES[sign] : undefined
  return value === undefined ? undefined : { value, end: at + 2 }
}

function isApostrophe(text: string, at: number): boolean {
  return "'’‘".includes(text[at]!) && /^\p{L}.\p{L}$/u.test(text.slice(at - 1, at + 2))
}
