/** What programs do to a text, which dates the text and nothing that it tells. */
const PROCESSED =
  '(?:(?:import|export|sync|upload|download|ingest|index|creat|updat|modifi|edit|sav|stor|archiv|logg|record|scann|' +
  'generat|migrat|fetch|retriev|receiv|process|captur|print|deliver|forward|post|publish|synchroni[sz]|back)ed(?: up)?|' +
  'last seen)'
const ISO_DATE = String.raw`\d{4}-\d{2}-\d{2}`
/** [(synced 2025-07-01 08:00)] */
const STAMP_IN_BRACKETS = new RegExp(
  String.raw`[(<][^()<>\n]{0,40}\b${PROCESSED}\b[^()<>\n]{0,40}${ISO_DATE}[^()<>\n]{0,40}[)>]`,
  'giu',
)
/** [Created at: 2026-02-03T10:00:00Z] */
const LABELLED_STAMP = new RegExp(
  String.raw`\b(?:${PROCESSED}|timestamp)(?:[ _-]?(?:at|on|date|time))?\s{0,3}[:=]\s{0,3}${ISO_DATE}(?:[T ][\d:.,]{4,12}(?:Z|[+-]\d{2}:?\d{2})?)?`,
  'giu',
)

// Fenced code, code spans, processing stamps in brackets, addresses, quotations: they may hold figures and names of
// months without meaning a time of the one who speaks. Lengths are bounded so that no text takes quadratic time.
const MASKED: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{0,500}`/g,
  /\[[^[\]\n]{0,80}\d{4}-\d{2}-\d{2}[^[\]\n]{0,80}\]/g,
  STAMP_IN_BRACKETS,
  LABELLED_STAMP,
  /\b(?:https?:\/\/|www\.)\S+/g,
  /[“"][^"”\n]{1,80}["”]/g,
]

/** Quoted mail: [> see you tomorrow], [On Mon, Jan 8, 2024 at 9:12, Bob wrote:], [Sent: Monday, January 8, 2024]. */
const QUOTED_MAIL = /^[ \t]{0,8}(?:>[^\n]*|On [^\n]{6,120} wrote:[ \t]*|Sent: [^\n]{6,120})$/gm

/** The text with everything blanked that holds no time words of its speaker; positions stay as they are. */
export function mask(text: string): string {
  let masked = text
  for (const pattern of MASKED) masked = masked.replace(pattern, blank)
  if (/>|wrote:|Sent:/.test(masked)) masked = masked.replace(QUOTED_MAIL, blank)
  return /[{};]|=>/.test(masked)
    ? masked
        .split('\n')
        .map((line) => (isCode(line) ? blank(line) : line))
        .join('\n')
    : masked
}

/** A line that reads as code: it ends with a brace or an arrow, or calls or assigns and ends with a semicolon. */
function isCode(line: string): boolean {
  const text = line.trimEnd()
  return /[{}]$|=>$/.test(text) || (text.endsWith(';') && /[=()]/.test(text))
}

function blank(text: string): string {
  return ' '.repeat(text.length)
}
