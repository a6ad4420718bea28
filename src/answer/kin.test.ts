import { describe, expect, test } from 'vitest'
import { askedBond } from './kin.ts'
import { ask, type Said } from './trial-question.ts'

const PERSON = { kind: 'person' } as const

test.each([
  ['Who is Tom married to?', { of: 'Tom', noun: 'spouse' }],
  ['Who is married to Tom?', { of: 'Tom', noun: 'spouse' }],
  ['Whom did Tom marry?', { of: 'Tom', noun: 'spouse' }],
  ["Who is Tom's new boss?", { of: 'Tom', noun: 'boss' }],
  ['Who painted the wall?', undefined],
  ['Who is Tom?', undefined],
])('“%s” asks for %o', (question, bond) => {
  expect(askedBond(question, ['Tom'])).toEqual(bond)
})

describe('who is what to whom is told by whose it is', () => {
  test.each<[string, string]>([
    ['My husband Marco plays the cello.', 'Marco'],
    ['I have been married to Marco for nine years.', 'Marco'],
    ['Marco and I got married in the spring.', 'Marco'],
    ['Marco is my husband, by the way.', 'Marco'],
    ['My husband is called Marco.', 'Marco'],
  ])('“%s”', (text, name) => {
    const said: Said[] = [{ speaker: 'Tom', text }]
    expect(ask('Who is Tom married to?', { ...PERSON, persons: ['Tom'] }, said)).toMatchObject({
      answered: true,
      text: name,
    })
  })

  test('a bond of two is told from either side, one of a child to a parent without its sex', () => {
    const said: Said[] = [{ speaker: 'Tom', text: 'My husband Marco took our daughter Siri to judo.' }]
    expect(ask('Who is married to Marco?', { ...PERSON, persons: ['Marco'] }, said).text).toBe('Tom')
    expect(ask("Who is Siri's parent?", { ...PERSON, persons: ['Siri'] }, said).text).toBe('Tom')
    expect(ask("Who is Siri's mother?", { ...PERSON, persons: ['Siri'] }, said)).toMatchObject({
      answered: false,
    })
  })

  test('somebody else’s relatives are not one’s own, and a former husband is none', () => {
    const said: Said[] = [
      { speaker: 'Hal', text: "Vera's son Anton broke my window." },
      { speaker: 'Hal', text: 'My ex-husband Konrad lives in Riga.' },
    ]
    expect(ask("Who is Vera's son?", { ...PERSON, persons: ['Vera'] }, said).text).toBe('Anton')
    expect(ask("Who is Hal's son?", { ...PERSON, persons: ['Hal'] }, said)).toMatchObject({ answered: false })
    expect(ask('Who is Hal married to?', { ...PERSON, persons: ['Hal'] }, said)).toMatchObject({
      answered: false,
    })
  })

  test('a boss is nobody’s boss in turn', () => {
    const said: Said[] = [{ speaker: 'Gwen', text: 'My boss Hakim gave me the Friday off.' }]
    expect(ask("Who is Gwen's boss?", { ...PERSON, persons: ['Gwen'] }, said).text).toBe('Hakim')
    expect(ask("Who is Hakim's boss?", { ...PERSON, persons: ['Hakim'] }, said)).toMatchObject({
      answered: false,
    })
  })

  test('of several that were told one after the other the last counts', () => {
    const said: Said[] = [
      { speaker: 'Ken', text: 'My landlord Jost fixed the tap.' },
      { speaker: 'Ken', text: 'My landlord is Tove now.', on: '2026-01-01' },
    ]
    expect(ask("Who is Ken's landlord?", { ...PERSON, persons: ['Ken'] }, said).text).toBe('Tove')
  })
})

describe('who did something together is told together', () => {
  test.each<[string, string]>([
    ['The mural was painted by Ines and Dov.', 'Ines and Dov'],
    ['Nora, Otis and Pearl painted the mural.', 'Nora, Otis and Pearl'],
    ['Fritz and I painted the mural.', 'Fritz and Max'],
  ])('“%s”', (text, names) => {
    expect(ask('Who painted the mural?', PERSON, [{ speaker: 'Max', text }]).text).toBe(names)
  })
  test('who is asked about is not among the answer', () => {
    const said: Said[] = [{ speaker: 'Max', text: 'Fritz and I painted the mural.' }]
    expect(ask('With whom did Max paint the mural?', { ...PERSON, persons: ['Max'] }, said).text).toBe(
      'Fritz',
    )
  })
})
