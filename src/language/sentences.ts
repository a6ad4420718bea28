import { segmentsOf } from './segments.ts'

/** A stretch of a text in UTF-16 code units, end exclusive. */
export type TextSpan = { readonly start: number; readonly end: number }

/**
 * The sentences of a text, by Unicode's sentence boundaries with the breaks after abbreviations, initials and list
 * markers mended.
 *
 * @returns Spans in order, without white space at their ends and none of them empty; between them is only white space.
 *   A line break always ends a sentence. None for a blank text.
 * @see Unicode Standard Annex #29, section 5
 */
export function sentences(text: string): readonly TextSpan[] {
  const whole = ONE_SENTENCE.test(text) ? trimmed(text, 0, text.length) : undefined
  if (whole !== undefined) return [whole]
  const spans: TextSpan[] = []
  let open: TextSpan | undefined
  for (const { start, end } of segmentsOf(text, SEGMENTER)) {
    const span = trimmed(text, open?.start ?? start, end)
    if (span === undefined) continue
    const continues = end < text.length && text.charCodeAt(end - 1) !== NEWLINE && endsEarly(text, span)
    open = continues ? span : undefined
    if (!continues) spans.push(span)
  }
  if (open !== undefined) spans.push(open)
  return spans
}

/** The texts of {@link sentences}. */
export function sentenceTexts(text: string): readonly string[] {
  return sentences(text).map(({ start, end }) => text.slice(start, end))
}

/** ASCII on one line without a mark but at its end: the boundaries need not be looked for. */
const ONE_SENTENCE = /^[ "-\-/->@-~]+[.!?]* *$/
const NEWLINE = 0x0a
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Abbreviations that a name or number follows; those that may end a sentence (“etc.”) are left to the rule. */
const ABBREVIATION =
  /(?:^|[\s("'“‘])(?:mr|mrs|ms|mx|dr|prof|rev|fr|sr|st|mt|ft|gen|col|capt|lt|sgt|hon|no|nos|vol|fig|pp?|vs|approx|e\.g|i\.e|cf|a\.k\.a|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/i
/** “J.” in “J. R. R. Tolkien”, never “I.” */
const INITIAL = /(?:^|\s|\.)[A-HJ-Z]\.$/u
/** “1.”, “b)”, “•”, “-”: the item follows. */
const LIST_MARKER = /^(?:\(?(?:\d{1,3}|[a-z])[.)]|[-*•–])$/i
/** Only the end of the span is looked at, so that a long text costs no more than a short one. */
const TAIL = 12

function endsEarly(text: string, { start, end }: TextSpan): boolean {
  const last = text.charCodeAt(end - 1)
  if (end - start <= 5 && LIST_MARKER.test(text.slice(start, end))) return true
  if (last !== 0x2e) return false
  const tail = text.slice(Math.max(start, end - TAIL), end)
  return ABBREVIATION.test(tail) || INITIAL.test(tail)
}

function trimmed(text: string, from: number, to: number): TextSpan | undefined {
  let start = from
  let end = to
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start < end ? { start, end } : undefined
}

function isSpace(code: number): boolean {
  return (
    (code >= 9 && code <= 13) ||
    code === 0x20 ||
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}
