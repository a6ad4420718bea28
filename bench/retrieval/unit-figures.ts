import { formatEvidence } from '../../src/answer/format-evidence.ts'
import type { Memory } from '../../src/api.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import { openMemory } from '../../src/memory.ts'
import {
  type LocomoConversation,
  type LocomoQuestion,
  loadLocomo,
  TUNING_CONVERSATIONS,
} from '../datasets/locomo.ts'
import { loadObservations, type Observation } from '../datasets/locomo-observations.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { anchorWith } from './anchor-with.ts'
import { bankOf } from './bank-of.ts'
import { turnFigures } from './locomo-figures.ts'
import { observationWriter } from './observation-writer.ts'

/** Which units are compared: `observation` with those of the turns, or `both` with either. */
export type ComparedUnits = 'observation' | 'both'

export type UnitOptions = {
  readonly data: string
  readonly embedder: Embedder
  readonly units: ComparedUnits
  /** Conversations that are measured; undefined: all. */
  readonly only?: readonly string[]
  readonly onProgress: (line: string) => void
}

const COMPARED = {
  observation: ['turns', 'model'],
  both: ['turns', 'model', 'both'],
} as const satisfies Readonly<Record<ComparedUnits, readonly Units[]>>

type Units = 'turns' | 'model' | 'both'
type Judged = { readonly tuning: boolean; readonly question: LocomoQuestion; readonly figures: Figures }

/**
 * What units that a model wrote are worth: LoCoMo's ready `observation` units, anchored as the product anchors a model's
 * replies, beside the turns' own. A place covers all source turns of its unit; `tokens@10` is what the first ten take in
 * a prompt, with all their coordinates.
 */
export async function unitFigures(options: UnitOptions): Promise<FigureSets> {
  const conversations = loadLocomo(options.data)
  const observations = loadObservations(options.data, conversations)
  const judged: Record<Units, Judged[]> = { turns: [], model: [], both: [] }
  let [written, kept, refused] = [0, 0, 0]
  for (const conversation of conversations) {
    if (options.only?.includes(conversation.id) === false) continue
    options.onProgress(`locomo ${conversation.id}: ${conversation.turns.length} turns, with ready units`)
    const ready = observations.get(conversation.id) ?? []
    const measured = await judge(conversation, ready, options)
    written += ready.length
    kept += measured.kept
    refused += measured.refused
    for (const units of COMPARED[options.units]) judged[units].push(...(measured.judged[units] ?? []))
  }
  return {
    'locomo/observation-units': { n: written, kept, refused },
    ...Object.fromEntries(COMPARED[options.units].flatMap((units) => setsOf(units, judged[units]))),
  }
}

async function judge(
  conversation: LocomoConversation,
  observations: readonly Observation[],
  { embedder, units }: UnitOptions,
) {
  const store = await bankOf(conversation.turns, embedder)
  const written = await anchorWith(observationWriter(observations), store, embedder)
  await using memory = await openMemory(store, { embedder })
  const judged: Partial<Record<Units, Judged[]>> = {}
  for (const each of COMPARED[units]) {
    const list: Judged[] = []
    for (const question of conversation.questions) {
      if (question.category === 5 || question.evidence.turns.length === 0) continue
      const figures = await figuresOf(memory, question, { units: each, end: conversation.end })
      list.push({ tuning: TUNING_CONVERSATIONS.includes(conversation.id), question, figures })
    }
    judged[each] = list
  }
  return { ...written, judged }
}

/** Metrics look at 20 places at most; ten are what a recall gives unless told otherwise. */
const PLACES = 20
const PACKED = 10
/** More than any ten pieces take. */
const UNBOUNDED_TOKENS = 1_000_000

async function figuresOf(
  memory: Memory,
  { question, evidence: cited }: LocomoQuestion,
  { units, end }: { units: Units; end: string },
): Promise<Figures> {
  const { evidence, frame } = await memory.recall(question, { limit: PLACES, referenceTime: end, units })
  const ranked = evidence.map(({ unit }) => unit.sources)
  const packed = { frame, evidence: evidence.slice(0, PACKED) }
  const text = formatEvidence(packed, { budgetTokens: UNBOUNDED_TOKENS })
  return { ...turnFigures(ranked, cited.turns), 'tokens@10': estimateTokens(text) }
}

function setsOf(units: Units, judged: readonly Judged[]): (readonly [string, Figures])[] {
  const name = units === 'model' ? 'observation' : units
  const mean = (of: (each: Judged) => boolean) => meanOf(judged.filter(of).map(({ figures }) => figures))
  return [
    [`locomo/units/${name}/held-out`, mean(({ tuning }) => !tuning)],
    [
      `locomo/units/${name}/held-out/multi-hop`,
      mean(({ tuning, question }) => !tuning && question.category === 1),
    ],
    [`locomo/units/${name}/tuning`, mean(({ tuning }) => tuning)],
    [
      `locomo/units/${name}/tuning/multi-hop`,
      mean(({ tuning, question }) => tuning && question.category === 1),
    ],
  ]
}
