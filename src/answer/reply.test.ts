import { describe, expect, test } from 'vitest'
import type { Turn } from '../model/turn.ts'
import { affirms, askedFormOf, replyInWords, replyTo } from './reply.ts'
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
  test('a later statement replaces a reply', () => {
    const said: Said[] = [
      ...talk('Where do you live?', 'In Graz.'),
      { speaker: 'Pau', text: 'I moved from Graz to Linz.', on: '2026-03-01' },
    ]
    expect(ask('Where does Pau live?', { kind: 'place', persons: ['Pau'] }, said).text).toContain('Linz')
  })
})
