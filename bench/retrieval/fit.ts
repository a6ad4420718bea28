import type { Embedder } from '../../src/embed/embedder.ts'
import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { induceFrame } from '../../src/frame/induce-frame.ts'
import type { Day } from '../../src/model/day-range.ts'
import { FEATURE_NAMES, factsOf, featuresOf } from '../../src/recall/features.ts'
import { gather } from '../../src/recall/gather.ts'
import { type Origin, planRecall } from '../../src/recall/plan-recall.ts'
import { defaults } from '../../src/recall/presets.ts'
import { CALIBRATION, TURNS_AHEAD } from '../../src/recall/weights.ts'
import { EVERY_TURN, type Store } from '../../src/store/store.ts'
import { type LocomoConversation, loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { loadObservations } from '../datasets/locomo-observations.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets, Figures } from '../figures.ts'
import { anchorWith } from './anchor-with.ts'
import { bankOf } from './bank-of.ts'
import { type Example, fitCalibration, fitWeights } from './fit-weights.ts'
import { observationWriter } from './observation-writer.ts'
import { timeConditionedFigures } from './time-conditioned.ts'

/**
 * Fits the weights of `src/recall/weights.ts` on the tuning conversations alone (categories 1-4, candidates as recall
 * sees them), and the calibration on the same. Units of a model are LoCoMo's ready ones.
 */
export async function fitRecall(dataFolder: string): Promise<FigureSets> {
  const embedder = cachedEmbedder(createLocalEmbedder())
  const conversations = loadLocomo(dataFolder)
  const observations = loadObservations(dataFolder, conversations)
  const examples: Record<Origin, Example[]> = { turn: [], model: [] }
  for (const conversation of conversations.filter(({ id }) => TUNING_CONVERSATIONS.includes(id))) {
    await using store = await bankOf(conversation.turns, embedder)
    await anchorWith(observationWriter(observations.get(conversation.id) ?? []), store, embedder)
    for (const origin of ['turn', 'model'] as const)
      examples[origin].push(...(await examplesOf(conversation, origin, { store, embedder })))
  }
  const turn = fitted(examples.turn)
  return {
    weights: named(examples.turn, turn.weights),
    calibration: { n: examples.turn.length, ...turn.calibration },
    'model-weights': onTurnScale(examples.model),
    // Of recall as it stands: what the context settings of `src/recall/presets.ts` are chosen by.
    ...(await timeConditionedFigures(dataFolder, embedder)),
  }
}

type Fitted = {
  readonly weights: readonly number[]
  readonly calibration: { readonly slope: number; readonly midpoint: number }
}

function fitted(examples: readonly Example[]): Fitted {
  const weights = fitWeights(examples).map((weight) => Number(weight.toFixed(2)))
  return { weights, calibration: fitCalibration(examples, weights) }
}

function named(examples: readonly Example[], weights: readonly number[]): Figures {
  return { n: examples.length, ...Object.fromEntries(FEATURE_NAMES.map((name, i) => [name, weights[i]!])) }
}

/** Stretched and moved so that the calibration of the turns in use holds for the units of a model too. */
function onTurnScale(examples: readonly Example[]): Figures {
  const { weights, calibration } = fitted(examples)
  const stretch = calibration.slope / CALIBRATION.slope
  const base = CALIBRATION.midpoint - stretch * calibration.midpoint - TURNS_AHEAD
  return {
    ...named(
      examples,
      weights.map((weight) => weight * stretch),
    ),
    base,
  }
}

async function examplesOf(
  conversation: LocomoConversation,
  origin: Origin,
  { store, embedder }: { store: Store; embedder: Embedder },
): Promise<Example[]> {
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
      units: origin === 'turn' ? 'turns' : 'model',
    } as const
    const plan = planRecall(frame, request, { history, settings: defaults })
    if (plan === undefined) continue
    for (const gathered of (await gather(plan, { store, embedder, signal: undefined })).gathered) {
      const facts = factsOf(plan, gathered)
      const { content } = gathered.candidates
      examples.push({
        features: content.map((candidate) => featuresOf(candidate, facts)),
        relevant: content.map(
          ({ key }) => sources.get(key)?.some((id) => evidence.turns.includes(id)) ?? false,
        ),
      })
    }
  }
  return examples
}
