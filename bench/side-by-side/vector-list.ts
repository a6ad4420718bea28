import { cosineSimilarity } from 'ai'
import { type Contestant, vectorsOf } from './contestant.ts'

/** A list of vectors in memory, each compared with the question's by the AI SDK's `cosineSimilarity`, as its guide does. */
export const vectorList: Contestant = {
  name: 'vectors-in-memory',
  what: 'vectors in an array, compared one by one with the AI SDK’s cosineSimilarity',
  async open(turns, { embedder }) {
    const vectors = await vectorsOf(turns, embedder)
    const entries = turns.map(({ id }, i) => ({ id, embedding: Array.from(vectors[i]!) }))
    return {
      async search(question, { limit }) {
        const [vector] = await embedder.embed([question], 'question')
        const asked = Array.from(vector!)
        return entries
          .map(({ id, embedding }) => ({ id, similarity: cosineSimilarity(asked, embedding) }))
          .sort((a, b) => b.similarity - a.similarity)
          .slice(0, limit)
          .map(({ id }) => [id])
      },
      async [Symbol.asyncDispose]() {},
    }
  },
}
