import type { Embedder } from '../../src/embed/embedder.ts'
import { normalised } from '../../src/embed/pooling.ts'
import { pick, seededRandom, seedOf } from './seeded.ts'

/**
 * Gives each passage a vector of the pool with some noise, chosen by its text, so that a large bank is filled without a
 * day of embedding. For speed alone: the vectors mean nothing. Questions are refused.
 */
export function pooledEmbedder(
  { id, dimension }: Pick<Embedder, 'id' | 'dimension'>,
  pool: readonly Float32Array[],
): Embedder {
  return {
    id,
    dimension,
    async embed(texts, kind) {
      if (kind !== 'passage') throw new TypeError('Cannot embed a question with vectors from a pool')
      return texts.map((text) => {
        const random = seededRandom(seedOf(text))
        return normalised(pick(pool, random).map((x) => x + (random() - 0.5) * NOISE))
      })
    },
  }
}

/** Refuses to embed: the units stay pending. */
export function absentEmbedder({ id, dimension }: Pick<Embedder, 'id' | 'dimension'>): Embedder {
  return { id, dimension, embed: () => Promise.reject(new Error('No vectors are made in this measurement')) }
}

/** Over 384 coordinates a length of about 0.11: such a vector has cosine 0.994 with its origin, as near paraphrases have. */
const NOISE = 0.02
