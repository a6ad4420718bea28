import { describe, expect, test } from 'vitest'
import { ask, type Said } from './trial-question.ts'

describe('a plan that is moved by a pronoun alone', () => {
  const plan: Said = {
    speaker: 'Kim',
    text: 'The picnic is on 9 May.',
    on: '2026-04-02',
    event: '2026-05-09',
    mention: '9 May',
  }
  const moved = (text: string, on = '2026-04-05'): Said => ({
    speaker: 'Lee',
    text,
    on,
    event: '2026-05-16',
    mention: '16 May',
  })
  test.each([
    'We moved it to 16 May.',
    'Rain is forecast, so they pushed it back to 16 May.',
    'It has been postponed until 16 May.',
    'It got rescheduled for 16 May, sadly.',
  ])('is dated by it: “%s”', (text) => {
    expect(ask('When is the picnic?', { kind: 'date' }, [plan, moved(text)])).toMatchObject({
      date: { first: '2026-05-16' },
    })
  })
  test('keeps its day where another plan was told since, which may be meant', () => {
    const other: Said = {
      speaker: 'Kim',
      text: 'The concert is on 12 May.',
      on: '2026-04-03',
      event: '2026-05-12',
      mention: '12 May',
    }
    const said = [plan, other, moved('We moved it to 16 May.')]
    expect(ask('When is the picnic?', { kind: 'date' }, said)).toMatchObject({
      date: { first: '2026-05-09' },
    })
    expect(ask('When is the concert?', { kind: 'date' }, said)).toMatchObject({
      date: { first: '2026-05-16' },
    })
  })
  test('keeps its day where somebody else moves something in another talk', () => {
    const mine: Said = { ...plan, text: 'My dentist appointment is on 9 May.' }
    const when = (...then: Said[]) =>
      ask("When is Kim's dentist appointment?", { kind: 'date', persons: ['Kim'] }, [mine, ...then])
    const other = moved('We moved it to 16 May.')
    expect(when({ ...other, session: 's2' })).toMatchObject({ date: { first: '2026-05-09' } })
    expect(when({ ...other, text: 'It got pushed back to 16 May.', session: 's2' })).toMatchObject({
      date: { first: '2026-05-09' },
    })
    expect(when(other)).toMatchObject({ date: { first: '2026-05-16' } })
    expect(when({ ...other, speaker: 'Kim', session: 's2' })).toMatchObject({ date: { first: '2026-05-16' } })
  })
  test('was at first on the day that was planned', () => {
    const asks = { kind: 'date' } as const
    expect(
      ask('When was the picnic originally?', asks, [plan, moved('We moved it to 16 May.')]),
    ).toMatchObject({
      date: { first: '2026-05-09' },
    })
  })
  test('keeps its day where it was over when something was moved', () => {
    const said = [plan, moved('We moved it to 16 May.', '2026-05-12')]
    expect(ask('When is the picnic?', { kind: 'date' }, said)).toMatchObject({
      date: { first: '2026-05-09' },
    })
  })
})

describe('what came after an event, or before it', () => {
  const said: Said[] = [
    { speaker: 'Vic', text: 'We hired a gardener on 30 September.', on: '2027-10-01', event: '2027-09-30' },
    { speaker: 'Vic', text: 'The flood was on 2 March.', on: '2027-03-03', event: '2027-03-02' },
    { speaker: 'Vic', text: 'We hired a builder on 10 March.', on: '2027-03-11', event: '2027-03-10' },
    { speaker: 'Vic', text: 'We hired a painter on 4 January.', on: '2027-01-05', event: '2027-01-04' },
    { speaker: 'Vic', text: 'We hired a roofer on 1 March.', on: '2027-03-01', event: '2027-03-01' },
  ]
  test.each([
    ['after', 'builder'],
    ['before', 'roofer'],
  ] as const)('is what lies nearest %s it', (relation, who) => {
    const asks = { kind: 'thing', persons: ['Vic'], order: { relation, event: 'the flood' } } as const
    const question = `What did Vic hire ${relation} the flood?`
    expect(ask(question, { ...asks, persons: ['Vic'] }, said).text).toContain(who)
  })
  test('is what says itself that it came then', () => {
    const told: Said[] = [{ speaker: 'Vic', text: 'After the exam we all went bowling.' }]
    const order = { relation: 'after', event: 'the exam' } as const
    expect(
      ask('What did Vic do after the exam?', { kind: 'thing', persons: ['Vic'], order }, told).text,
    ).toContain('bowling')
  })
})

