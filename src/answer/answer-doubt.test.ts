import { describe, expect, test } from 'vitest'
import { openMemory } from '../memory.ts'
import { type Spoken, talkThrough } from './trial-talk.ts'

const { askTalk, polarity, told } = talkThrough(openMemory)

describe('what is only guessed', () => {
  test.each([
    ['I might have left my keys at the gym.', 'Where did Cleo leave her keys?', 'at the gym'],
    ['Maybe Tom took the umbrella.', 'Who took the umbrella?', 'Tom'],
    ["I think the exam is in May 2026, but I'm not sure.", 'When is the exam?', 'May 2026'],
    ['The wedding is in August 2024, if I remember correctly.', 'When is the wedding?', 'August 2024'],
    ['I must have dropped my phone on the tram.', 'Where did Cleo drop her phone?', 'on the tram'],
  ])('is told as a guess: “%s”', async (text, question, guess) => {
    const answer = await askTalk(question, [['Cleo', text]])
    expect(answer.text).toContain(guess)
    expect(answer.text).toContain('uncertain')
    expect(answer.answered && answer.caveats.join()).toContain('uncertain')
  })
  test.each([
    ['I might have left my keys at the gym.', 'Did Cleo leave her keys at the gym?', /^Perhaps: /u],
    ['Probably my cousin broke the vase.', "Did Cleo's cousin break the vase?", /^Perhaps: /u],
    ['I may not have locked the door.', 'Did Cleo lock the door?', /^Perhaps not: /u],
  ])('is neither yes nor no: “%s”', async (text, question, answer) => {
    expect(await told(question, [['Cleo', text]])).toMatch(answer)
    expect(await polarity(question, [['Cleo', text]])).toBeUndefined()
  })
  test('gives way to what is known', async () => {
    const said: Spoken[] = [
      ['Lou', 'Maybe Tom has the key.'],
      ['Lou', 'Tom has the key, he told me.', '2024-02-03'],
    ]
    expect(await told('Who has the key?', said)).toBe('Tom')
  })
})

describe('no deed', () => {
  test.each([
    ['I should buy a ladder.', 'Did Ravi buy a ladder?'],
    ['I need to call the plumber.', 'Did Ravi call the plumber?'],
    ['I have to renew my passport.', 'Did Ravi renew his passport?'],
    ['My sister says I should move to Rome.', 'Did Ravi move to Rome?'],
    ['I wanted to see the museum but it was closed.', 'Did Ravi see the museum?'],
    ['I was about to call Rita when the lights went out.', 'Did Ravi call Rita?'],
    ['Have a great time in Rome!', 'Was Ravi in Rome?'],
    ['I finally had to sell the car.', 'Does Ravi have a car?'],
    ['I need a ladder.', 'Does Ravi have a ladder?'],
    ['Look! [image: a brown horse in a field]', 'Does Ravi have a horse?'],
  ])('is told by “%s”', async (text, question) => {
    expect(await polarity(question, [['Ravi', text]])).not.toBe('yes')
  })
  test.each([
    ['I had to call the plumber.', 'Did Ravi call the plumber?'],
    ['I have to wear glasses.', 'Does Ravi wear glasses?'],
    ['I managed to renew my passport.', 'Did Ravi renew his passport?'],
    ['I used to be a taxi driver.', 'Was Ravi ever a taxi driver?'],
  ])('is missing in “%s”', async (text, question) => {
    expect(await polarity(question, [['Ravi', text]])).toBe('yes')
  })
  test.each([
    ['I decided not to buy the boat.', 'Did Ravi buy the boat?'],
    ["Just kidding about the tattoo, I don't have one.", 'Does Ravi have a tattoo?'],
    ["It turns out I'm not allergic to peanuts after all.", 'Is Ravi allergic to peanuts?'],
    ['Nobody came to my talk.', "Did anybody come to Ravi's talk?"],
    ['I missed the last train.', 'Did Ravi catch the last train?'],
    ['Neither my father nor my mother smokes.', "Does Ravi's mother smoke?"],
  ])('was done by “%s”', async (text, question) => {
    expect(await polarity(question, [['Ravi', text]])).toBe('no')
  })
})

test('an opposite may stand in another part of the sentence', async () => {
  const said: Spoken[] = [['Pia', 'The exam was harder than I thought, but I passed.']]
  expect(await polarity('Did Pia fail the exam?', said)).toBe('no')
})

test('what was given up is no place to be', async () => {
  const said: Spoken[] = [
    ['Pia', 'I rent a room in Basel.'],
    ['Pia', 'I gave up the room in Basel and moved in with Leo in Bern.', '2024-05-01'],
  ]
  expect(await told('Where does Pia live?', said)).toContain('Bern')
})

describe('a correction', () => {
  test('takes the place of what was said before', async () => {
    const said: Spoken[] = [
      ['Otis', 'The party is on 5 March.'],
      ['Otis', 'Sorry, I meant 6 March.'],
    ]
    expect(await told('When is the party?', said)).toContain('6 March 2024')
    expect(
      await told('Who did Ute leave the parcel with?', [
        ['Ute', 'I left the parcel with Mr Kern. Wait, no, with Mrs Lang.'],
      ]),
    ).toContain('Lang')
  })
  test('is not what merely was meant', async () => {
    const said: Spoken[] = [
      ['Ann', 'The party is on 5 March.'],
      ['Ann', 'I meant to call you about 6 boxes.'],
    ]
    expect(await told('When is the party?', said)).toContain('5 March 2024')
  })
})
