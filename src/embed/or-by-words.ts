import type { Embedder } from './embedder.ts'

/** Words are searched whatever happens to the model; only the caller's own signal ends a question. */
export function orByWords(embedder: Embedder | undefined, onFailure: (error: unknown) => void) {
  let failed = embedder === undefined
  const embed: Embedder['embed'] = async (texts, kind, options) => {
    try {
      return embedder === undefined ? [] : await embedder.embed(texts, kind, options)
    } catch (error) {
      options?.signal?.throwIfAborted()
      failed = true
      onFailure(error)
      return []
    }
  }
  const { id, dimension } = embedder ?? { id: 'none', dimension: 0 }
  return { embedder: { id, dimension, embed }, failed: () => failed }
}
