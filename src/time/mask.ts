// Fenced code, code spans, processing stamps in brackets, addresses, paths, quotations; each may hold figures and
// names of months without meaning a time of the one who speaks.
const MASKED: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]*`/g,
  /\[[^\]\n]*\d{4}-\d{2}-\d{2}[^\]\n]*\]/g,
  /\b(?:https?:\/\/|www\.)\S+/g,
  /[“"][^"”\n]{1,80}["”]/g,
  // A line that reads as code: it ends with a brace, or calls or assigns and ends with a semicolon.
  /^.*(?:[{}]|=>|[=()].*;)[ \t]*$/gm,
]

/** The text with everything blanked that holds no time words of its speaker; positions stay as they are. */
export function mask(text: string): string {
  let masked = text
  for (const pattern of MASKED) masked = masked.replace(pattern, (found) => ' '.repeat(found.length))
  return masked
}
