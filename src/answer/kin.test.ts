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

describe('who opens a clause before a relative is not always that relative', () => {
  const older: Said = { speaker: 'Ann', text: 'My sister Petra is a nurse.', on: '2025-01-02' }
  const sister = (text: string) =>
    ask("Who is Ann's sister?", { ...PERSON, persons: ['Ann'] }, [older, { speaker: 'Ann', text }]).text

  test.each([
    'Yesterday, my sister came over.',
    'Friday, my sister came over.',
    'Finally, my sister came over.',
    'Sadly, my sister, as you know, is ill.',
    'Well, my sister, she is ill.',
    'Bob, my sister is ill.',
    'Hey Bob, my sister, Petra, is ill.',
    'I see Bob, my sister and my mother on Friday.',
  ])('“%s” names none', (text) => {
    expect(sister(text)).toBe('Petra')
  })
  test('“Bob, my sister is ill” only speaks to Bob', () => {
    expect(sister('Bob, my sister is ill.')).toBe('Petra')
    const said: Said[] = [{ speaker: 'Ann', text: 'Bob, my sister is ill.' }]
    expect(ask("Who is Ann's sister?", { ...PERSON, persons: ['Ann'] }, said).text).not.toBe('Bob')
  })
  test.each([
    'Runa, my sister, came over.',
    'Yesterday Runa, my sister, came over.',
    'But Runa is my sister.',
    'I met Runa, my sister.',
    'Emily, my sister, is ill.',
  ])('“%s” names her', (text) => {
    expect(sister(text)).toMatch(/^(?:Runa|Emily)$/u)
  })
})

describe('what is written large behind a relative names a person or nobody', () => {
  const who = (noun: string, ...texts: string[]) =>
    ask(
      noun === 'spouse' ? 'Who is Ann married to?' : `Who is Ann's ${noun}?`,
      { ...PERSON, persons: ['Ann'] },
      texts.map((text, day) => ({ speaker: 'Ann', text, on: `2025-03-0${day + 1}` })),
    ).text

  test.each([
    ['wife', 'My wife is French.', 'French'],
    ['wife', 'My wife is Irish.', 'Irish'],
    ['wife', 'My wife was Catholic.', 'Catholic'],
    ['boss', "My boss is Tove's sister.", 'Tove'],
    ['boss', "My boss was Tove Lund's sister.", 'Tove'],
    ['boss', "My boss, Tove's sister, is ill.", 'Tove'],
    ['spouse', "I married Rolf's sister.", 'Rolf'],
    ['spouse', 'I am engaged to Rolf’s sister.', 'Rolf'],
    ['boss', 'My boss Monday was in a mood.', 'Monday'],
    ['wife', 'My wife, Friday, was ill.', 'Friday'],
    ['dentist', 'My dentist is Google.', 'Google'],
  ])('%s: “%s”', (noun, text, name) => {
    expect(who(noun, text)).not.toBe(name)
  })
  test.each([
    ['wife', 'My wife is Frida.', 'Frida'],
    ['daughter', 'My daughter June is six.', 'June'],
    ['daughter', 'My daughter Charlotte is six.', 'Charlotte'],
    ['dentist', 'My dentist is Dr Berg.', 'Dr Berg'],
    ['boss', "My boss Tove's brother rang.", 'Tove'],
    ['spouse', 'I married Rolf Lund.', 'Rolf Lund'],
    ['wife', 'My wife is Hope.', 'Hope'],
    ['daughter', 'My daughter Paris is six.', 'Paris'],
    ['dog', 'My dog is called Buddy.', 'Buddy'],
    ['dog', 'My dog Happy is old.', 'Happy'],
  ])('%s: “%s” names one', (noun, text, name) => {
    expect(who(noun, text)).toBe(name)
  })
})

describe('a bond that is denied, or that came near, binds nobody', () => {
  const spouse = (...texts: string[]) =>
    ask(
      'Who is Ann married to?',
      { ...PERSON, persons: ['Ann'] },
      texts.map((text, day) => ({ speaker: 'Ann', text, on: `2025-03-0${day + 1}` })),
    )
  test.each([
    'I never married Gus.',
    "I'm not married to Gus any more.",
    'I am no longer married to Gus.',
    'I nearly married Gus.',
    'I was married to Gus.',
    'I used to be married to Gus.',
    "I don't think I married Gus.",
  ])('“%s”', (text) => {
    expect(spouse(text).text).not.toBe('Gus')
    expect(spouse('I married Otto.', text).text).toBe('Otto')
  })
  test.each([
    'I married Gus, not Rolf.',
    'I have not slept well since I married Gus.',
    'My husband Gus never eats fish.',
    'My husband is Gus, who is not from here.',
  ])('another “not” denies no bond: “%s”', (text) => {
    expect(spouse(text).text).toBe('Gus')
  })
  test.each([
    'I am not married to Gus any more.',
    'I am no longer married to Gus.',
    'Gus is no longer my husband.',
    "Gus isn't my husband any more.",
    'I was married to Gus once.',
  ])('one that was told before is over by “%s”', (text) => {
    expect(spouse('I married Gus.', text).text).not.toBe('Gus')
    expect(spouse(text, 'I married Gus.').text).toBe('Gus')
  })
  test.each(['Tove is my boss no more.', "I don't think Tove is my boss.", 'Tove is my boss no longer.'])(
    '“%s”',
    (text) => {
      const said: Said[] = [
        { speaker: 'Ann', text: 'My boss Hakim rang.' },
        { speaker: 'Ann', text, on: '2025-04-01' },
      ]
      expect(ask("Who is Ann's boss?", { ...PERSON, persons: ['Ann'] }, said).text).toBe('Hakim')
    },
  )
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
