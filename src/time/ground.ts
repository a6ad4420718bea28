import type { Day, DayRange } from '../model/day-range.ts'
import type { TimeCondition } from '../model/recall-frame.ts'
import { type Cue, type Deixis, findCues, isLiveSpeech } from './cue-guard.ts'
import { hull, intersect, lengthDays } from './day-range.ts'
import { eventAnchor } from './event-anchor.ts'
import type { ReferenceFrame } from './expression.ts'
import { type Resolution, resolve } from './resolve.ts'
import { asksForPlans, questionTense } from './tense.ts'

export type GroundOptions = {
  /** The day on which the question is asked. */
  readonly referenceDay: Day
  /** The minute of that day, 0-1439, against which “an hour ago” is read; undefined where only the day is known. */
  readonly referenceMinute?: number | undefined
  /** First and last session day; undefined while the bank is empty. */
  readonly history?: DayRange | undefined
  /** The day of the session before this one, for “since we last talked”. */
  readonly previousSessionDay?: Day | undefined
  /** Default: both readings of 03/04/2023. */
  readonly dateOrder?: 'DMY' | 'MDY' | undefined
  /**
   * Whether [last weekend] and the like are read against the day of asking (`live`) or left alone (`end-of-history`).
   * Default: live when the question speaks of “I”, “we” or “you”, when there is no history, or when it is asked on
   * another day than that of the last session; a third-person question on that very day is one about a finished history.
   */
  readonly deixis?: Deixis | undefined
}

/**
 * What the time words of a question mean: the cue guard decides whether they bound it, grounding gives their days.
 *
 * Several cues are joined: to the days that they share, else to the span from the first to the last. A question
 * whose cues give no days has no time condition: a wrong range is worse than none.
 *
 * @see RaMem, section 3.2
 */
export function groundCue(question: string, options: GroundOptions): TimeCondition {
  const cues = findCues(question, options.deixis ?? deixisOf(question, options))
  const frame = frameOf(question, options)
  const grounded: Grounded[] = []
  for (const cue of cues) {
    const resolution = cue.bounds === true ? resolve(cue.phrase.expression, frame) : undefined
    if (resolution !== undefined) grounded.push({ cue, resolution })
  }
  return grounded.length > 0 ? joined(question, grounded) : ungrounded(question, cues)
}

type Grounded = { readonly cue: Cue; readonly resolution: Resolution }

/** @see GroundOptions.deixis */
function deixisOf(question: string, { history, referenceDay }: GroundOptions): Deixis {
  const isRead = history !== undefined && history.last === referenceDay && !isLiveSpeech(question)
  return isRead ? 'end-of-history' : 'live'
}

function frameOf(question: string, options: GroundOptions): ReferenceFrame {
  const tense = questionTense(question)
  return {
    day: options.referenceDay,
    minute: options.referenceMinute,
    tense: tense === 'habit' ? 'open' : tense === 'open' && asksForPlans(question) ? 'future' : tense,
    history: options.history,
    previousSessionDay: options.previousSessionDay,
    dateOrder: options.dateOrder,
  }
}

function joined(question: string, grounded: readonly Grounded[]): TimeCondition {
  const narrowest = grounded.toSorted(
    (a, b) => lengthDays(a.resolution.range) - lengthDays(b.resolution.range),
  )[0]!
  const { start, end } = narrowest.cue.phrase
  const words = { status: 'grounded', cue: question.slice(start, end), position: start } as const
  if (grounded.length === 1) {
    return { ...words, range: narrowest.resolution.range, readings: narrowest.resolution.readings }
  }
  const range = grounded
    .map(({ resolution }) => resolution.range)
    .reduce((all, next) => intersect(all, next) ?? hull(all, next))
  return { ...words, range, readings: [range] }
}

function ungrounded(question: string, cues: readonly Cue[]): TimeCondition {
  const [cue] = cues
  if (cue !== undefined) {
    const { start, end } = cue.phrase
    const why = cue.bounds === true ? 'there are no such days' : cue.bounds
    return { status: 'ungrounded', cue: question.slice(start, end), position: start, why }
  }
  const anchor = eventAnchor(question)
  if (anchor === undefined) return { status: 'none' }
  return { status: 'ungrounded', ...anchor, why: 'counted from an event whose day the words do not say' }
}
