/**
 * Groups texts into requests that a provider accepts, in their order. Greedy: a group is closed when the next text does
 * not fit.
 *
 * @param tokens Length of each text in tokens, at least 0.
 * @param bounds.inputs Most texts in a request, at least 1.
 * @param bounds.tokens Most tokens in a request, summed.
 * @returns Places in `tokens`, each in exactly one group, rising. A text longer than `bounds.tokens` stands alone.
 * @throws {RangeError} If `bounds.inputs` is less than 1.
 */
export function batchesInOrder(
  tokens: readonly number[],
  bounds: { readonly inputs: number; readonly tokens: number },
): readonly (readonly number[])[] {
  if (!(bounds.inputs >= 1))
    throw new RangeError(`Cannot batch texts as inputs must be ≥ 1: it is ${bounds.inputs}`)
  const batches: number[][] = []
  let sum = 0
  for (const [place, count] of tokens.entries()) {
    const batch = batches[batches.length - 1]
    if (batch && batch.length < bounds.inputs && sum + count <= bounds.tokens) {
      batch.push(place)
      sum += count
    } else {
      batches.push([place])
      sum = count
    }
  }
  return batches
}

/**
 * Tokens of a text, guessed on the safe side where the tokenizer is out of reach: a third of the ASCII characters, and
 * one for every other code unit (scripts that a vocabulary hardly knows take one to three a character).
 */
export function estimateTokens(text: string): number {
  const ascii = text.replace(/[^\x20-\x7E]/g, '').length
  return Math.ceil(ascii / 3) + (text.length - ascii)
}

/** The beginning of a text that has at most this many tokens by the estimate, cut between characters. */
export function cutToTokens(text: string, maxTokens: number): string {
  if (text.length <= maxTokens || estimateTokens(text) <= maxTokens) return text
  let [low, high] = [maxTokens, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (estimateTokens(text.slice(0, middle)) <= maxTokens) low = middle
    else high = middle - 1
  }
  return text.slice(0, low).replace(/[\uD800-\uDBFF]$/, '')
}
