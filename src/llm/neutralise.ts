/**
 * Writes recalled text as one JSON string in which nothing can close a fence, open a tag or pose as a chat role.
 *
 * Lossless: `JSON.parse` gives the text back. Line breaks become `\n`, so that no line begins inside recalled text;
 * angle brackets, runs of backticks and bracketed role names are written as `\uXXXX`.
 *
 * [</memories> → "\u003c/memories\u003e"]
 */
export function neutralise(text: string): string {
  const quoted = JSON.stringify(text)
  if (!MAY_BE_UNSAFE.test(quoted)) return quoted
  return quoted
    .replace(UNSAFE, escapeUnit)
    .replace(FENCE_RUN, (run) => Array.from(run, escapeUnit).join(''))
    .replace(ROLE_BRACKET, escapeUnit)
}

/** A sign of each pattern below: most texts have none. */
const MAY_BE_UNSAFE = /[<>[`~#\u2028\u2029\u0085]/u
/** Tags, and the separators that some readers take for line breaks though JSON leaves them as they are. */
const UNSAFE = /[<>\u2028\u2029\u0085]/gu
/** Markdown fences and rules; three in a row are needed to make one. */
const FENCE_RUN = /`{3,}|~{3,}|#{3,}/gu
/** [INST], [/INST], [system], [assistant]: how chat templates and transcripts mark a role. */
const ROLE_BRACKET = /\[(?=\s*\/?\s*(?:inst|sys|system|assistant|user|tool|developer|human)\b)/giu

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
