import { orByWords } from '../embed/or-by-words.ts'
import { enoughForOneHop } from '../episodes/assist-enough.ts'
import { deepCost } from '../episodes/cost.ts'
import { reconstruct } from '../episodes/reconstruct.ts'
import type { Routed } from '../episodes/reconstruct-context.ts'
import { hashOfRendered, renderEpisode } from '../episodes/render-episode.ts'
import type { Routing } from '../episodes/route.ts'
import type { Purse } from '../llm/purse.ts'
import type { Verdict } from '../model/answer.ts'
import type { Episode, Reading } from '../model/episode.ts'
import { NotFoundError } from '../model/errors.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { Reconstruction } from '../model/recollection.ts'
import type { TurnId } from '../model/turn.ts'
import type { ModelCall } from '../model/usage.ts'
import { scopeOf } from '../store/scope-of.ts'
import { EVERY_TURN } from '../store/store.ts'
import type { ViewScope } from '../store/views/view-query.ts'
import { admits, admitsAll } from './admits.ts'
import type { ModeContext } from './mode-context.ts'
import type { AskChoices } from './question.ts'
import type { QuestionTime } from './question-time.ts'
import { frameIn, type Recollected } from './recollect.ts'

/** What the deep mode says, and how it came to it. */
export type DeepAnswer = {
  readonly verdict: Verdict
  readonly droppedCitations: number
  readonly deep: Omit<Reconstruction, 'cost'>
}

export type DeepRequest = {
  readonly context: ModeContext
  readonly purse: Purse
  readonly time: QuestionTime
  /** Whether assistants that are still reading may be stopped once the evidence suffices. */
  readonly mayStopEarly: boolean
  readonly onReading?: ((reading: Reading) => void) | undefined
}

/** Rounds of asking, the question itself the first. @see E-mem, algorithm 1 */
const ROUNDS = 3

/**
 * Answers by re-reading the episodes that a question activates; what the fast mode has found activates its own.
 *
 * @returns Undefined where the time is up before the episodes are open.
 */
export async function answerDeep(
  { recollection, history, termWeights }: Recollected,
  choices: AskChoices,
  { context, purse, time, mayStopEarly, onReading }: DeepRequest,
): Promise<DeepAnswer | undefined> {
  const { store, callers } = context
  const { frame, evidence } = recollection
  const { timeZone } = store.facts
  const shelf = await time.within('open the episodes', context.episodes.keep, choices.signal)
  if (shelf === undefined) return undefined
  const routing = routingOf(choices, context)
  const known = evidence.map(({ turns }) => turns[0])
  const first = await routing(
    frame,
    known.map(({ position }) => position),
  )
  const result = await reconstruct(
    {
      frame,
      frameOf: (question) => frameIn(question, choices, { history, store }),
      routed: await routedOf(
        first,
        known.map(({ id }) => id),
        context,
      ),
      route: async (question) =>
        routedOf(await routing(frameIn(question, choices, { history, store }), []), [], context),
      read: async (number) => admitted(await shelf.read(number), choices, timeZone),
      unitsOf: (turns) => turnUnits(turns, context),
      bank: context.bankKey,
      timeZone,
      aliases: history.aliases,
      searched: { turns: known.map(({ id }) => id), termWeights },
      assistant: callers.assistant,
      master: callers.reader,
    },
    {
      rounds: ROUNDS,
      purse,
      signal: choices.signal,
      enough: mayStopEarly ? enoughForOneHop(frame, timeZone) : undefined,
      onEvent: (event) => event.type === 'read' && onReading?.(event.reading),
    },
  )
  const { verdict, droppedCitations, readings, rounds, droppedQuotes, mendedQuotes, stoppedBy } = result
  return {
    verdict,
    droppedCitations,
    deep: { rounds, readings, droppedQuotes, mendedQuotes, stoppedBy },
  }
}

/** The record of a deep answer with what all of its question's calls cost. */
export function withCost(deep: Omit<Reconstruction, 'cost'>, calls: readonly ModelCall[]): Reconstruction {
  return { ...deep, cost: deepCost(calls) }
}

function routingOf(choices: AskChoices, { store, embedder, routerOf, warn }: ModeContext) {
  let scope: Promise<ViewScope> | undefined
  const asking = embedder && orByWords(embedder, (error) => warn('question-not-embedded', error)).embedder
  const router = routerOf(choices.episodes)
  return async (frame: RecallFrame, evidence: readonly number[]): Promise<Routing> => {
    scope ??= scopeOf(choices.filter, store)
    // What one passage names another may tell, and no word of the question shows it; to search again is cheap beside reading.
    return router(frame, {
      rounds: 2,
      scope: await scope,
      evidence,
      embedder: asking,
      signal: choices.signal,
    })
  }
}

/** Extraction begins with the turns that led here: what the fast mode found, then the passages of the routing. */
async function routedOf(
  { activations, passages }: Routing,
  known: readonly TurnId[],
  { store }: ModeContext,
): Promise<Routed> {
  const turns: TurnId[] = [...known]
  const keys = passages.map(({ key }) => key)
  const sources = new Map<number, TurnId>()
  for await (const { key, unit } of store.units({ ...EVERY_TURN, keys })) sources.set(key, unit.sources[0])
  for (const key of keys) turns.push(...[sources.get(key) ?? []].flat())
  return { activations, known: [...new Set(turns)] }
}

/** What hard filters hide is not read: neither by an assistant nor by extraction. */
function admitted(episode: Episode, { filter }: AskChoices, timeZone: string): Episode {
  if (admitsAll(filter)) return episode
  const turns = episode.turns.filter(({ turn }) => admits(filter, turn, timeZone))
  if (turns.length === 0) throw new NotFoundError('No turn of the episode passes the filters')
  if (turns.length === episode.turns.length) return episode
  return { ...episode, turns, hash: hashOfRendered(renderEpisode(turns, timeZone)) }
}

async function turnUnits(turns: readonly TurnId[], { store }: ModeContext): Promise<readonly MemoryUnit[]> {
  const units: MemoryUnit[] = []
  for await (const { unit } of store.units({ ...EVERY_TURN, ids: turns, keys: undefined }))
    if (unit.origin === 'turn') units.push(unit)
  return units
}