describe('clauses of one sentence are told apart', () => {
  test.each([
    ['Maria Lopez tunes harps and Marta Lopez tunes organs.', 'Who tunes organs?', 'Marta Lopez'],
    ['Lena and Mats walked home, Otto took the tram.', 'Who took the tram?', 'Otto'],
    ['Lena and Mats walked home, Otto took the tram.', 'Who walked home?', 'Lena and Mats'],
    ['Nils is a baker and Otto is a vet.', 'Who is a vet?', 'Otto'],
  ])('“%s” %s', (text, question, name) => {
    expect(ask(question, { kind: 'person' }, [{ speaker: 'Ugo', text }]).text).toBe(name)
  })
  test('of two things with a verb of each only the one is quoted', () => {
    const said: Said[] = [{ speaker: 'Ugo', text: 'Gate B7 is closed, gate B9 is open.' }]
    const verdict = ask('Which gate is open?', { kind: 'thing', focus: 'gate' }, said)
    expect(verdict.text).toContain('B9')
    expect(verdict.text).not.toContain('B7')
  })
  test('a quotation is of whom it quotes, and “he” may be whom a present is for', () => {
    const quoted: Said[] = [{ speaker: 'Rosa', text: '“I hate Mondays”, said my boss.' }]
    expect(ask('Does Rosa hate Mondays?', { kind: 'yes-no', persons: ['Rosa'] }, quoted)).not.toMatchObject({
      polarity: 'yes',
    })
    const told: Said[] = [{ speaker: 'Rosa', text: 'I need a gift for my father, he collects stamps.' }]
    expect(
      ask("What does Rosa's father collect?", { kind: 'thing', persons: ['Rosa'] }, told).text,
    ).toContain('stamps')
  })
  test('“it” is what somebody hates, not who hates it', () => {
    const said: Said[] = [{ speaker: 'Ivy', text: 'My sister hates beetroot, I love it.' }]
    expect(ask('Does Ivy like beetroot?', { kind: 'yes-no', persons: ['Ivy'] }, said)).toMatchObject({
      polarity: 'yes',
    })
    expect(ask("Does Ivy's sister like beetroot?", { kind: 'yes-no', persons: ['Ivy'] }, said)).toMatchObject(
      {
        polarity: 'no',
      },
    )
  })
})

describe('of several amounts the one counts beside which the thing stands', () => {
  test.each([
    ['The rent is 940 euros and the deposit is 1,880.', 'How much is the deposit?', '1,880'],
    ['The rent is 940 euros and the deposit is 1,880.', 'How much is the rent?', '940'],
    ['The boat costs 12,500 and the trailer 900 euros.', 'How much does the trailer cost?', '900'],
    ['The boat costs 12,500 and the trailer 900 euros.', 'How much does the boat cost?', '12,500'],
    ['The raft is 6 metres long and weighs 300 kilos.', 'How much does the raft weigh?', '300 kilos'],
  ])('“%s” %s', (text, question, amount) => {
    expect(ask(question, { kind: 'amount' }, [{ speaker: 'Mo', text }]).text).toContain(amount)
  })
})

