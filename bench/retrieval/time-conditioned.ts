import type { Embedder } from '../../src/embed/embedder.ts'
import { analyse } from '../../src/language/terms.ts'
import { openMemory } from '../../src/memory.ts'
import type { Day } from '../../src/model/day-range.ts'
import { type LocomoConversation, loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { reciprocalRank, shareAt } from '../metrics/retrieval.ts'
import { type TimeWording, vaguer, withTimeWords } from './time-words.ts'

const WORDINGS: readonly TimeWording[] = ['day', 'month', 'year', 'amiss']
const PLACES = 10

type Judged = { readonly set: string; readonly figures: Figures }

/**
 * What the context list is worth on the tuning conversations: questions whose evidence lies in one session, asked with
 * the time of that session put in several ways, as they are and vaguer.
 */
export async function timeConditionedFigures(dataFolder: string, embedder: Embedder): Promise<FigureSets> {
  const tuning = loadLocomo(dataFolder).filter(({ id }) => TUNING_CONVERSATIONS.includes(id))
  const judged: Judged[] = []
  for (const conversation of tuning) judged.push(...(await judge(conversation, embedder)))
  const sets = [...new Set(judged.map(({ set }) => set))]
  return Object.fromEntries(
    sets.map((set) => [set, meanOf(judged.filter((each) => each.set === set).map(({ figures }) => figures))]),
  )
}

async function judge(conversation: LocomoConversation, embedder: Embedder): Promise<Judged[]> {
  await using memory = await openMemory(':memory:', { embedder })
  await memory.append(conversation.turns)
  await memory.flush()
  const judged: Judged[] = []
  for (const { set, question, relevant } of questionsOf(conversation)) {
    const { evidence } = await memory.recall(question, { limit: PLACES, referenceTime: conversation.end })
    const ranking = { ranked: evidence.map(({ unit }) => unit.sources), relevant }
    judged.push({ set, figures: { 'share@10': shareAt(ranking, PLACES), mrr: reciprocalRank(ranking) } })
  }
  return judged
}

type Made = { readonly set: string; readonly question: string; readonly relevant: ReadonlySet<string> }

/** Questions for a time (category 2) and unanswerable ones (5) take no condition of time. */
function questionsOf({ turns, questions }: LocomoConversation): Made[] {
  const dayOf = new Map(turns.map(({ id, time }) => [id, time.slice(0, 10) as Day]))
  const known = {
    frequency: frequencyOf(turns),
    names: new Set(turns.flatMap(({ speaker }) => analyse(speaker))),
  }
  return questions.flatMap(({ question, category, evidence }) => {
    const [day, ...others] = new Set(evidence.turns.map((id) => dayOf.get(id)!))
    if (day === undefined || others.length > 0 || category === 2 || category === 5) return []
    const relevant = new Set(evidence.turns)
    const texts = [
      ['as-asked', question],
      ['vaguer', vaguer(question, known)],
    ] as const
    return texts.flatMap(([name, text]) =>
      text === undefined
        ? []
        : WORDINGS.map((wording) => ({
            set: `tuning/with-time-words/${name}/${wording}`,
            question: withTimeWords(text, day, wording),
            relevant,
          })),
    )
  })
}

function frequencyOf(turns: LocomoConversation['turns']): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>()
  for (const { text } of turns)
    for (const term of new Set(analyse(text))) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return frequency
}
