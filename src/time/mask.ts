// Fenced code, code spans, processing stamps in brackets, addresses, quotations: they may hold figures and names of
// months without meaning a time of the one who speaks. Lengths are bounded so that no text takes quadratic time.
const MASKED: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{0,500}`/g,
  /\[[^[\]\n]{0,80}\d{4}-\d{2}-\d{2}[^[\]\n]{0,80}\]/g,
  /\b(?:https?:\/\/|www\.)\S+/g,
  /[“"][^"”\n]{1,80}["”]/g,
]

/** The text with everything blanked that holds no time words of its speaker; positions stay as they are. */
export function mask(text: string): string {
  let masked = text
  for (const pattern of MASKED) masked = masked.replace(pattern, blank)
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
