import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { QuestionAnalysis } from '../llm/tasks/analyse-question.ts'
import type { Day } from '../model/day-range.ts'
import type { History } from '../model/history.ts'
import type { TurnId } from '../model/turn.ts'
import { induceFrame } from './induce-frame.ts'
import { refineFrame } from './refine-frame.ts'

const day = (text: string) => text as Day
const history: History = {
  days: { first: day('2022-11-18'), last: day('2023-06-30') },
  speakers: ['Ewa', 'Melanie'],
  persons: ['Ewa', 'Melanie', 'Jan Novak', 'Bartholomew', 'Bas'],
  aliases: [{ alias: 'Bas', person: 'Bartholomew', source: 't1' as TurnId }],
}
const NOTHING: QuestionAnalysis = {
  kind: 'thing',
  persons: [],
  locations: [],
  entities: [],
  topics: [],
  order: 'none',
  orderEvent: '',
  timeWords: '',
  firstDay: '',
  lastDay: '',
}
const induced = (question: string, asker?: string) =>
  induceFrame(question, { history, referenceDay: day('2023-07-10'), dateOrder: undefined, asker })
const refined = (question: string, analysis: Partial<QuestionAnalysis>, of = history) =>
  refineFrame(induced(question), { ...NOTHING, ...analysis }, of)

describe('the range of a model', () => {
  const vague = 'What did Ewa bake around the time of the flood?'

  it('has time words that no rule can ground to stand on in these tests', () => {
    expect(induced('What did Ewa bake recently?').time.status).toBe('ungrounded')
    expect(induced(vague).time.status).not.toBe('grounded')
  })

  it('counts where the guard saw time words that the rules could not ground', () => {
    expect(
      refined('What did Ewa bake recently?', { firstDay: '2023-06-12', lastDay: '2023-06-30' }).time,
    ).toMatchObject({
      status: 'grounded',
      cue: expect.stringContaining('recently'),
      range: { first: '2023-06-12', last: '2023-06-30' },
      readings: [{ first: '2023-06-12', last: '2023-06-30' }],
    })
  })

  test.each([
    ['no time words', 'What did Ewa bake?', '2023-05-01', '2023-05-31'],
    ['time words that the rules ground', 'What did Ewa bake in March 2023?', '2023-05-01', '2023-05-31'],
    ['a day that does not exist', 'What did Ewa bake recently?', '2023-02-28', '2023-02-30'],
    ['its days the wrong way round', 'What did Ewa bake recently?', '2023-06-30', '2023-06-01'],
    ['one day alone', 'What did Ewa bake recently?', '2023-06-01', ''],
    ['days in another form', 'What did Ewa bake recently?', '1 June 2023', '30 June 2023'],
    ['days far from the history', 'What did Ewa bake recently?', '2031-06-01', '2031-06-30'],
    ['days that hold the whole history', 'What did Ewa bake recently?', '2022-01-01', '2023-12-31'],
  ])('is left out with %s', (_, question, firstDay, lastDay) => {
    expect(refined(question, { firstDay, lastDay }).time).toEqual(induced(question).time)
  })

  it('is left out while the bank is empty', () => {
    const empty = { ...history, days: undefined }
    expect(
      refined('What did Ewa bake recently?', { firstDay: '2023-06-12', lastDay: '2023-06-30' }, empty).time
        .status,
    ).toBe('ungrounded')
  })
})

describe('the names of a model', () => {
  test.each<
    [
      string,
      string,
      Partial<QuestionAnalysis>,
      Partial<Record<'persons' | 'locations' | 'entities', string[]>>,
    ]
  >([
    [
      'a nickname becomes the person',
      'What did Ewa and Bas sing?',
      { persons: ['Bas'] },
      { persons: ['Ewa', 'Bartholomew'] },
    ],
    [
      'a person nobody named is left out',
      'What did Ewa sing?',
      { persons: ['Hallgerd'] },
      { persons: ['Ewa'] },
    ],
    [
      'a common word is no person',
      'What did the choir of Ewa sing?',
      { persons: ['choir'] },
      { persons: ['Ewa'] },
    ],
    [
      'a place that stands in the question is taken',
      'what did ewa paint in hallstatt?',
      { locations: ['hallstatt'] },
      { locations: ['hallstatt'] },
    ],
    [
      'a place that does not is left out',
      'What did Ewa paint by the lake?',
      { locations: ['Hallstatt', 'lake'] },
      { locations: [] },
    ],
    [
      'part of a word is no name',
      'What did Ewa think of Annapurna?',
      { entities: ['Anna'] },
      { entities: ['Annapurna'] },
    ],
    ['a person is no entity as well', 'What did Melanie sing?', { entities: ['Melanie'] }, { entities: [] }],
    ['a pattern in a name is a plain name', 'What did Ewa say of C++?', { entities: ['C++', '.*'] }, {}],
  ])('%s', (_, question, analysis, expected) => {
    expect(refined(question, analysis)).toMatchObject(expected)
  })
})

describe('what the rules are sure of', () => {
  it('stays: the kind of answer, the order', () => {
    const made = refined('When did Ewa first sail?', { kind: 'place', order: 'latest' })
    expect(made.need.kind).toBe('date')
    expect(made.order).toEqual({ relation: 'first', event: undefined })
  })

  it('is joined by a kind and an order where they know none', () => {
    const made = refined('What town did Ewa move to once the flood was over?', { kind: 'place' })
    expect(made.need.kind).toBe('place')
    expect(refined('What colour is the boat?', { kind: 'yes-no' }).need.kind).toBe('thing')
    expect(refined('Name the flat of Ewa', { order: 'latest' }).order).toEqual({
      relation: 'latest',
      event: undefined,
    })
    expect(refined('Name the flat of Ewa', { order: 'after', orderEvent: 'the flood' }).order).toBeUndefined()
  })

  it('stays whatever a model says: no name becomes unknown, no name is lost, no time is dropped', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('Ewa', 'Zubin', 'Hallstatt', '2023-05-01', '2023-05-31', 'I'),
    )
    const analysis = fc.record<QuestionAnalysis>({
      kind: fc.constantFrom('thing', 'place', 'yes-no', 'date'),
      persons: fc.array(text),
      locations: fc.array(text),
      entities: fc.array(text),
      topics: fc.array(text),
      order: fc.constantFrom('none', 'before', 'latest'),
      orderEvent: text,
      timeWords: text,
      firstDay: text,
      lastDay: text,
    })
    const question = fc.constantFrom(
      'What did Zubin and Ewa do in Hallstatt in May 2023?',
      'Who sold “The Kite” recently?',
      '',
    )
    fc.assert(
      fc.property(question, analysis, (asked, said) => {
        const before = induced(asked)
        const after = refineFrame(before, said, history)
        expect(after.unknownNames).toEqual(before.unknownNames)
        for (const key of ['persons', 'locations', 'entities', 'topics'] as const)
          expect(after[key].slice(0, before[key].length)).toEqual(before[key])
        if (before.time.status !== 'ungrounded') expect(after.time).toEqual(before.time)
        expect(refineFrame(before, NOTHING, history)).toEqual(before)
      }),
    )
  })
})
