import { describe, expect, test } from 'vitest'
import { openMemory } from '../memory.ts'

/** Asks of one turn, said on Tuesday 6 May 2025. */
async function askOf(text: string, question: string) {
  await using memory = await openMemory(':memory:', { embedder: 'none' })
  await memory.append({ speaker: 'Marta', text, time: '2025-05-06T10:00:00Z' })
  return await memory.ask(question, { asker: 'Marta', referenceTime: '2025-07-10' })
}

describe('a turn that tells of several events', () => {
  test.each([
    ['I hiked on Saturday and saw dolphins on Sunday.', 'When did I see dolphins?', '2025-05-04'],
    ['I hiked on Saturday and saw dolphins on Sunday.', 'When did I hike?', '2025-05-03'],
    [
      'I arrived in Porto on Wednesday. I start a course on 12 May.',
      'When do I start a course?',
      '2025-05-12',
    ],
    [
      'I arrived in Porto on Wednesday. I start a course on 12 May.',
      'When did I arrive in Porto?',
      '2025-04-30',
    ],
    ['Yesterday I baked bread. On 20 April I iced a cake.', 'When did I ice a cake?', '2025-04-20'],
  ])('%s dates “%s” by its own words', async (text, question, day) => {
    expect(await askOf(text, question)).toMatchObject({ answered: true, date: { first: day, last: day } })
  })
})

describe('what would be is not what is', () => {
  test.each([
    [
      "If I ever win the lottery I'll buy a house in the Azores.",
      'Do I own a house in the Azores?',
      undefined,
    ],
    ['The bike was stolen two days ago.', 'Do I still have my bike?', 'no'],
    ['I sold the piano in March.', 'Do I still have the piano?', 'no'],
    ['I have a piano in the hall.', 'Do I still have the piano?', 'yes'],
  ])('%s answers “%s” rightly', async (text, question, polarity) => {
    const answer = await askOf(text, question)
    expect(answer.answered ? answer.polarity : undefined).toBe(polarity)
  })

  test('a clause that stops where the question does gives no answer to it', async () => {
    await using memory = await openMemory(':memory:', { embedder: 'none' })
    await memory.append([
      { speaker: 'Marta', text: 'I am allergic to shellfish.', time: '2025-05-01T10:00:00Z' },
      { speaker: 'Marta', text: "Luckily not the kind I'm allergic to!", time: '2025-05-06T10:00:00Z' },
    ])
    const answer = await memory.ask('What is Marta allergic to?', { referenceTime: '2025-07-10' })
    expect(answer.answered && answer.text).toContain('shellfish')
  })
})
