import { describe, expect, test } from 'vitest'
import type { Turn } from '../model/turn.ts'
import { askedFormOf } from './asked-form.ts'
import { affirms, replyInWords, replyTo } from './reply.ts'
import { type Asks, ask, type Said } from './trial-question.ts'

const turn = (speaker: string, text: string) => ({ speaker, text }) as Turn

describe('a short answer is read with the question before it', () => {
  test.each([
    ['What is your sister called, Pau?', 'Petra.'],
    ['Where do you live now?', 'In Graz, near the river.'],
    ['How many goats have you got?', 'Eleven.'],
    ['Who feeds the geese?', 'I do.'],
    ['Did you sell the boat?', 'No, not yet.'],
    ['And your cat, is it still alive?', 'Yes!'],
  ])('“%s” “%s”', (asked, sentence) => {
    expect(replyTo(turn('Ola', asked), turn('Pau', sentence))).toMatchObject({ asked, sentence })
  })

  test.each([
    ['Where do you live?', 'No idea.', 'evades'],
    ['Where do you live?', 'What about you?', 'asks back'],
    ['Where do you live?', 'I moved a lot over the years.', 'is a statement of its own'],
    ['Did you sell the boat?', 'The weather was lovely.', 'is no yes and no no'],
    ['You sold the boat.', 'In Graz.', 'answers no question'],
  ])('“%s” “%s” %s', (asked, sentence) => {
    expect(replyTo(turn('Ola', asked), turn('Pau', sentence))).toBeUndefined()
  })

  test('nobody replies to themselves', () => {
    expect(replyTo(turn('Ola', 'Where do I live?'), turn('Ola', 'In Graz.'))).toBeUndefined()
  })

  test('yes and no are told by their words, and by auxiliaries alone', () => {
    expect(['Yep.', 'Of course!', 'I did.', 'We have, thanks.'].map(affirms)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['Nope', 'Never.', "I haven't.", 'Not yet, sadly.'].map(affirms)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(['Norway.', 'I do pottery.', 'Yesterday.'].map(affirms)).toEqual([undefined, undefined, undefined])
  })

  test('questions are of one form by their question word', () => {
    expect(askedFormOf('So, which instrument is it?')).toBe(askedFormOf('What instrument does she play?'))
    expect(askedFormOf('How old is he?')).not.toBe(askedFormOf('How is he?'))
    expect(askedFormOf('Does she swim?')).toBe('yes-no')
  })

  test.each([
    ['Did Tom say that he has sold it?', 'yes-no'],
    ['Did Will tell you where it is?', 'yes-no'],
    ['Is the key where it was?', 'yes-no'],
    ['Will, where did you put it?', 'where'],
    ['oh and Tom, have you heard?', 'yes-no'],
    ['And your cat, is it still alive?', 'yes-no'],
    ['By the way, in which town do you live?', 'what'],
    ['Do you know where Tom lives?', 'where'],
    ['Could you tell me how old he is?', 'how old'],
  ])('by the word it begins with: “%s” is %s', (question, form) => {
    expect(askedFormOf(question)).toBe(form)
  })

  test('it is about the subject of the question', () => {
    const subject = (asked: string, sentence: string) =>
      replyTo(turn('Ola', asked), turn('Pau', sentence))?.subject
    expect(subject('Did Tom say that he has sold it?', 'Yes.')).toEqual({ kind: 'named', name: 'Tom' })
    expect(subject('Where does Tom keep it?', 'Upstairs.')).toEqual({ kind: 'named', name: 'Tom' })
    expect(subject('Do you know where Tom lives?', 'In Graz.')).toEqual({ kind: 'named', name: 'Tom' })
    expect(subject('Which boat did you sell?', 'The blue one.')).toEqual({ kind: 'speaker' })
    expect(subject('Where does she live?', 'In Graz.')).toEqual({ kind: 'pronoun' })
  })

  test('the answer is told without what leads to it', () => {
    expect(replyInWords("She's called Petra.", 'Pau')).toBe('Petra')
    expect(replyInWords('I do.', 'Pau')).toBe('Pau')
    expect(replyInWords('Under the stairs!', 'Pau')).toBe('Under the stairs')
  })
})

describe('a question is answered by what was replied to the same question', () => {
  const talk = (asked: string, reply: string): Said[] => [
    { speaker: 'Ola', text: asked, modality: 'asked' },
    { speaker: 'Pau', text: reply },
  ]
  test('the value stands in the reply', () => {
    const said = talk('Where do you keep the ladder?', 'Behind the shed.')
    expect(ask('Where does Pau keep the ladder?', { kind: 'place', persons: ['Pau'] }, said)).toMatchObject({
      answered: true,
      text: 'Behind the shed',
      citations: [{ turn: 't2' }],
    })
  })
  test('a yes and a no have their polarity', () => {
    const question: Asks = { kind: 'yes-no', persons: ['Pau'] }
    expect(ask('Did Pau sell the boat?', question, talk('Did you sell the boat?', 'Not yet.'))).toMatchObject(
      {
        polarity: 'no',
      },
    )
    expect(ask('Did Pau sell the boat?', question, talk('Did you sell the boat?', 'Yes.'))).toMatchObject({
      polarity: 'yes',
    })
  })
  test('what narrows the question of the dialogue must be asked for too', () => {
    const said = talk('How old is your son?', 'Nine.')
    expect(ask('How old is Pau?', { kind: 'number', persons: ['Pau'] }, said)).toMatchObject({
      answered: false,
    })
  })
  test.each([
    ['Will you sell the boat?', 'Did Pau sell the boat?'],
    ['Are you going to sell the boat?', 'Did Pau sell the boat?'],
    ["Won't you sell the boat?", 'Has Pau sold the boat?'],
    ['Would you sell the boat?', 'Did Pau sell the boat?'],
    ['Can you sell the boat?', 'Did Pau sell the boat?'],
    ['Did you have a dog?', 'Does Pau have a dog?'],
    ['Were you a nurse?', 'Is Pau a nurse?'],
  ])('what was asked in another tense is another question: “%s” “Yes.” %s', (asked, question) => {
    expect(ask(question, { kind: 'yes-no', persons: ['Pau'] }, talk(asked, 'Yes.'))).not.toMatchObject({
      polarity: 'yes',
    })
  })
  test.each([
    ['Will you sell the boat?', 'Will Pau sell the boat?'],
    ['Will you sell the boat?', 'Is Pau going to sell the boat?'],
    ['Have you sold the boat?', 'Did Pau sell the boat?'],
    ['Have you got a dog?', 'Does Pau have a dog?'],
    ['Do you have a dog?', 'Did Pau have a dog?'],
    ['Can you swim?', 'Can Pau swim?'],
  ])('what was asked in a tense that holds for it is the same: “%s” “Yes.” %s', (asked, question) => {
    expect(ask(question, { kind: 'yes-no', persons: ['Pau'] }, talk(asked, 'Yes.'))).toMatchObject({
      polarity: 'yes',
    })
  })
  test('the day of a plan is not the day of the deed', () => {
    const said = talk('When will you sell the boat?', 'In May.')
    expect(ask('When did Pau sell the boat?', { kind: 'date', persons: ['Pau'] }, said).text).not.toBe(
      'In May',
    )
  })
  test.each([
    ['How is your sister? Where does she live now?', 'In Graz.'],
    ['How is your sister? Where does she live now?', 'With my aunt.'],
    ['I met Ida. Where does she live now?', 'In Graz.'],
    ['Where do they live?', 'In Graz.'],
  ])('of somebody else it tells nothing: “%s” “%s”', (asked, reply) => {
    expect(
      ask('Where does Pau live?', { kind: 'place', persons: ['Pau'] }, talk(asked, reply)),
    ).toMatchObject({
      answered: false,
    })
  })
  test('whom a pronoun means was named before', () => {
    const asks: Asks = { kind: 'place', persons: ['Pau'] }
    const said = talk('How is your sister? Where does she live now?', 'In Graz.')
    expect(ask("Where does Pau's sister live?", asks, said).text).toBe('In Graz')
    const ofSon = talk('I met your little son. How old is he?', 'Nine.')
    expect(ask("How old is Pau's son?", { kind: 'number', persons: ['Pau'] }, ofSon).text).toBe('Nine')
    const ofOneOfTwo = talk('I met your sister and Ida. Where does she live?', 'In Graz.')
    expect(ask("Where does Pau's sister live?", asks, ofOneOfTwo)).toMatchObject({ answered: false })
    const met = talk('I met Ida. Where does she live now?', 'In Graz.')
    expect(ask('Where does Ida live?', { kind: 'place', persons: ['Ida'] }, met).text).toBe('In Graz')
    const ofIda = talk('How is Ida? Where does she live now?', 'In Graz.')
    expect(ask('Where does Ida live?', { kind: 'place', persons: ['Ida'] }, ofIda).text).toBe('In Graz')
  })
  test('a list has what was replied and what was told beside', () => {
    const asks: Asks = { kind: 'thing', list: true, focus: 'instruments', persons: ['Pau'] }
    const said: Said[] = [
      ...talk('Which instruments do you play?', 'The cello.'),
      { speaker: 'Pau', text: 'I play the harp as well, of all instruments.' },
    ]
    const { text, ...told } = ask('Which instruments does Pau play?', asks, said)
    expect(text).toMatch(/cello.*harp/u)
    expect(told).toMatchObject({ citations: [{ turn: 't2' }, { turn: 't3' }] })
    expect(ask('Which instruments does Pau play?', asks, said.slice(0, 2)).text).toBe('The cello')
  })
  test('a list of persons has what was replied and what was told beside', () => {
    const asks: Asks = { kind: 'person', list: true, persons: ['Pau'] }
    const said: Said[] = [
      ...talk('Who do you sing with?', 'Ida.'),
      { speaker: 'Pau', text: 'I sing with Otto too.' },
    ]
    expect(ask('Who does Pau sing with?', asks, said).text).toMatch(/Ida.*Otto/u)
  })
  test('a later statement replaces a reply', () => {
    const said: Said[] = [
      ...talk('Where do you live?', 'In Graz.'),
      { speaker: 'Pau', text: 'I moved from Graz to Linz.', on: '2026-03-01' },
    ]
    expect(ask('Where does Pau live?', { kind: 'place', persons: ['Pau'] }, said).text).toContain('Linz')
  })
})
