import type { Embedder } from './embedder.ts'

/**
 * The vectors of texts, in one call, as a provider may be far away; a text of which the model makes nothing has no
 * direction, and is undefined. None at all where the embedder gave up.
 *
 * @throws What the embedder throws; the reason of the signal, as soon as it aborts.
 */
export async function embedDirections(
  texts: readonly string[],
  kind: 'question' | 'passage',
  { embedder, signal }: { readonly embedder: Embedder; readonly signal: AbortSignal | undefined },
): Promise<readonly (Float32Array | undefined)[]> {
  signal?.throwIfAborted()
  if (texts.length === 0) return []
  const vectors = await embedder.embed(texts, kind, signal === undefined ? {} : { signal })
  return vectors.map((vector) => (vector.some((value) => value !== 0) ? vector : undefined))
}
