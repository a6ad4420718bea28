import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Day } from '../model/day-range.ts'
import type { History } from '../model/history.ts'
import type { TurnId } from '../model/turn.ts'
import { induceFrame } from './induce-frame.ts'

const day = (text: string) => text as Day
const history: History = {
  days: { first: day('2022-11-18'), last: day('2023-06-30') },
  speakers: ['Ewa', 'Melanie'],
  persons: ['Ewa', 'Melanie', 'Jan Novak', 'Bartholomew', 'Bas'],
  aliases: [{ alias: 'Bas', person: 'Bartholomew', source: 't1' as TurnId }],
}
const frame = (question: string, asker?: string) =>
  induceFrame(question, { history, referenceDay: day('2023-07-10'), dateOrder: undefined, asker })

describe('a recall frame', () => {
  it('holds what is asked, of whom and when, the time cue nowhere but in its condition', () => {
    const made = frame('Where did Jan Novak park the van in November 2022?')
    expect(made.need).toEqual({
      kind: 'place',
      list: false,
      focus: undefined,
      keywords: ['Jan', 'Novak', 'park', 'van'],
    })
    expect(made.persons).toEqual(['Jan Novak'])
    expect(made.time).toMatchObject({
      status: 'grounded',
      cue: expect.stringContaining('November 2022'),
      range: { first: '2022-11-01', last: '2022-11-30' },
    })
    expect(made.hops).toBe('single')
    expect(made.order).toBeUndefined()
  })

  it('leaves every token of the cue out of the keywords', () => {
    expect(frame('What happened on 2026-07-25/26?').need.keywords).toEqual(['happened'])
    expect(frame('Which canoe did we sell last August?').order).toBeUndefined()
  })

  it('asks for the latest state where its time words only say now', () => {
    expect(frame('What is Ewa currently reading?').order).toEqual({ relation: 'latest', event: undefined })
    expect(frame('Where does Ewa live these days?').order).toEqual({ relation: 'latest', event: undefined })
    expect(frame('What did Ewa read recently?').order).toBeUndefined()
    expect(frame('What was Ewa reading at the moment of the crash?').order).toBeUndefined()
    expect(frame('How soon does Ewa need the boat?').need.kind).toBe('date')
  })

  it('hangs on the event of a clause before it', () => {
    const made = frame('Before she moved to Ghent, where did Ewa live?')
    expect(made.order).toEqual({ relation: 'before', event: 'she moved to Ghent' })
    expect(made.hops).toBe('multi')
    expect(frame('After March 2023, where did Ewa live?').order).toBeUndefined()
  })

  it('knows nicknames, the asker and strangers', () => {
    expect(frame('What did Bas order?').persons).toEqual(['Bartholomew'])
    expect(frame('Where do I live?', 'Ewa').persons).toEqual(['Ewa'])
    expect(frame('What do you remember about Heike?').unknownNames).toEqual(['Heike'])
  })

  it('holds places, things and topics', () => {
    const made = frame('Which flat near Braga has the leak, Flat 1603 or the one in “Green House”?')
    expect(made.locations).toContain('Braga')
    expect(made.entities).toEqual(expect.arrayContaining(['Flat 1603', 'Green House']))
    expect(made.topics[0]).toBe('flat')
    expect(made.unknownNames).toEqual([])
  })

  it.each([
    '',
    '   ',
    '???',
    '* ( )',
    'NOT salt',
    'salt OR NEAR(x)',
    '`std::map<int> m{{1, "a"}}`',
    '我们什么时候去湖边?',
    'a\u0000b',
  ])('is made of any text: %j', (question) => {
    expect(frame(question).question).toBe(question)
  })

  it('reads only the head of a very long question and keeps all of it', () => {
    const question = `${'harbour '.repeat(50_000)}What did Bas order?`
    const made = frame(question)
    expect(made.question).toBe(question)
    expect(made.persons).toEqual([])
  })

  it('never throws, and names only what is asked about', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), words), (question) => {
        const made = frame(question, 'Ewa')
        for (const name of made.unknownNames) expect(question).toContain(name)
        for (const word of made.need.keywords) expect(question).toContain(word)
        for (const person of made.persons) expect([...history.persons, 'Ewa']).toContain(person)
      }),
    )
  })
})

const words = fc
  .array(
    fc.constantFrom(
      'What',
      'did',
      'Bas',
      'Heike',
      'in',
      'May',
      '2023',
      'or',
      '?',
      ',',
      'before',
      'I',
      "Jan's",
      'last',
      '"',
      'week',
      'constructor',
      'how many',
    ),
  )
  .map((parts) => parts.join(' '))
