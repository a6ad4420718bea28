/**
 * Groups texts into batches that a model or a provider accepts, longest first, so that texts of like length meet and
 * little is padded. Greedy in that order.
 *
 * @param tokens Length of each text in tokens, at least 0.
 * @param bounds.inputs Most texts in a batch, at least 1.
 * @param bounds.tokens Most tokens in a batch, every text counted at the length of the longest (as padding makes it).
 * @returns Places in `tokens`, each in exactly one batch; ties keep their order. A text longer than `bounds.tokens`
 *   stands alone: what to cut is the model's business.
 * @throws {RangeError} If `bounds.inputs` is less than 1.
 */
export function batchesByLength(
  tokens: readonly number[],
  bounds: { readonly inputs: number; readonly tokens: number },
): readonly (readonly number[])[] {
  if (!(bounds.inputs >= 1))
    throw new RangeError(`Cannot batch texts as inputs must be ≥ 1: it is ${bounds.inputs}`)
  const byLength = tokens.map((_, place) => place).sort((a, b) => tokens[b]! - tokens[a]!)
  const batches: number[][] = []
  let room = 0
  for (const place of byLength) {
    if (room < 1) {
      batches.push([])
      room = Math.min(bounds.inputs, Math.floor(bounds.tokens / Math.max(1, tokens[place]!)))
    }
    batches[batches.length - 1]!.push(place)
    room -= 1
  }
  return batches
}
