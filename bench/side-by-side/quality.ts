import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '../../src/embed/embedder.ts'
import { type LocomoConversation, loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { turnFigures } from '../retrieval/locomo-figures.ts'
import type { Contestant } from './contestant.ts'

export type QualityOptions = {
  readonly data: string
  readonly seed: number
  readonly embedder: Embedder
  readonly contestants: readonly Contestant[]
  readonly conversations?: readonly string[] | undefined
  /** Questions a conversation at most. */
  readonly limit: number
  readonly onProgress: (line: string) => void
}

/** Places of which metrics know. */
const PLACES = 20

type Judged = { readonly tuning: boolean; readonly byName: Readonly<Record<string, Figures>> }

/**
 * How much of the evidence each contestant finds in LoCoMo (categories 1-4), held-out and tuning conversations apart, all
 * on the same turns, questions and vectors; `ours-minus/NAME` has the differences on the same questions.
 */
export async function qualityFigures(options: QualityOptions): Promise<FigureSets> {
  const { conversations: wanted, contestants, seed } = options
  const judged: Judged[] = []
  for (const conversation of loadLocomo(options.data)) {
    if (wanted?.includes(conversation.id) === false) continue
    options.onProgress(`locomo ${conversation.id}: ${conversation.turns.length} turns`)
    judged.push(...(await judgeConversation(conversation, options)))
  }
  const sets = {
    'locomo/held-out': judged.filter(({ tuning }) => !tuning),
    'locomo/tuning': judged.filter(({ tuning }) => tuning),
    'locomo/all': judged,
  }
  return Object.fromEntries(
    Object.entries(sets)
      .filter(([, list]) => list.length > 0)
      .flatMap(([set, list]) => [
        ...contestants.map(
          ({ name }) =>
            [
              `${set}/${name}`,
              meanOf(
                list.map(({ byName }) => byName[name]!),
                { seed },
              ),
            ] as const,
        ),
        ...contestants.slice(1).map(({ name }) => {
          const ours = contestants[0]!.name
          const differences = list.map(({ byName }) => difference(byName[ours]!, byName[name]!))
          return [`${set}/${ours}-minus/${name}`, meanOf(differences, { seed })] as const
        }),
      ]),
  )
}

async function judgeConversation(
  { id, turns, questions, end }: LocomoConversation,
  { embedder, contestants, limit }: QualityOptions,
): Promise<Judged[]> {
  const asked = questions
    .filter(({ category, evidence }) => category !== 5 && evidence.turns.length > 0)
    .slice(0, limit)
  // At once, as one of them works on threads of its own while the others wait, and none is timed here.
  const byContestant = contestants.map(async (contestant) => {
    const folder = await mkdtemp(join(tmpdir(), 'reinstate-side-by-side-'))
    try {
      await using opened = await contestant.open(turns, { embedder, folder })
      const figures: Figures[] = []
      for (const { question, evidence } of asked) {
        const ranked = await opened.search(question, { limit: PLACES, referenceTime: end })
        figures.push(turnFigures(ranked, evidence.turns))
      }
      return [contestant.name, figures] as const
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
  const byName = new Map(await Promise.all(byContestant))
  return asked.map((_, i) => ({
    tuning: TUNING_CONVERSATIONS.includes(id),
    byName: Object.fromEntries([...byName].map(([name, figures]) => [name, figures[i]!])),
  }))
}

function difference(ours: Figures, theirs: Figures): Figures {
  return Object.fromEntries(Object.entries(ours).map(([metric, value]) => [metric, value - theirs[metric]!]))
}
