import type { Embedder } from '../../src/embed/embedder.ts'

/** Costs nothing, so that a kill meets the store. Passages have vectors to be stored, questions are left to their words. */
export const trialEmbedder: Embedder = {
  id: 'durability',
  dimension: 4,
  embed: async (texts, kind) =>
    texts.map((text) => {
      const angle = text.length / 10
      return kind === 'question'
        ? new Float32Array(4)
        : Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0)
    }),
}
