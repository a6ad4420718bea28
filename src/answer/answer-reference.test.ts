import { describe, expect, test } from 'vitest'
import { openMemory } from '../memory.ts'
import { type Spoken, talkThrough } from './trial-talk.ts'

const { askTalk, polarity, told } = talkThrough(openMemory)

describe('agreement', () => {
  test.each([
    ['I love snowboarding.', 'Me too.', 'Does Bea love snowboarding?', 'yes'],
    ["I can't stand the smell of paint.", 'Me neither.', 'Can Bea stand the smell of paint?', 'no'],
    ["I've never been on a plane.", 'Neither have I.', 'Has Bea been on a plane?', 'no'],
    ['I got vaccinated last week.', 'So did I!', 'Did Bea get vaccinated?', 'yes'],
  ])('says of oneself what was said before: “%s” “%s”', async (first, second, question, holds) => {
    const said: Spoken[] = [
      ['Ann', first],
      ['Bea', second],
    ]
    const answer = await askTalk(question, said)
    expect(answer).toMatchObject({ answered: true, polarity: holds })
    expect(answer.answered && answer.citations[0].turn).toBe('t2')
  })
  test('is no mere praise', async () => {
    const said: Spoken[] = [
      ['Ann', 'I live in Graz.'],
      ['Bea', 'Oh nice!'],
    ]
    expect(await told('Does Bea live in Graz?', said)).toBe('(unsupported)')
  })
})

describe('a short reply', () => {
  test.each([
    ["Who feeds the fish when I'm away?", 'I do.', 'Who feeds the fish?', 'Bea'],
    ['Who took the bins out?', 'I did.', 'Who took the bins out?', 'Bea'],
    ['Did you like the film?', 'Not at all.', 'Did Bea like the film?', 'No'],
    ['Are you still with Jorge?', 'No, we split up in May.', 'Is Bea still with Jorge?', 'No'],
    ['When did you start at the brewery?', 'In June.', 'When did Bea start at the brewery?', 'June 2023'],
    ['When will you start at the brewery?', 'In June.', 'When will Bea start at the brewery?', 'June 2024'],
  ])('“%s” “%s” %s', async (asked, reply, question, answer) => {
    const said: Spoken[] = [
      ['Ann', asked],
      ['Bea', reply],
    ]
    expect(await told(question, said)).toContain(answer)
  })
  test('that names nobody answers no “who”', async () => {
    const said: Spoken[] = [
      ['Ann', 'Who broke the vase?'],
      ['Bea', 'Not me.'],
    ]
    expect(await told('Who broke the vase?', said)).toBe('(unsupported)')
  })
})

describe('whom a pronoun means', () => {
  const farm: Spoken[] = [
    ['Ann', 'My brother Tim bought a farm.'],
    ['Ann', 'He keeps sheep there.'],
  ]
  test('stands in the turn before, where it names one alone', async () => {
    expect(await told('Who keeps sheep?', farm)).toBe('Tim')
    expect(await told('What does Tim keep?', farm)).toContain('sheep')
    expect(await told('What does Ann keep?', farm)).toBe('(unsupported)')
  })
  test('stands in the speaker’s turn before, if the one between names nobody', async () => {
    const said: Spoken[] = [farm[0]!, ['Jon', 'Nice! Is it going well?'], farm[1]!]
    expect(await told('Who keeps sheep?', said)).toBe('Tim')
  })
  test('is not known where several are named', async () => {
    const said: Spoken[] = [['Ann', 'My brother Tim and Otto bought a farm.'], farm[1]!]
    expect(await told('Who keeps sheep?', said)).not.toBe('Tim')
  })
})

describe('a name at the end of what is said', () => {
  const talk: Spoken[] = [
    ['Bob', 'Hi Ann, how are you?'],
    ['Ann', 'I miss my sister, Bob.'],
  ]
  test('is who is spoken to, where they take part in the talk', async () => {
    expect(await told("Who is Ann's sister?", talk)).toBe('(unsupported)')
    expect(await told('Who does Ann miss?', talk)).toBe("Ann's sister")
  })
  test('is who is spoken of otherwise', async () => {
    expect(await told("Who is Ann's brother?", [['Ann', 'This is my brother, Lars.']])).toBe('Lars')
    const among: Spoken[] = [talk[0]!, ['Ann', 'I went out with my sister, Bob and Carla.']]
    expect(await told('Who did Ann go out with?', among)).toContain('Bob')
  })
})

