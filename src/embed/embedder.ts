/**
 * Turns text into vectors.
 *
 * Contract: `embed` returns one vector a text, in order, each of `dimension` numbers and L2-normalised (all zero where
 * the model gives none). Texts of any length are accepted; what exceeds the model's window may be cut at its end.
 * The same text and kind give the same vector in every process.
 */
export interface Embedder {
  /** Names model and variant; a bank is bound to it. */
  readonly id: string
  readonly dimension: number
  embed(
    texts: readonly string[],
    kind: 'question' | 'passage',
    options?: { signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>
}
