import { expect, test } from 'vitest'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { newerFirst } from './newer-first.ts'

type Said = { day: string; keywords: string[]; entities?: string[]; modality?: string; speaker?: string }

const piece = ({ day, keywords, entities = [], modality = 'stated', speaker = 'Ana' }: Said, score: number) =>
  ({
    unit: { speaker, session: day, keywords, modality, context: { entities } },
    turns: [{ time: `${day}T10:00:00.000Z` }],
    tier: 'within',
    score,
  }) as unknown as Evidence

const frame = (question: string, more: Partial<RecallFrame> = {}) =>
  ({
    question,
    time: { status: 'none' },
    need: { kind: 'thing', list: false },
    order: undefined,
    ...more,
  }) as RecallFrame

const OLD = { day: '2024-01-06', keywords: ['tea', 'kettle'] }
const NEW = { day: '2024-02-06', keywords: ['coffee', 'kettle'] }

const days = (question: RecallFrame, first: Said, second: Said) =>
  newerFirst([piece(first, 0.6), piece(second, 0.5)], question).map(({ unit, score }) => [
    unit.session,
    score,
  ])
const kept = [
  [OLD.day, 0.6],
  [NEW.day, 0.5],
]
const swapped = [
  [NEW.day, 0.6],
  [OLD.day, 0.6],
]

test('of two statements about what is asked the newer stands first, with the score of the place', () => {
  expect(days(frame('What is in the kettle now?'), OLD, NEW)).toEqual(swapped)
})

test('a word in both that is neither asked for nor a name moves nothing', () => {
  expect(days(frame('What does Ana drink?'), OLD, NEW)).toEqual(kept)
})

test('a named thing in both moves the newer up although the question does not name it', () => {
  const of = (said: Said) => ({ ...said, keywords: [...said.keywords, 'Whitby'], entities: ['Whitby'] })
  expect(days(frame('What does Ana drink?'), of(OLD), of(NEW))).toEqual(swapped)
})

test.each([
  ['the question asks about the past', frame('What was in the kettle?'), NEW],
  [
    'the question lists',
    frame('What is in the kettle?', { need: { kind: 'thing', list: true } as never }),
    NEW,
  ],
  ['somebody else says it', frame('What is in the kettle?'), { ...NEW, speaker: 'Bo' }],
  ['the newer is a wish', frame('What is in the kettle?'), { ...NEW, modality: 'hypothetical' }],
  ['the second is older', frame('What is in the kettle?'), { ...NEW, day: '2024-01-01' }],
])('nothing moves when %s', (_, question, second) => {
  expect(days(question, OLD, second)[0]).toEqual([OLD.day, 0.6])
})
