import { describe, expect, test } from 'vitest'
import { openMemory } from '../memory.ts'
import { type Spoken, talkThrough } from './trial-talk.ts'

const { polarity, told } = talkThrough(openMemory)

const LATER = '2024-05-01'

describe('what was lost since is had no more', () => {
  test.each([
    ['I have a silver bike.', 'Someone stole my bike last night.', 'Does Rik still have his bike?'],
    ['I own a canoe.', 'My canoe got smashed in the storm.', 'Does Rik own a canoe?'],
    ['We keep six hens.', 'A fox killed all our hens.', 'Does Rik keep hens?'],
    ['I have a drum kit.', 'I gave my drum kit to my nephew.', 'Does Rik have a drum kit?'],
    ['I have asthma.', 'My asthma is completely gone.', 'Does Rik have asthma?'],
  ])('“%s” “%s”', async (before, after, question) => {
    const said: Spoken[] = [
      ['Rik', before],
      ['Rik', after, LATER],
    ]
    expect(await polarity(question, said)).toBe('no')
    expect(await polarity(question, said.slice(0, 1))).toBe('yes')
  })
  test.each([
    ['I have a green bike.', "Someone stole my neighbour's bike.", 'Does Rik have a bike?'],
    ['I have a green bike.', 'I lost my bike helmet.', 'Does Rik have a bike?'],
    ['I have a car.', 'My sister sold her car.', 'Does Rik have a car?'],
    ['I own a boat.', "I didn't sell the boat after all.", 'Does Rik own a boat?'],
  ])('something else was: “%s” “%s”', async (before, after, question) => {
    const said: Spoken[] = [
      ['Rik', before],
      ['Rik', after, LATER],
    ]
    expect(await polarity(question, said)).toBe('yes')
  })
  test('“no cat” says so of a cat alone', async () => {
    const said: Spoken[] = [['Vera', 'I have a dog but no cat.']]
    expect(await polarity('Does Vera have a cat?', said)).toBe('no')
    expect(await polarity('Does Vera have a dog?', said)).toBe('yes')
  })
})

describe('a couple that parted', () => {
  test.each([
    ['My boyfriend Ruben bakes bread.', 'Ruben and I broke up.', "Is Ruben Tess's boyfriend?"],
    ['My girlfriend Elin is a vet.', 'Elin dumped me.', 'Does Tess have a girlfriend?'],
    ['I got married to Karin.', 'Karin and I got divorced.', 'Is Tess married?'],
    ['I am married to Paul.', 'The divorce from Paul is final.', 'Is Tess married to Paul?'],
    ["I'm engaged to Felix.", 'Felix and I called off the engagement.', 'Is Tess engaged?'],
  ])('is none: “%s” “%s”', async (before, after, question) => {
    expect(
      await polarity(question, [
        ['Tess', before],
        ['Tess', after, LATER],
      ]),
    ).toBe('no')
  })
  test('is none whatever else was told since', async () => {
    const said: Spoken[] = [
      ['Pia', 'My partner Sven restores clocks.'],
      ['Pia', 'Sven and I split up in the summer.', LATER],
      ['Pia', "I've been dating Anders since January.", '2025-02-02'],
    ]
    expect(await polarity('Is Pia still with Sven?', said)).toBe('no')
    expect(await told('Who is Pia dating?', said)).toBe('Anders')
  })
  test('leaves nobody to be named, but in the past', async () => {
    const said: Spoken[] = [
      ['Tess', 'My boyfriend Ruben bakes bread.'],
      ['Tess', 'Ruben and I broke up.', LATER],
    ]
    expect(await told("Who is Tess's boyfriend?", said)).toBe('(unsupported)')
    expect(await told("Who was Tess's boyfriend?", said)).toBe('Ruben')
  })
  test.each([
    'My parents divorced last year.',
    'I left Berlin in May.',
    'Elin left me a note on the fridge.',
    'My brother Kai and Pia broke up.',
  ])('is another than who is asked about: “%s”', async (after) => {
    const said: Spoken[] = [
      ['Mats', "I'm married to Elin."],
      ['Mats', after, LATER],
    ]
    expect(await polarity('Is Mats married to Elin?', said)).toBe('yes')
  })
})

