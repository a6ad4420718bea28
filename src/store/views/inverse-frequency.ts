/**
 * How rare a term is: ln(1 + (N − n + 0.5) / (n + 0.5)), never negative.
 *
 * @see S. Robertson and H. Zaragoza, “The Probabilistic Relevance Framework: BM25 and Beyond”, 2009
 */
export function inverseFrequency(withTerm: number, documents: number): number {
  return Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5))
}
