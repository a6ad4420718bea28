import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Memory } from '../../src/api.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { openMemory } from '../../src/memory.ts'
import { rankSessions } from '../../src/recall/rank-sessions.ts'
import {
  type LocomoConversation,
  type LocomoQuestion,
  loadLocomo,
  TUNING_CONVERSATIONS,
} from '../datasets/locomo.ts'
import { loadAudit } from '../datasets/locomo-audit.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { allAt, cappedRank, hitAt, type Ranking, reciprocalRank, shareAt } from '../metrics/retrieval.ts'
import { bankOf } from './bank-of.ts'
import { rememberingStore } from './remembering-store.ts'

export type LocomoOptions = {
  readonly data: string
  readonly embedder: Embedder
  /** Index captions of images as text of their turns. */
  readonly captions: boolean
  /** For the intervals. */
  readonly seed: number
  /** Names of conversations; undefined: all. */
  readonly conversations?: readonly string[] | undefined
  /** Questions a conversation at most. */
  readonly limit: number
  readonly onProgress: (line: string) => void
}

/** What was measured of one question; labels meet rankings here and nowhere earlier. */
type Judged = {
  readonly conversation: string
  readonly question: LocomoQuestion
  readonly turns: Figures
  /** Against the audit's citations; undefined where its answer is wrong. */
  readonly clean: Figures | undefined
  readonly contentOnly: Figures | undefined
  readonly sessions: Figures
  /** Whether the gold says that the question carries a condition of time. */
  readonly conditioned: boolean
}

/** Units recalled for turn-level metrics, which look at 20 at most, and for sessions, of which five must be seen. */
const TURN_UNITS = 20
const SESSION_UNITS = 100

/** The figures of LoCoMo by set, each question asked on the last day of its conversation. */
export async function locomoFigures(options: LocomoOptions): Promise<FigureSets> {
  const judged: Judged[] = []
  for (const conversation of loadLocomo(options.data, { captions: options.captions })) {
    if (options.conversations?.includes(conversation.id) === false) continue
    options.onProgress(`locomo ${conversation.id}: ${conversation.turns.length} turns`)
    judged.push(...(await judgeConversation(conversation, options)))
  }
  return setsOf(judged, options.seed)
}

async function judgeConversation(
  conversation: LocomoConversation,
  options: LocomoOptions,
): Promise<Judged[]> {
  const store = rememberingStore(await bankOf(conversation.turns, options.embedder))
  await using memory = await openMemory(store, { embedder: options.embedder })
  const conditioned = conditionedQuestions(options.data)
  const audit = loadAudit(options.data)
  const judged: Judged[] = []
  for (const question of conversation.questions.slice(0, options.limit)) {
    const relevant = question.evidence.turns
    if (relevant.length === 0) continue
    const key = `${conversation.id}/${question.index}`
    const ranked = await turnsRecalled(memory, question.question, { end: conversation.end, reinstate: true })
    const correction = audit.get(key)
    const cleanRelevant = correction?.corrupting ? undefined : (correction?.evidence ?? relevant)
    judged.push({
      conversation: conversation.id,
      question,
      turns: turnFigures(ranked, relevant),
      clean: cleanRelevant && cleanRelevant.length > 0 ? turnFigures(ranked, cleanRelevant) : undefined,
      contentOnly: conditioned.has(key)
        ? turnFigures(
            await turnsRecalled(memory, question.question, { end: conversation.end, reinstate: false }),
            relevant,
          )
        : undefined,
      sessions: await sessionFigures(memory, question, conversation),
      conditioned: conditioned.has(key),
    })
  }
  return judged
}

async function turnsRecalled(
  memory: Memory,
  question: string,
  { end, reinstate }: { end: string; reinstate: boolean },
): Promise<readonly (readonly string[])[]> {
  const { evidence } = await memory.recall(question, { limit: TURN_UNITS, referenceTime: end, reinstate })
  return evidence.map(({ unit }) => unit.sources)
}

export function turnFigures(ranked: Ranking['ranked'], turns: readonly string[]): Figures {
  const ranking = { ranked, relevant: new Set(turns) }
  return {
    'share@5': shareAt(ranking, 5),
    'share@10': shareAt(ranking, 10),
    'share@20': shareAt(ranking, 20),
    'all@10': allAt(ranking, 10),
    'all@20': allAt(ranking, 20),
    'hit@10': hitAt(ranking, 10),
    mrr: reciprocalRank(ranking),
    'cappedRank@10': cappedRank(ranking, 10),
  }
}

async function sessionFigures(
  memory: Memory,
  { question, evidence }: LocomoQuestion,
  { turns, end }: LocomoConversation,
): Promise<Figures> {
  const recalled = await memory.recall(question, { limit: SESSION_UNITS, referenceTime: end })
  const sessionOf = new Map(turns.map(({ id, session }) => [id, session]))
  const relevant = new Set(evidence.turns.map((id) => sessionOf.get(id)!))
  const ranking = { ranked: rankSessions(recalled).map(({ session }) => [session]), relevant }
  return { 'r@1': hitAt(ranking, 1), 'any@5': hitAt(ranking, 5), 'all@5': allAt(ranking, 5) }
}

type GoldTime = {
  readonly sample_id: string
  readonly question_index: number
  readonly ranges: readonly unknown[]
}

function conditionedQuestions(data: string): ReadonlySet<string> {
  const gold = JSON.parse(readFileSync(join(data, 'time-questions-open.json'), 'utf8')) as readonly GoldTime[]
  return new Set(
    gold.filter(({ ranges }) => ranges.length > 0).map((each) => `${each.sample_id}/${each.question_index}`),
  )
}

function setsOf(judged: readonly Judged[], seed: number): FigureSets {
  const mean = (records: readonly Figures[]) => meanOf(records, { seed })
  const tuned = (each: Judged) => TUNING_CONVERSATIONS.includes(each.conversation)
  const heldOut = judged.filter((each) => !tuned(each))
  const answerable = (list: readonly Judged[]) => list.filter(({ question }) => question.category !== 5)
  const turns = (list: readonly Judged[]) => mean(list.map((each) => each.turns))
  const ofCategory = (category: number) => (each: Judged) => each.question.category === category
  const conditioned = answerable(heldOut).filter((each) => each.conditioned)
  return {
    'locomo/held-out': turns(answerable(heldOut)),
    'locomo/held-out/multi-hop': turns(heldOut.filter(ofCategory(1))),
    'locomo/held-out/time-conditioned': turns(conditioned),
    'locomo/held-out/time-conditioned/content-only': mean(
      conditioned.flatMap(({ contentOnly }) => (contentOnly === undefined ? [] : [contentOnly])),
    ),
    'locomo/held-out/sessions': mean(heldOut.map((each) => each.sessions)),
    'locomo/tuning': turns(answerable(judged.filter(tuned))),
    'locomo/tuning/sessions': mean(judged.filter(tuned).map((each) => each.sessions)),
    'locomo/all': turns(answerable(judged)),
    'locomo/all/multi-hop': turns(judged.filter(ofCategory(1))),
    'locomo/all/temporal': turns(judged.filter(ofCategory(2))),
    'locomo/all/open-domain': turns(judged.filter(ofCategory(3))),
    'locomo/all/single-hop': turns(judged.filter(ofCategory(4))),
    'locomo/all/adversarial': turns(judged.filter(ofCategory(5))),
    'locomo/all/clean': mean(answerable(judged).flatMap(({ clean }) => (clean === undefined ? [] : [clean]))),
  }
}