describe('what ended', () => {
  test.each([
    [
      'I subscribed to the chess magazine.',
      'I cancelled the chess magazine.',
      'Does Ed still subscribe to the chess magazine?',
    ],
    ['I work for Veltman.', 'Veltman let me go yesterday.', 'Does Ed still work for Veltman?'],
    ["I'm an electrician at Brandt.", 'I got laid off from Brandt.', 'Does Ed work at Brandt?'],
    ['I teach history.', "I've retired, no more marking!", 'Does Ed still teach history?'],
  ])('is no more: “%s” “%s”', async (before, after, question) => {
    expect(
      await polarity(question, [
        ['Ed', before],
        ['Ed', after, LATER],
      ]),
    ).toBe('no')
  })
  test.each([
    ['I play tennis on Mondays.', 'I skipped tennis on Monday.', 'Does Ed play tennis on Mondays?'],
    [
      'I subscribe to a chess magazine.',
      'I cancelled the cooking magazine.',
      'Does Ed subscribe to a chess magazine?',
    ],
    ['I work at the harbour.', 'I quit the choir.', 'Does Ed work at the harbour?'],
    ['I work at the harbour.', 'My boss let me go home early.', 'Does Ed work at the harbour?'],
    ['I work at the harbour.', 'My brother got fired.', 'Does Ed work at the harbour?'],
  ])('is not what goes on: “%s” “%s”', async (before, after, question) => {
    expect(
      await polarity(question, [
        ['Ed', before],
        ['Ed', after, LATER],
      ]),
    ).toBe('yes')
  })
})

describe('a switch that names no class', () => {
  test.each([
    ['My bedsheets are cotton.', 'I switched to linen.', "What are Zoe's bedsheets made of?", 'linen'],
    [
      'I drink coffee every morning.',
      'I switched to green tea.',
      'What does Zoe drink in the morning?',
      'tea',
    ],
    ['I go to work by bus.', 'I switched to the bike.', 'How does Zoe get to work?', 'bike'],
  ])('replaces what is alike: “%s” “%s”', async (before, after, question, now) => {
    const said: Spoken[] = [
      ['Zoe', before],
      ['Zoe', after, LATER],
    ]
    expect(await told(question, said)).toContain(now)
  })
  test.each([
    [
      'I speak French at work.',
      'I switched to German for the call.',
      'Which language does Zoe speak at work?',
      'French',
    ],
    [
      'I drink coffee every morning.',
      'I switched to night shifts.',
      'What does Zoe drink in the morning?',
      'coffee',
    ],
  ])('replaces nothing else: “%s” “%s”', async (before, after, question, still) => {
    const said: Spoken[] = [
      ['Zoe', before],
      ['Zoe', after, LATER],
    ]
    expect(await told(question, said)).toContain(still)
  })
})

describe('who has a thing', () => {
  test.each([
    ['I sold the red kayak to Stefan.', 'Who owns the red kayak?', 'Stefan'],
    ['I lent my ladder to Kees.', "Who has Mila's ladder?", 'Kees'],
    ['My sister has the blue tent.', 'Who has the blue tent?', "Mila's sister"],
    ["The blue van is my father's, not mine.", 'Whose is the blue van?', "Mila's father"],
  ])('“%s” %s', async (text, question, who) => {
    expect(await told(question, [['Mila', text]])).toBe(who)
  })
  test('is its owner again once it was brought back', async () => {
    const said: Spoken[] = [
      ['Mila', 'I lent my ladder to Kees.'],
      ['Mila', 'Kees brought the ladder back.', LATER],
    ]
    expect(await told("Who has Mila's ladder?", said)).toBe('Mila')
  })
})

describe('what was added or raised since', () => {
  test.each([
    [
      'We have three goats.',
      'We bought two more goats.',
      'How many goats does Jep have?',
      /three goats, then two more/u,
    ],
    [
      'We have two cows.',
      'We got another cow.',
      'How many cows does Jep have?',
      /two cows, then another cow/u,
    ],
    ['We have two cows.', 'We saw another cow on the road.', 'How many cows does Jep have?', /^two cows$/u],
    [
      "I've run five marathons.",
      'I ran another marathon in Linz.',
      'How many marathons has Jep run?',
      /five marathons, then another/u,
    ],
    [
      'My rent is 700 euros.',
      'The landlord lowered the rent to 650 euros.',
      'How much rent does Jep pay?',
      /^650 euros/u,
    ],
    [
      'I own four guitars.',
      'I sold one of my guitars.',
      'How many guitars does Jep own?',
      /four guitars, then sold one/u,
    ],
    [
      'The bus pass costs 40 euros.',
      "The bus pass got cheaper, it's 32 euros now.",
      'How much is the bus pass?',
      /^32 euros/u,
    ],
    ['I collect stamps.', 'I also collect bottle caps.', 'What does Jep collect?', /stamps.*bottle caps/u],
    ['I sing in a choir.', 'I also sing in a punk band.', 'Where does Jep sing?', /choir.*punk band/u],
    [
      'I pay 29 euros for the gym.',
      'They raised the gym fee to 35 euros.',
      'How much does Jep pay for the gym?',
      /^35 euros/u,
    ],
    [
      'I pay 300 euros for the room.',
      'They raised the temperature to 25 degrees.',
      'How much does Jep pay for the room?',
      /^300 euros/u,
    ],
  ])('“%s” “%s”', async (before, after, question, answer) => {
    const said: Spoken[] = [
      ['Jep', before],
      ['Jep', after, LATER],
    ]
    expect(await told(question, said)).toMatch(answer)
  })
})
