import { personTerms } from '../language/persons.ts'
import { analyse } from '../language/terms.ts'
import type { DayRange } from '../model/day-range.ts'
import type { History } from '../model/history.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { PlannedQuery } from '../model/recollection.ts'
import type { TurnFilter } from '../store/store.ts'
import { overlap, widen } from '../time/day-range.ts'
import { stripCue } from '../time/strip-cue.ts'
import type { RecallSettings } from './settings.ts'
import { withStatement } from './with-statement.ts'
import { nicknamesOf, withoutSpeakers } from './without-speakers.ts'

/** What the caller of a recall decides. */
export type RecallRequest = {
  /** K: how many pieces of evidence, from 1. */
  readonly limit: number
  /** Which views are searched; `dense` scores are cosines. */
  readonly views: 'hybrid' | 'lexical' | 'dense'
  /** False turns the context list off. */
  readonly reinstate: boolean
  /** Hard filters: what they exclude is not found. */
  readonly filter: TurnFilter
  /** Searches beside the question itself; empty without a model. */
  readonly queries: readonly PlannedQuery[]
  /** Units of which origin are searched. */
  readonly units: 'turns' | 'model' | 'both'
}

export type Origin = MemoryUnit['origin']

/** A recall decided and not yet carried out: plain data. */
export type RecallPlan = RecallRequest & {
  readonly frame: RecallFrame
  readonly settings: RecallSettings
  readonly origins: readonly [Origin, ...Origin[]]
  /** How many units each view contributes to a list. */
  readonly depth: number
  /** Words searched for, each once. */
  readonly terms: readonly string[]
  /** Words that the question does not have: they find, and are no share of what it asks. */
  readonly plannedTerms: readonly string[]
  /** Those of them that name a person of the frame. */
  readonly nameTerms: ReadonlySet<string>
  /** Persons asked about, as units are indexed by them. */
  readonly persons: readonly string[]
  /** What the embedding model is given, the question first; none where words alone are searched. */
  readonly meanings: readonly string[]
  /** Undefined where nothing is grounded, or reinstatement is off. */
  readonly context: PlannedContext | undefined
}

export type PlannedContext = {
  /** Every reading of the cue. */
  readonly ranges: readonly [DayRange, ...DayRange[]]
  readonly bufferDays: number
  readonly bySession: boolean
  readonly byEventTime: boolean
}

/** Decides what to search for and how; undefined where the question holds nothing to search for. */
export function planRecall(
  frame: RecallFrame,
  request: RecallRequest,
  { history, settings }: { history: History; settings: RecallSettings },
): RecallPlan | undefined {
  const asked = analyse(askedText(frame, settings))
  const names = frame.persons.flatMap((person) => analyse(person))
  const nicknames = frame.persons.flatMap((person) => nicknamesOf(person, history).flatMap(analyse))
  const terms = [...new Set([...asked, ...names])]
  if (terms.length === 0 && analyse(frame.question).length === 0) return undefined
  return {
    ...request,
    frame,
    settings,
    origins: ORIGINS[request.units],
    // A caller who wants more than a list holds must not be given less.
    depth: Math.max(settings.depth, 2 * request.limit),
    terms,
    plannedTerms: plannedTerms(request, { settings, terms }),
    nameTerms: new Set([...names, ...nicknames]),
    persons: [...new Set(frame.persons.flatMap(personTerms))],
    meanings: meaningsOf(frame, request, { history, settings }),
    context: request.reinstate ? contextOf(frame, { history, settings }) : undefined,
  }
}

const ORIGINS = {
  turns: ['turn'],
  model: ['model'],
  both: ['turn', 'model'],
} as const satisfies Readonly<Record<RecallRequest['units'], readonly Origin[]>>

/** More words than these would be the question's equals by their number. */
const MOST_PLANNED_TERMS = 12

function plannedTerms(
  { queries, views }: RecallRequest,
  { settings, terms }: { settings: RecallSettings; terms: readonly string[] },
): readonly string[] {
  if (settings.model.keywordWeight === 0 || views === 'dense') return []
  const asked = new Set(terms)
  const planned = queries.flatMap(({ keywords }) => keywords.flatMap(analyse))
  return [...new Set(planned)].filter((term) => !asked.has(term)).slice(0, MOST_PLANNED_TERMS)
}

/** The question without the time words that were grounded. */
function askedText({ question, time }: RecallFrame, { dropCue }: RecallSettings): string {
  return dropCue && time.status === 'grounded' ? stripCue(question) : question
}

/**
 * A search by meaning alone takes the question as it is; beside words, speakers' names are left to the words.
 *
 * With a statement (`withStatement`) where a time was grounded: what happened then is a small part of the bank, of which
 * the turn is wanted. Without, the session is to be found among all, which the question alone does as often. The mean of
 * both is a little better still (share@10 0.873, not 0.870, on the tuning conversations) and costs a recall a third more.
 */
function meaningsOf(
  frame: RecallFrame,
  { views, reinstate, queries }: RecallRequest,
  { history, settings }: { history: History; settings: RecallSettings },
): RecallPlan['meanings'] {
  if (views === 'lexical') return []
  const planned = queries.map(({ text }) => text)
  if (views === 'dense') return [frame.question, ...planned]
  // Without a context list nothing else stands for the time words; a question that is all time words needs them too.
  const text = (reinstate && askedText(frame, settings)) || frame.question
  if (!settings.namelessMeaning) return [text, ...planned]
  const nameless = (each: string) => withoutSpeakers(each, { persons: frame.persons, history })
  const asked = frame.time.status === 'grounded' ? withStatement(nameless(text)) : nameless(text)
  return [asked, ...planned.map(nameless)]
}

/** A range wholly outside the history can only be met by what was told of it, or by a session that the buffer reaches. */
function contextOf(
  { time }: RecallFrame,
  { history, settings }: { history: History; settings: RecallSettings },
): PlannedContext | undefined {
  if (time.status !== 'grounded') return undefined
  const { bufferDays, byEventTime } = settings.context
  const { days } = history
  const meets = (buffer: number) =>
    days !== undefined && time.readings.some((range) => overlap(widen(range, buffer), days))
  return {
    ranges: time.readings,
    bufferDays,
    bySession: meets(bufferDays),
    byEventTime: byEventTime || !meets(0),
  }
}