describe('yes and no', () => {
  const ivy = (question: string, ...said: Said[]) => ask(question, { kind: 'yes-no', persons: ['Ivy'] }, said)
  test('by what is not so: “not allergic” is no aversion', () => {
    expect(
      ivy('Is Ivy allergic to bees?', { speaker: 'Ivy', text: 'I am not allergic to bees after all.' }),
    ).toMatchObject({ polarity: 'no' })
    expect(ivy('Is Ivy allergic to bees?', { speaker: 'Ivy', text: 'I am allergic to bees.' })).toMatchObject(
      {
        polarity: 'yes',
      },
    )
  })
  test('by what fell through, whoever was to do it', () => {
    expect(
      ivy('Did Ivy go to Crete?', { speaker: 'Ivy', text: 'The trip to Crete fell through.' }),
    ).toMatchObject({ polarity: 'no' })
  })
  test('by what was given up, whatever was done with it', () => {
    expect(ivy('Does Ivy eat sugar?', { speaker: 'Ivy', text: 'I gave up sugar in January.' })).toMatchObject(
      {
        polarity: 'no',
      },
    )
  })
  test('by what is set against what is liked', () => {
    const said: Said = { speaker: 'Ivy', text: 'I like jazz, not blues.' }
    expect(ivy('Does Ivy like blues?', said)).toMatchObject({ polarity: 'no' })
    expect(ivy('Does Ivy like jazz?', said)).toMatchObject({ polarity: 'yes' })
  })
  test('by what bores, and by what was had and is gone since', () => {
    expect(
      ivy('Does Ivy like chess?', { speaker: 'Ivy', text: 'Chess bores me to tears now.' }),
    ).toMatchObject({ polarity: 'no' })
    const had: Said = { speaker: 'Ivy', text: 'I have a fringe.' }
    const gone: Said = { speaker: 'Ivy', text: 'I shaved off my fringe.', on: '2026-01-01' }
    expect(ivy('Does Ivy have a fringe?', had, gone)).toMatchObject({ polarity: 'no' })
    expect(ivy('Does Ivy have a fringe?', had)).toMatchObject({ polarity: 'yes' })
  })
  test.each([
    'I returned to my flat in Graz.',
    'I lost my keys at my flat in Graz.',
    'My aunt died in my flat in Graz.',
    'I scrapped a car near my flat in Graz.',
    'I nearly lost my flat in Graz.',
  ])('not by what was lost or left beside the thing: “%s”', (text) => {
    const had: Said = { speaker: 'Ivy', text: 'I have a flat in Graz.' }
    expect(
      ivy('Does Ivy still have a flat in Graz?', had, { speaker: 'Ivy', text, on: '2025-05-01' }),
    ).toMatchObject({ polarity: 'yes' })
  })
  test.each([
    'I sold my flat in Graz.',
    'I returned my flat in Graz to the bank.',
    'My flat in Graz burnt down.',
    'My flat in Graz was sold at last.',
    'My flat in Graz got sold two days ago.',
    'My flat in Graz burnt down one night.',
    'I got rid of the flat in Graz.',
    'I had a flat in Graz that I lost.',
    'I gave my flat in Graz away.',
  ])('by what became of the thing: “%s”', (text) => {
    const had: Said = { speaker: 'Ivy', text: 'I have a flat in Graz.' }
    expect(
      ivy('Does Ivy still have a flat in Graz?', had, { speaker: 'Ivy', text, on: '2025-05-01' }),
    ).toMatchObject({ polarity: 'no' })
  })
  describe('by what became of an animal under its name', () => {
    const cat: Said = { speaker: 'Ivy', text: 'My cat is called Mog.' }
    const then = (text: string, on = '2025-04-01'): Said => ({ speaker: 'Ivy', text, on })
    test.each([
      'Mog died.',
      'Mog sadly passed away.',
      'Mog has died.',
      'Mog was stolen.',
      'Mog ran away.',
      'Poor old Mog was put down.',
    ])('which is had no more: “%s”', (text) => {
      expect(ivy('Does Ivy still have a cat?', cat, then(text))).toMatchObject({ polarity: 'no' })
    })
    test.each([
      'Mog lost a tooth.',
      'Mog returned home.',
      'Mog nearly died.',
      'Mog was almost stolen.',
      "Mog's brother died.",
      'Mog was sad when my aunt died.',
      'Mog never ran away.',
    ])('which is had still: “%s”', (text) => {
      expect(ivy('Does Ivy still have a cat?', cat, then(text))).not.toMatchObject({ polarity: 'no' })
    })
    test('which another has followed, or lives beside', () => {
      const next = then('I have a new cat, Luna.', '2025-05-01')
      expect(ivy('Does Ivy still have a cat?', cat, then('Mog died.'), next)).toMatchObject({
        polarity: 'yes',
      })
      const both = then('My cat Luna is shy.', '2025-03-02')
      expect(ivy('Does Ivy still have a cat?', cat, both, then('Mog died.'))).not.toMatchObject({
        polarity: 'no',
      })
    })
  })
  test('by what became the opposite since', () => {
    expect(
      ivy(
        'Is Ivy single?',
        { speaker: 'Ivy', text: 'I am single.' },
        { speaker: 'Ivy', text: 'I got married in June.', on: '2026-07-01' },
      ),
    ).toMatchObject({ polarity: 'no' })
  })
})

test('that something was changed is no answer without what follows', () => {
  const said: Said[] = [{ speaker: 'Kim', text: 'They changed the door code, it is 9036 now.' }]
  expect(ask('What is the door code?', { kind: 'thing', focus: 'code' }, said).text).toContain('9036')
})

test('with whom or where something was done is no reason for it', () => {
  const said: Said[] = [{ speaker: 'Ann', text: 'I sold the greenhouse to a man from Ghent.' }]
  expect(ask('Why did Ann sell the greenhouse?', { kind: 'reason', persons: ['Ann'] }, said)).toMatchObject({
    answered: false,
  })
})

test('a rise that somebody else brought about is told with the amount', () => {
  const said: Said[] = [
    { speaker: 'Mo', text: 'I pay 610 rent for the flat.' },
    { speaker: 'Mo', text: 'The landlord put the rent up.', on: '2026-01-01' },
  ]
  expect(ask('How much rent does Mo pay?', { kind: 'amount', persons: ['Mo'] }, said).text).toContain(
    'amount after the rise not recorded',
  )
})

describe('since when something holds is not at what hour it is', () => {
  const when = (question: string, text = 'From today the gym opens at eight.', mention = 'today') =>
    ask(question, { kind: 'date' }, [{ speaker: 'Ken', text, event: '2025-03-01', mention }])
  test('the hour is asked for by when it does', () => {
    expect(when('When does the gym open?').text).toContain('eight')
  })
  test.each([
    'Since when does the gym open at eight?',
    'Since when has the gym opened at eight?',
    'From when does the gym open at eight?',
    'From which day does the gym open at eight?',
    'When did the gym begin to open at eight?',
    'When did the gym start to open at eight?',
    'When does the gym start to open at eight?',
  ])('the day by “%s”', (question) => {
    expect(when(question)).toMatchObject({ date: { first: '2025-03-01' } })
  })
  test('the day by when it was changed', () => {
    const text = 'As of today the gym has changed its hours, it opens at eight.'
    expect(when('When did the gym change its hours?', text)).toMatchObject({ date: { first: '2025-03-01' } })
  })
})
