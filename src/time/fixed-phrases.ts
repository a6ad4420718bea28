import type { TimeExpression } from './expression.ts'
import {
  countedUnitAt,
  isOneOf,
  lower,
  phrasebook,
  type Reading,
  type Rule,
  sequence,
  skip,
  type Tokens,
} from './reading.ts'
import { recurrenceAt } from './recurrence-phrases.ts'

/** Time words that name no days of the calendar: lengths, repetitions, vague words; read so that nothing inside them is. */
export const fixedRules: readonly Rule[] = [recurrenceAt, vague, justDone, sinceLastTalk, duration]

// How far back each vague word reaches, in days; undefined where it has no bound at all.
const vagueWords = phrasebook<{ readonly daysBack: number | undefined; readonly today: boolean }>([
  ['recently', { daysBack: 30, today: true }],
  ['lately', { daysBack: 30, today: true }],
  ['of late', { daysBack: 30, today: true }],
  ['the other day', { daysBack: 7, today: false }],
  ['the other night', { daysBack: 7, today: false }],
  ['the other week', { daysBack: 21, today: false }],
  ['the other weekend', { daysBack: 21, today: false }],
  ['a recent weekend', { daysBack: undefined, today: false }],
  ['in recent weeks', { daysBack: 42, today: true }],
  ['in recent days', { daysBack: 7, today: true }],
  ['in recent months', { daysBack: 183, today: true }],
  ['a while ago', { daysBack: undefined, today: false }],
  ['a while back', { daysBack: undefined, today: false }],
  ['a long time ago', { daysBack: undefined, today: false }],
  ['long ago', { daysBack: undefined, today: false }],
  ['some time ago', { daysBack: undefined, today: false }],
  ['ages ago', { daysBack: undefined, today: false }],
  ['decades ago', { daysBack: undefined, today: false }],
  ['years ago', { daysBack: undefined, today: false }],
  ['months ago', { daysBack: undefined, today: false }],
  ['weeks ago', { daysBack: undefined, today: false }],
  ['days ago', { daysBack: undefined, today: false }],
  ['years back', { daysBack: undefined, today: false }],
  ['back in the day', { daysBack: undefined, today: false }],
  ['these days', { daysBack: undefined, today: false }],
  ['nowadays', { daysBack: undefined, today: false }],
  ['currently', { daysBack: undefined, today: false }],
  ['at the moment', { daysBack: undefined, today: false }],
  ['one day', { daysBack: undefined, today: false }],
  ['some day', { daysBack: undefined, today: false }],
  ['someday', { daysBack: undefined, today: false }],
  ['soon', { daysBack: undefined, today: false }],
  ['in the future', { daysBack: undefined, today: false }],
  ['in the near future', { daysBack: undefined, today: false }],
])

function vague(tokens: Tokens, at: number): Reading | undefined {
  const found = vagueWords(tokens, at)
  // [at the moment of the crash]: the one that is told.
  if (found && isOneOf(tokens, found.next - 1, 'moment') && isOneOf(tokens, found.next, 'of', 'when'))
    return undefined
  return found && alone({ type: 'vague', ...found.value }, found.next)
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
  const unit = countedUnitAt(tokens, start)
  if (unit === undefined) return undefined
  const isFor = isOneOf(tokens, at, 'for')
  if (isFor && isOneOf(tokens, unit.next, 'now')) {
    return alone({ type: 'lasting', count: unit.count, unit: unit.unit }, unit.next + 1)
  }
  // [in two weeks] points ahead where the sentence does; “in a few days since” and “haven't talked in” do not.
  const isAhead = isOneOf(tokens, at, 'in') && !isOneOf(tokens, unit.next, '-', 'since', 'of')
  if (isAhead) {
    const next = sequence(tokens, unit.next, 'or so') ?? unit.next
    const possessive = tokens[next]?.kind === 'possessive' ? skip(tokens, next + 1, 'time') : next
    return alone({ type: 'ago', count: unit.count, unit: unit.unit, direction: 1, exact: false }, possessive)
  }
  // [a few days since we talked] is how long ago that was.
  const next = sinceLastTalk(tokens, unit.next)?.next ?? skip(tokens, skip(tokens, unit.next, '-'), 'old')
  return alone({ type: 'duration' }, next)
}

function alone(expression: TimeExpression, next: number): Reading {
  return { expression, next, stands: 'alone' }
}
