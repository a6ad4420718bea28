import {
  createOpenAICompatibleModel,
  type Embedder,
  type LanguageModelClient,
  type MemoryOptions,
  type TurnInput,
} from '../../src/index.ts'
import { API_KEY } from '../model-server/connect-model.ts'
import type { ModelServer } from '../model-server/model-server.ts'

const THINGS =
  'lanterns ducklings cider tools canvas paint seeds boots charcoal maps candles glue nails bikes oars'

/** Turns for trials: what Ada keeps in the shed, a day each; “t2” is about ducklings. */
export function shedTurns(count: number): TurnInput[] {
  const things = THINGS.split(' ')
  return Array.from({ length: count }, (_, index) => ({
    id: `t${index + 1}`,
    session: `s${Math.floor(index / 5) + 1}`,
    speaker: 'Ada',
    text: `I keep ${things[index % things.length]}${index < things.length ? '' : ` number ${index}`} in the shed.`,
    time: new Date(Date.UTC(2031, 4, 1 + index, 10)).toISOString(),
  }))
}

/** A model behind a server, named `tiny`, that sends a key. */
export function modelAt({ baseURL }: ModelServer): LanguageModelClient {
  return createOpenAICompatibleModel({ baseURL, model: 'tiny', apiKey: API_KEY })
}

/** Words alone, windows of five turns, and nothing that happens by itself. */
export const TRIAL_OPTIONS = {
  embedder: 'none',
  anchoring: { windowTurns: 5, overlapTurns: 1, inBackground: false },
} as const satisfies MemoryOptions

/** Texts with the same words lie near each other. */
export const wordEmbedder: Embedder = {
  id: 'words',
  dimension: 64,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(64)
      for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) vector[placeOf(word)]! += 1
      const length = Math.hypot(...vector) || 1
      return vector.map((value) => value / length)
    })
  },
}

const placeOf = (word: string) => [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 64, 7)

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
