import { treebankTokens } from './treebank-tokens.ts'

/**
 * BLEU-1 of a sentence against one reference, over lower-cased Treebank tokens: the clipped share of the prediction's
 * tokens that the reference has, times the brevity penalty. Smoothing (method 1) never bears on unigrams: without a
 * common one the score is 0.
 *
 * @see Papineni et al., “BLEU…”, ACL 2002
 */
export function bleu1(prediction: string, reference: string): number {
  const predicted = treebankTokens(prediction.toLowerCase())
  const wanted = treebankTokens(reference.toLowerCase())
  const left = new Map<string, number>()
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of predicted) {
    const count = left.get(token) ?? 0
    if (count > 0) common += 1
    left.set(token, count - 1)
  }
  if (common === 0) return 0
  const brevity = predicted.length > wanted.length ? 1 : Math.exp(1 - wanted.length / predicted.length)
  return (brevity * common) / predicted.length
}
