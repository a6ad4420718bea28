import { expect, it } from 'vitest'
import type { AbstainReason, Citation, Verdict } from '../model/answer.ts'
import type { Day } from '../model/day-range.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { type Readers, whyDeeper } from './escalate.ts'

const frame: RecallFrame = {
  question: 'Where is the kayak?',
  need: { kind: 'place', list: false, focus: undefined, keywords: ['kayak'] },
  persons: [],
  unknownNames: [],
  locations: [],
  entities: [],
  topics: [],
  order: undefined,
  time: { status: 'none' },
  hops: 'single',
  asker: undefined,
  referenceDay: '2031-05-14' as Day,
}
const joins: RecallFrame = { ...frame, hops: 'multi' }
const lists: RecallFrame = { ...frame, need: { ...frame.need, list: true } }
const strangers: RecallFrame = { ...frame, unknownNames: ['Zoltan'] }

const answered: Verdict = {
  answered: true,
  text: 'in the shed',
  citations: [{} as Citation],
  date: undefined,
  polarity: undefined,
  caveats: [],
}
const abstained = (reason: AbstainReason): Verdict => ({ answered: false, reason, text: '', nearest: [] })

it.each<[string, RecallFrame, Verdict, RegExp | undefined]>([
  ['a plain question that was answered', frame, answered, undefined],
  ['a question that joins, though it was answered', joins, answered, /joins or compares/],
  ['a question that lists, though it was answered', lists, answered, /several things/],
  ['a question that joins and lists', { ...joins, need: lists.need }, answered, /joins or compares/],
  ['an answer about somebody the bank does not know by a name', strangers, answered, undefined],
  ['nothing related', frame, abstained('nothing-related'), /nothing related/],
  ['nothing about somebody the bank has never heard of', strangers, abstained('nothing-related'), undefined],
  ['evidence of another time', frame, abstained('wrong-time'), /another time/],
  ['evidence with several readings', frame, abstained('ambiguous'), /more than one reading/],
  ['evidence that says something else', frame, abstained('unsupported'), /does not support/],
  ['evidence about a stranger that says something else', strangers, abstained('unsupported'), /not support/],
  ['a budget that did not suffice', frame, abstained('budget'), undefined],
  ['a join for which the budget did not suffice', joins, abstained('budget'), /joins or compares/],
])('%s: goes deeper or stays, and says why', (_, given, verdict, why) => {
  const reason = whyDeeper(given, verdict, { model: true, answersNearly: () => false })
  if (why === undefined) expect(reason).toBeUndefined()
  else expect(reason).toMatch(why)
})

const extracting = (answersNearly: boolean): Readers => ({ model: false, answersNearly: () => answersNearly })
const open: RecallFrame = { ...frame, need: { ...frame.need, kind: 'thing' } }
const openList: RecallFrame = { ...joins, need: { ...open.need, list: true } }
const openJoin: RecallFrame = { ...joins, need: open.need }

it.each<[string, RecallFrame, Verdict, Readers, boolean]>([
  [
    'a passage that is not found, with nothing near it',
    open,
    abstained('unsupported'),
    extracting(false),
    false,
  ],
  [
    'a passage that is not found, with something near it',
    open,
    abstained('unsupported'),
    extracting(true),
    true,
  ],
  ['a list of which nothing is found', openList, abstained('unsupported'), extracting(false), true],
  ['a list of which something is found', openList, answered, extracting(false), true],
  ['two memories that are to be joined', openJoin, abstained('unsupported'), extracting(false), true],
  ['a place that is not found', frame, abstained('unsupported'), extracting(false), true],
])('without a model, %s: goes deeper or stays', (_, given, verdict, readers, isDeep) => {
  expect(whyDeeper(given, verdict, readers) !== undefined).toBe(isDeep)
})