describe('somebody of whom a question speaks by whose they are', () => {
  const said: Spoken[] = [
    ['Ann', "My husband's name is Igor."],
    ['Ann', 'Igor broke his leg.', '2024-02-10'],
    ['Bea', 'My husband Paul won a goose.'],
  ]
  test('is asked for by name', async () => {
    const answer = await askTalk("What happened to Ann's husband?", said)
    expect(answer.text).toContain('leg')
    expect(answer.answered && answer.citations.map(({ turn }) => turn)).toEqual(['t2', 't1'])
    expect(await polarity('Did Ann break her leg?', said)).toBeUndefined()
  })
  test('is nobody whom another speaks of', async () => {
    expect(await told("Who is Ann's wife?", [['Ann', 'My neighbour Rolf and his wife Uta sing.']])).toBe(
      '(unsupported)',
    )
  })
})

describe('of two persons', () => {
  const gifts: Spoken[] = [['Jan', 'Sofie gave me a scarf and I gave her a hat.']]
  test('it is asked what the one did', async () => {
    expect(await told('What did Sofie give Jan?', gifts)).toContain('scarf')
    expect(await told('What did Jan give Sofie?', gifts)).toContain('hat')
  })
  test('it does not matter who is named first where both did alike', async () => {
    expect(await told('Where did Ann meet Bob?', [['Bob', 'I met Ann in Lyon.']])).toContain('Lyon')
  })
})

describe('who was met with something', () => {
  test.each([
    ['My nephew Tilo beat my brother at chess.', 'Who did Tilo beat at chess?', "Pia's brother"],
    ['My mother called me about her knee.', "Who did Pia's mother call?", 'Pia'],
  ])('stands behind the verb: “%s”', async (text, question, answer) => {
    expect(await told(question, [['Pia', text]])).toBe(answer)
  })
})

describe('what others are said to have said', () => {
  test.each([
    ['Dora says her landlord is selling the house.', 'Who is selling the house?', "Dora's landlord"],
    ['Bob said that the bakery is closing.', 'Who said that the bakery is closing?', 'Bob'],
    ['My dad always says that I was born in a taxi.', 'Where was Ann born?', 'in a taxi'],
  ])('“%s” %s', async (text, question, answer) => {
    expect(await told(question, [['Ann', text]])).toBe(answer)
  })
  test('is not the deed of who tells it', async () => {
    expect(
      await polarity('Did Ann sell the house?', [['Ann', 'Dora says she sold the house.']]),
    ).toBeUndefined()
  })
})

describe('a caption', () => {
  test.each([
    ['Look at this! [image: a brown dog on a skateboard]', 'What was in the picture that Uli shared?', 'dog'],
    ['Found this in the attic. [image: an old brass compass]', 'What did Uli find in the attic?', 'compass'],
  ])('tells what is shown: “%s”', async (text, question, answer) => {
    expect(await told(question, [['Uli', text]])).toContain(answer)
  })
})

test('a value that stands behind a colon goes along', async () => {
  const said: Spoken[] = [
    ['Ylva', 'My number is 555 0134.'],
    ['Ylva', "I've got a new number: 555 0199.", '2024-06-01'],
  ]
  expect(await told("What is Ylva's number?", said)).toContain('0199')
})

test('the name of a dog that died is told with its death', async () => {
  const said: Spoken[] = [
    ['Ylva', 'Our dog is called Bixi.'],
    ['Ylva', 'Bixi passed away in April.', '2024-06-01'],
  ]
  expect(await told("What is the name of Ylva's dog?", said)).toMatch(/^Bixi \(.*passed away/u)
  expect(await told("What is the name of Ylva's dog?", said.slice(0, 1))).toBe('Bixi')
})

test('whose something was is not told by what happened at it', async () => {
  expect(await told('Whose wedding was it?', [['Omid', 'Rita gave a speech at the wedding.']])).toBe(
    '(unsupported)',
  )
})

describe('of two things', () => {
  test.each([
    ['We took the ferry because the bridge was shut.', 'Did Ola take the ferry or the bridge?', 'the ferry'],
    ['I prefer trains to planes.', 'Does Ola prefer trains or planes?', 'trains'],
    ['We went with the blue tiles.', 'Did Ola choose the blue or the grey tiles?', 'the blue'],
    [
      'I like the grey tiles better than the blue ones.',
      'Does Ola prefer the blue tiles or the grey tiles?',
      'the grey tiles',
    ],
  ])('“%s”', async (text, question, answer) => {
    expect(await told(question, [['Ola', text]])).toBe(answer)
  })
})
