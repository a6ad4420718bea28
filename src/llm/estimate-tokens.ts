/** Counts the tokens of a text: the reader's own tokenizer, or {@link estimateTokens} where it is out of reach. */
export type CountTokens = (text: string) => number

/**
 * Estimates how many tokens a text takes: one for four ASCII characters, one for each other code point.
 * On English prose byte-pair tokenizers use fewer, on code and on other scripts about as many.
 */
export function estimateTokens(text: string): number {
  let quarters = 0
  for (const character of text) quarters += character.charCodeAt(0) < 0x80 ? 1 : CHARACTERS_PER_TOKEN
  return Math.ceil(quarters / CHARACTERS_PER_TOKEN)
}

/** Of ASCII; whoever cuts a text to fit begins with this many. */
export const CHARACTERS_PER_TOKEN = 4
