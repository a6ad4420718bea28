import { describe, expect, test } from 'vitest'
import { ask, type Said } from './trial-question.ts'

const told = (text: string): Said[] => [{ speaker: 'Max', text }]

describe('what changed hands is told from either side', () => {
  test.each([
    ['I borrowed the drill from Otto.', 'Who lent Max the drill?', 'Otto'],
    ['I got the seeds from my aunt Selma.', 'Who gave Max the seeds?', 'Selma'],
    ['I got the seeds from my neighbour.', 'Who gave Max the seeds?', "Max's neighbour"],
  ])('“%s” %s', (text, question, giver) => {
    expect(ask(question, { kind: 'person', persons: ['Max'] }, told(text))).toMatchObject({
      answered: true,
      text: giver,
    })
  })
  test('who was sold something bought it', () => {
    const question = "Who bought Yusuf's piano?"
    const asks = { kind: 'person' as const, persons: ['Yusuf'] }
    expect(ask(question, asks, told('Yusuf sold me his piano.')).text).toBe('Max')
    expect(ask(question, asks, told('Yusuf sold me his car.'))).toMatchObject({ answered: false })
  })
  test.each([
    ['I got the seeds from Lisbon.', 'Who sent Max the seeds?', 'Lisbon'],
    ['I bought the lamp from Ikea.', 'Who gave Max the lamp?', 'Ikea'],
    ['I received the map from New York.', 'Who sent Max the map?', 'New York'],
  ])('no place and no firm is who gave: “%s” %s', (text, question, place) => {
    expect(ask(question, { kind: 'person', persons: ['Max'] }, told(text)).text).not.toBe(place)
  })
  test('what somebody else got tells nothing of it', () => {
    const said: Said[] = [{ speaker: 'Ida', text: 'I borrowed the drill from Otto.' }]
    expect(ask('Who lent Max the drill?', { kind: 'person', persons: ['Max'] }, said)).toMatchObject({
      answered: false,
    })
  })
})

test('what is gone by its name is had no more', () => {
  const said: Said[] = [
    { speaker: 'Lu', text: 'My cat is called Mog.' },
    { speaker: 'Lu', text: 'Mog died.', on: '2026-01-05' },
  ]
  const question = 'Does Lu still have a cat?'
  expect(ask(question, { kind: 'yes-no', persons: ['Lu'], latest: true }, said)).toMatchObject({
    polarity: 'no',
  })
  expect(ask(question, { kind: 'yes-no', persons: ['Lu'], latest: true }, said.slice(0, 1))).toMatchObject({
    polarity: 'yes',
  })
})
