import type { Embedder } from '../../src/embed/embedder.ts'

/** Costs nothing, so that a kill meets the store; its vectors say only how long a text is. */
export const trialEmbedder: Embedder = {
  id: 'durability',
  dimension: 4,
  embed: async (texts) =>
    texts.map((text) => {
      const angle = text.length / 10
      return Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0)
    }),
}
