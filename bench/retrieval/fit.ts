import type { Embedder } from '../../src/embed/embedder.ts'
import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { induceFrame } from '../../src/frame/induce-frame.ts'
import type { Day } from '../../src/model/day-range.ts'
import { FEATURE_NAMES, factsOf, featuresOf } from '../../src/recall/features.ts'
import { gather } from '../../src/recall/gather.ts'
import { planRecall } from '../../src/recall/plan-recall.ts'
import { defaults } from '../../src/recall/presets.ts'
import { EVERY_TURN } from '../../src/store/store.ts'
import { type LocomoConversation, loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets } from '../figures.ts'
import { bankOf } from './bank-of.ts'
import { type Example, fitCalibration, fitWeights } from './fit-weights.ts'
import { timeConditionedFigures } from './time-conditioned.ts'

/**
 * Fits the weights of `src/recall/weights.ts` on the tuning conversations alone (categories 1-4, candidates as recall
 * sees them), and the calibration on the same.
 */
export async function fitRecall(dataFolder: string): Promise<{
  readonly n: number
  readonly weights: Readonly<Record<string, number>>
  readonly calibration: { readonly slope: number; readonly midpoint: number }
  /** Of recall as it stands: what the context settings of `src/recall/presets.ts` are chosen by. */
  readonly timeConditioned: FigureSets
}> {
  const embedder = cachedEmbedder(createLocalEmbedder())
  const tuning = loadLocomo(dataFolder).filter(({ id }) => TUNING_CONVERSATIONS.includes(id))
  const examples: Example[] = []
  for (const conversation of tuning) examples.push(...(await examplesOf(conversation, embedder)))
  const weights = fitWeights(examples).map((weight) => Number(weight.toFixed(2)))
  return {
    n: examples.length,
    weights: Object.fromEntries(FEATURE_NAMES.map((name, i) => [name, weights[i]!])),
    calibration: fitCalibration(examples, weights),
    timeConditioned: await timeConditionedFigures(dataFolder, embedder),
  }
}

async function examplesOf(conversation: LocomoConversation, embedder: Embedder): Promise<Example[]> {
  await using store = await bankOf(conversation.turns, embedder)
  const history = await store.history()
  const sources = new Map<number, readonly string[]>()
  for await (const { key, unit } of store.units({ ...EVERY_TURN, keys: undefined }))
    sources.set(key, unit.sources)
  const examples: Example[] = []
  for (const { question, category, evidence } of conversation.questions) {
    if (category === 5 || evidence.turns.length === 0) continue
    const frame = induceFrame(question, {
      history,
      referenceDay: conversation.end.slice(0, 10) as Day,
      dateOrder: undefined,
      asker: undefined,
    })
    const request = {
      limit: 10,
      views: 'hybrid',
      reinstate: true,
      filter: EVERY_TURN,
      queries: [],
      units: 'turns',
    } as const
    const plan = planRecall(frame, request, { history, settings: defaults })
    if (plan === undefined) continue
    const { gathered } = await gather(plan, { store, embedder, signal: undefined })
    const [turns] = gathered
    if (turns === undefined) continue
    const facts = factsOf(plan, turns)
    const { content } = turns.candidates
    examples.push({
      features: content.map((candidate) => featuresOf(candidate, facts)),
      relevant: content.map(
        ({ key }) => sources.get(key)?.some((id) => evidence.turns.includes(id)) ?? false,
      ),
    })
  }
  return examples
}
