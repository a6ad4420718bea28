import type { TimeExpression } from './expression.ts'
import {
  countAt,
  isOneOf,
  lower,
  type Reading,
  type Rule,
  sequence,
  skip,
  type Tokens,
  unitAt,
} from './reading.ts'
import { recurrenceAt } from './recurrence.ts'

/** Time words that name no days of the calendar: lengths, repetitions, vague words; read so that nothing inside them is. */
export const fixedRules: readonly Rule[] = [recurrenceAt, vague, justDone, sinceLastTalk, duration]

// How far back each vague word reaches, in days; undefined where it has no bound at all.
const VAGUE: readonly (readonly [phrase: string, daysBack: number | undefined, today: boolean])[] = [
  ['recently', 30, true],
  ['lately', 30, true],
  ['of late', 30, true],
  ['the other day', 7, false],
  ['the other night', 7, false],
  ['the other week', 21, false],
  ['the other weekend', 21, false],
  ['a recent weekend', undefined, false],
  ['in recent weeks', 42, true],
  ['in recent days', 7, true],
  ['in recent months', 183, true],
  ['a while ago', undefined, false],
  ['a while back', undefined, false],
  ['a long time ago', undefined, false],
  ['long ago', undefined, false],
  ['some time ago', undefined, false],
  ['ages ago', undefined, false],
  ['years ago', undefined, false],
  ['months ago', undefined, false],
  ['weeks ago', undefined, false],
  ['days ago', undefined, false],
  ['years back', undefined, false],
  ['back in the day', undefined, false],
  ['these days', undefined, false],
  ['nowadays', undefined, false],
  ['currently', undefined, false],
  ['at the moment', undefined, false],
  ['one day', undefined, false],
  ['some day', undefined, false],
  ['someday', undefined, false],
  ['soon', undefined, false],
  ['in the future', undefined, false],
  ['in the near future', undefined, false],
]

function vague(tokens: Tokens, at: number): Reading | undefined {
  for (const [phrase, daysBack, today] of VAGUE) {
    const next = sequence(tokens, at, phrase)
    if (next !== undefined) return alone({ type: 'vague', daysBack, today }, next)
  }
  return undefined
}

// What ends at a moment: “just” before it means that moment, before anything else it means “only”.
const DONE = new Set(
  (
    'got came returned arrived finished started joined bought moved adopted signed launched opened wrapped won ' +
    'completed graduated landed received released'
  ).split(' '),
)
const JUST_DAYS_BACK = 7

/** [just got back], [just finished]. */
function justDone(tokens: Tokens, at: number): Reading | undefined {
  if (!isOneOf(tokens, at, 'just') || !DONE.has(lower(tokens, at + 1))) return undefined
  const next = skip(tokens, at + 2, 'back', 'home', 'up')
  return alone({ type: 'vague', daysBack: JUST_DAYS_BACK, today: true }, next)
}

const TALKED = [
  'talked',
  'chatted',
  'spoke',
  'spoken',
  'met',
  'caught',
  'saw',
  'texted',
  'messaged',
  'called',
  'hung',
]
const TALK = ['talk', 'chat', 'conversation', 'call', 'meeting', 'catch-up', 'time', 'session']

/** [since we last talked], [since our last chat], [since last time]. */
function sinceLastTalk(tokens: Tokens, at: number): Reading | undefined {
  if (!isOneOf(tokens, at, 'since')) return undefined
  const nounStart = skip(tokens, skip(tokens, at + 1, 'our', 'the', 'my', 'your'), 'last', 'previous')
  if (nounStart > at + 1 && isOneOf(tokens, nounStart, ...TALK)) {
    if (!isOneOf(tokens, nounStart - 1, 'last', 'previous')) return undefined
    const verb = skip(tokens, skip(tokens, nounStart + 1, 'we', 'i', 'you'), ...TALKED)
    return alone({ type: 'since-last-talk' }, verb)
  }
  if (!isOneOf(tokens, at + 1, 'we', 'i')) return undefined
  const verb = skip(tokens, skip(tokens, at + 2, "'ve", 'have'), 'last')
  return isOneOf(tokens, verb, ...TALKED) ? alone({ type: 'since-last-talk' }, verb + 1) : undefined
}

/** [for two weeks], [a few days], [3-year-old]: a length; [for two years now] is the time since it began. */
function duration(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'for', 'in', 'within', 'over', 'about', 'around')
  const count = countAt(tokens, start)
  const unitStart = skip(tokens, count?.next ?? start, '-')
  const unit = count && unitAt(tokens, unitStart)
  if (count === undefined || unit === undefined) return undefined
  const isFor = isOneOf(tokens, at, 'for')
  if (isFor && isOneOf(tokens, unit.next, 'now')) {
    return alone({ type: 'lasting', count: count.count, unit: unit.unit }, unit.next + 1)
  }
  // [in two weeks] points ahead where the sentence does; “in a few days since” and “haven't talked in” do not.
  const isAhead = isOneOf(tokens, at, 'in') && !isOneOf(tokens, unit.next, '-', 'since', 'of')
  if (isAhead) {
    const next = sequence(tokens, unit.next, 'or so') ?? unit.next
    const possessive = tokens[next]?.kind === 'possessive' ? skip(tokens, next + 1, 'time') : next
    return alone({ type: 'ago', count: count.count, unit: unit.unit, direction: 1, exact: false }, possessive)
  }
  return alone({ type: 'duration' }, skip(tokens, skip(tokens, unit.next, '-'), 'old'))
}

function alone(expression: TimeExpression, next: number): Reading {
  return { expression, next, stands: 'alone' }
}
