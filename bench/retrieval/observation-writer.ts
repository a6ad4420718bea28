import type { LanguageModelClient } from '../../src/llm/model-client.ts'
import type { Observation } from '../datasets/locomo-observations.ts'

/**
 * A writer that answers each window with the ready units whose turns lie in it, so that units of a model go the way that
 * they go in the product: prompt, reply, checks, store.
 */
export function observationWriter(observations: readonly Observation[]): LanguageModelClient {
  return {
    id: 'locomo-observation',
    contextTokens: undefined,
    countTokens: undefined,
    async generate({ task, prompt }) {
      if (task !== 'anchor') throw new Error(`Only windows are answered, got the task ${task}`)
      const labels = new Set([...prompt.matchAll(/^\{"id":"([^"]+)"/gmu)].map((match) => match[1]!))
      const units = observations
        .filter(({ sources }) => sources.every((source) => labels.has(source)))
        .map(({ text, sources }) => ({ restatement: text, sources }))
      return {
        text: JSON.stringify({ units }),
        finishReason: 'stop',
        usage: { inputTokens: undefined, cachedInputTokens: undefined, outputTokens: undefined },
      }
    },
    stream() {
      throw new Error('Windows are not streamed')
    },
  }
}
