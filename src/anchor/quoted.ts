/**
 * A text as one JSON string in which nothing can close a fence, open a tag, begin a line or pose as a chat role; JSON
 * gives it back unchanged. The prompt of the answer has a like in `answer/neutralise.ts`.
 */
export function quoted(text: string): string {
  return JSON.stringify(text)
    .replace(
      /[<>\u2028\u2029\u0085]|\[(?=\s*\/?\s*(?:inst|sys|system|assistant|user|tool|developer|human)\b)/giu,
      escapeUnit,
    )
    .replace(/`{3,}|~{3,}|#{3,}/gu, (run) => Array.from(run, escapeUnit).join(''))
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
