import { describe, expect, test } from 'vitest'
import { type Asks, ask, type Said } from './trial-question.ts'

test('a respect that no statement tells is not answered by what else is said of the thing', () => {
  const said: Said[] = [{ speaker: 'Ann', text: 'I bought a kettle in May.' }]
  const asks: Asks = { kind: 'thing', focus: 'colour', persons: ['Ann'] }
  expect(ask("What colour is Ann's kettle?", asks, said)).toMatchObject({ answered: false })
  expect(
    ask("What colour is Ann's kettle?", asks, [{ speaker: 'Ann', text: 'My kettle is red.' }]),
  ).toMatchObject({
    answered: true,
  })
})

test('a rise of a count without a figure is told with the count', () => {
  const said: Said[] = [
    { speaker: 'Mo', text: 'Our herd has 120 sheep.', on: '2025-03-01' },
    { speaker: 'Mo', text: 'The herd has grown a little.', on: '2025-04-01' },
  ]
  expect(ask('How many sheep does the herd have?', { kind: 'number', focus: 'sheep' }, said).text).toContain(
    'not recorded',
  )
})

test('something else that is bigger is no rise of a count', () => {
  const said: Said[] = [
    { speaker: 'Mo', text: 'Our herd has 120 sheep.', on: '2025-03-01' },
    { speaker: 'Mo', text: 'We got a bigger barn for the herd.', on: '2025-04-01' },
  ]
  expect(ask('How many sheep does the herd have?', { kind: 'number', focus: 'sheep' }, said).text).toBe(
    '120 sheep',
  )
})

test.each([
  ['I paid 300 euros for two nights.', 'How much did Ann pay for the two nights?', '300 euros'],
  ['I spent £80 on three long rides.', 'How much did Ann spend on the three rides?', '£80'],
  ['I paid 45 euros for one lesson.', 'How much did Ann pay for the lesson?', '45 euros'],
  ['I paid 90 euros for two of them.', 'How much did Ann pay for the two of them?', '90 euros'],
  ['The boat cost 12,500, the trailer 900 euros.', 'How much did the boat cost?', '12,500'],
  ['The deposit was 1,880 last year and the rent is 940 euros.', 'How much was the deposit?', '1,880'],
  ['I paid 300 for two nights.', 'How much did Ann pay?', '300'],
])('what a sum was paid for is no sum: %s', (text, question, sum) => {
  const persons = question.includes('Ann') ? ['Ann'] : []
  expect(ask(question, { kind: 'amount', persons }, [{ speaker: 'Ann', text }]).text).toBe(sum)
})

test('when something is done every day is told by the clock', () => {
  const said: Said[] = [{ speaker: 'Nico', text: 'My shop opens at ten nowadays.' }]
  expect(ask("When does Nico's shop open?", { kind: 'date', persons: ['Nico'] }, said)).toMatchObject({
    text: 'ten',
  })
})

test.each([
  ['When did Nico meet Tom?', 'I met Tom at 12 Elm Road.', '12'],
  ['When does Nico start with lunch?', 'I start with lunch at seven tables.', 'seven'],
  ['When did Nico stop smoking?', 'I stopped smoking at twelve years old.', 'twelve'],
  ['When did Nico buy the car?', 'I bought the car at 5 percent interest.', '5'],
  ['When did Nico marry?', 'I married at 19.', '19'],
])('a number is no hour: %s %s', (question, text, number) => {
  const said: Said[] = [{ speaker: 'Nico', text }]
  const told = ask(question, { kind: 'date', persons: ['Nico'] }, said).text
  expect(told).toMatch(/no date is given/)
  expect(told).not.toBe(number)
})

test.each([
  ['I open at 6.', '6'],
  ['I open at six on weekdays.', 'six'],
  ['I open at 7 these days.', '7'],
])('a number that ends its phrase is an hour: %s', (text, hour) => {
  const said: Said[] = [{ speaker: 'Nico', text }]
  expect(ask('When does Nico open?', { kind: 'date', persons: ['Nico'] }, said).text).toBe(hour)
})

describe('what only looks like the thing asked for', () => {
  test('a number in a name counts nothing, nor does a span of time', () => {
    const said: Said[] = [
      { speaker: 'Nils', text: 'I had my first regatta, the Fjord 20K, this morning, in 90 minutes.' },
    ]
    const asks: Asks = { kind: 'number', focus: 'regattas', persons: ['Nils'] }
    expect(ask('How many regattas did Nils row?', asks, said)).toMatchObject({ answered: false })
  })

  test('the highest ordinal that is told counts at least as many', () => {
    const said: Said[] = [
      { speaker: 'Nils', text: 'My second regatta went well.', on: '2025-01-01' },
      {
        speaker: 'Nils',
        text: 'I rowed the Fjord 20K. It was my third regatta this year.',
        on: '2025-02-01',
      },
    ]
    const verdict = ask(
      'How many regattas did Nils row?',
      { kind: 'number', focus: 'regattas', persons: ['Nils'] },
      said,
    )
    expect(verdict).toMatchObject({ text: 'at least 3' })
  })

  test('a number before the noun it counts stands, whatever name precedes it', () => {
    const said: Said[] = [{ speaker: 'Nils', text: 'At the camp in Bergen 40 people slept.' }]
    expect(
      ask('How many people slept at the camp?', { kind: 'number', focus: 'people' }, said).text,
    ).toContain('40')
  })

  test('a noun beside another noun is not the thing bought', () => {
    const said: Said[] = [{ speaker: 'Nils', text: 'I bought a canoe rack on Monday.' }]
    const asks: Asks = { kind: 'yes-no', persons: ['Nils'] }
    expect(ask('Did Nils buy a canoe?', asks, said)).toMatchObject({ answered: false })
    expect(ask('Did Nils buy a canoe rack?', asks, said)).toMatchObject({ polarity: 'yes' })
    const race: Said[] = [{ speaker: 'Nils', text: 'The race takes place in June.' }]
    expect(ask('Does the race take place in June?', { kind: 'yes-no' }, race)).toMatchObject({
      polarity: 'yes',
    })
    const bought: Said[] = [{ speaker: 'Nils', text: 'I bought a canoe yesterday.' }]
    expect(ask('Did Nils buy a canoe?', asks, bought)).toMatchObject({ polarity: 'yes' })
  })

  test.each([
    ['played', 'play'],
    ['sang', 'sing'],
  ])('what is done now goes before what was done once with the same verb: %s, %s', (past, now) => {
    const said: Said[] = [
      { speaker: 'Nils', text: `Our band ${past} at the pier.` },
      { speaker: 'Nils', text: `I ${now} the tuba.` },
    ]
    const asks: Asks = { kind: 'thing', focus: 'instrument', persons: ['Nils'] }
    const verdict = ask(`What instrument does Nils ${now}?`, asks, said)
    expect(verdict).toMatchObject({ text: `I ${now} the tuba.` })
  })
})
