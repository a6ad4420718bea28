import { describe, expect, test } from 'vitest'
import { openMemory } from '../memory.ts'

type Said = readonly [speaker: string, text: string, on?: string]

async function ask(question: string, said: readonly Said[], asker?: string): Promise<string> {
  await using memory = await openMemory(':memory:', { embedder: 'none' })
  await memory.append(
    said.map(([speaker, text, on = '2024-06-01'], index) => ({
      id: `t${index}`,
      session: on,
      speaker,
      text,
      time: `${on}T10:0${index}:00Z`,
    })),
  )
  const answer = await memory.ask(question, { referenceTime: '2024-06-10T10:00:00Z', asker })
  return answer.answered ? answer.text : `(${answer.reason})`
}

describe('an age', () => {
  test.each([
    ['We got a kitten. He is called Biscuit and he is two years old.', 'How old is Biscuit?', 'two'],
    ['My nephew is called Tom and he is nine.', 'How old is Tom?', 'nine'],
    ['My daughter is called Tom. She turned seven last week.', 'How old is Tom?', 'seven'],
    ['Our foal is named Vega. She is ten months old.', 'How old is Vega?', 'ten months'],
  ])('is read from “%s”', async (text, question, age) => {
    expect(await ask(question, [['Ana', text]])).toBe(age)
  })

  test('is no small number that says something else', async () => {
    expect(
      await ask('How old is Tom?', [['Ana', 'My nephew is called Tom and he is one of the best.']]),
    ).toBe('(unsupported)')
  })
})

describe('who somebody is', () => {
  test('is said with whose they are, or in the words of the statement', async () => {
    expect(await ask('Who is Pieter?', [['Ana', 'My husband Pieter repairs clocks.']])).toBe("Ana's husband")
    expect(await ask('Who is Pieter?', [['Ana', 'Her husband Pieter repairs clocks.']])).toContain(
      'repairs clocks',
    )
    expect(await ask('Who is Pieter?', [['Ana', 'Lotte moved. Her husband Pieter repairs clocks.']])).toBe(
      "Lotte's husband",
    )
  })
})

describe('where somebody is', () => {
  test('is not told by where they came from', async () => {
    const said: Said[] = [['Ana', 'I moved from Leiden last year.']]
    expect(await ask('Where does Ana live?', said)).toBe('(unsupported)')
    expect(await ask('Where did Ana move from?', said)).toBe('from Leiden')
  })

  test('is not told by a plan for later', async () => {
    const said: Said[] = [
      ['Ana', 'I live in Utrecht.', '2024-05-01'],
      ['Ana', 'I am moving to Ghent in September.', '2024-06-02'],
    ]
    expect(await ask('Where does Ana live now?', said)).toBe('in Utrecht')
  })
})

test('what begins later does not hold yet', async () => {
  const said: Said[] = [
    ['Ana', 'I work as a waiter.', '2024-05-01'],
    ['Ana', 'From 1 September I will work as a nurse.', '2024-06-02'],
  ]
  expect(await ask('What does Ana work as?', said)).toBe('I work as a waiter.')
  expect(await ask('Is Ana in a choir?', [['Ana', 'I join a choir on 1 September.']])).toBe('(unsupported)')
  expect(await ask('When does Ana join the choir?', [['Ana', 'I join a choir on 1 September.']])).toContain(
    '2024-09-01',
  )
})

describe('what was never said of a person', () => {
  test('is not answered by what is said of everybody, or guessed of others', async () => {
    for (const text of [
      'Running can really lift a mood!',
      'Plants make a room so much brighter.',
      'Being near a garden is really calming.',
      'I bet they calm everyone in the garden.',
    ]) {
      expect(await ask(`Why did Ana start running in the garden with plants?`, [['Ana', text]])).toBe(
        '(unsupported)',
      )
    }
  })

  test('is answered by it where their view is asked for', async () => {
    expect(
      await ask('What does Ana say about running?', [['Ana', 'Running can really lift a mood!']]),
    ).toContain('mood')
  })

  test('is not answered by what somebody else has of the same name', async () => {
    const said: Said[] = [['Ben', 'Hey Ana! My colleague Rob invited me to a yoga class.']]
    expect(await ask("What did Ana's colleague Rob invite her to?", said)).toBe('(unsupported)')
    expect(await ask("What did Ben's colleague Rob invite him to?", said)).toContain('yoga')
  })

  test('is not answered because they were addressed by name', async () => {
    const said: Said[] = [['Ben', 'Hey Ana! I got a kitten. Her name is Coco.']]
    expect(await ask("What is the name of Ana's kitten?", said)).toBe('(unsupported)')
  })

  test('is not answered by what they felt on another occasion', async () => {
    const said: Said[] = [
      ['Ana', 'I felt so proud and happy at the parade.'],
      ['Ben', 'The accident was awful.', '2024-06-03'],
    ]
    expect(await ask('How did Ana feel after the accident?', said)).toMatch(
      /^\((?:unsupported|wrong-time)\)$/u,
    )
    expect(await ask('How did Ana feel at the parade?', said)).toContain('proud')
  })
})
