import { EmbeddingModelError } from '../model/errors.ts'
import { valueKind } from '../model/value-kind.ts'
import type { Embedder } from './embedder.ts'

/**
 * An embedder of others, held to its contract: one vector a text, each of `dimension` finite numbers of 32 bits. A plain
 * array of numbers counts as a vector.
 *
 * A reply that does not hold fails like a model that cannot be reached: nothing of it is stored, questions are searched
 * by words.
 *
 * @throws {EmbeddingModelError} From `embed`, if the reply does not hold; says what was given.
 */
export function checkedEmbedder(embedder: Embedder): Embedder {
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    // Called on the embedder itself, which may be an object of a class.
    async embed(texts, kind, options) {
      const reply: unknown = await embedder.embed(texts, kind, options)
      if (!Array.isArray(reply) || reply.length !== texts.length) {
        const got = Array.isArray(reply) ? `${reply.length} of them` : valueKind(reply)
        throw refused(embedder, `has to give an array of ${texts.length} vectors, one a text; it gave ${got}`)
      }
      return reply.map((vector) => vectorOf(vector, embedder))
    },
  }
}

function vectorOf(given: unknown, embedder: Embedder): Float32Array {
  const { dimension } = embedder
  const isList = given instanceof Float32Array || given instanceof Float64Array || Array.isArray(given)
  if (!isList || given.length !== dimension) {
    const got = isList ? `one of ${given.length}` : valueKind(given)
    throw refused(embedder, `has to give vectors of ${dimension} numbers, its dimension; it gave ${got}`)
  }
  // Of what is no number yet, and of what is too large for the 32 bits in which vectors are compared.
  const isSound = (value: unknown) => typeof value === 'number' && Number.isFinite(Math.fround(value))
  const bad = given.findIndex((value: unknown) => !isSound(value))
  if (bad !== -1)
    throw refused(embedder, `has to give finite 32-bit numbers; number ${bad} is ${String(given[bad])}`)
  return given instanceof Float32Array ? given : Float32Array.from(given)
}

const refused = ({ id }: Embedder, why: string) =>
  new EmbeddingModelError(`Cannot use what the embedding model ${id} gave: it ${why}`)
