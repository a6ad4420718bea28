import { describe, expect, test } from 'vitest'
import { type Asks, ask, range, type Said } from './trial-question.ts'

test('what is made up does not affirm', () => {
  const verdict = ask('Did Lin buy a castle?', { kind: 'yes-no', persons: ['Lin'] }, [
    { speaker: 'Lin', text: 'If I won the lottery, I would buy a castle.', modality: 'hypothetical' },
  ])
  expect(verdict).toMatchObject({ answered: false })
})

describe('yes and no beyond the words of the question', () => {
  test.each([
    ['Did Bo pass the driving test?', 'I failed the driving test.', 'no'],
    ['Is the harbour gate open?', 'The harbour gate is closed.', 'no'],
    ['Has Bo ever been to Norway?', 'I have never been to Norway.', 'no'],
    ['Does Bo eat fish?', 'I gave up fish.', 'no'],
    ['Can Bo swim?', 'I can swim well.', 'yes'],
    ["Doesn't Bo like rain?", 'I love rain.', 'yes'],
  ])('“%s” — “%s” → %s', (question, text, polarity) => {
    expect(ask(question, { kind: 'yes-no', persons: ['Bo'] }, [{ speaker: 'Bo', text }])).toMatchObject({
      polarity,
    })
  })

  test.each([
    ['Did Bo buy the boat?', 'I looked at the boat.'],
    ['Is Bo allergic to nuts?', 'I bought nuts.'],
    ['Does Bo like jazz?', 'I heard jazz on the radio.'],
  ])('“%s” is left open by “%s”', (question, text) => {
    expect(ask(question, { kind: 'yes-no', persons: ['Bo'] }, [{ speaker: 'Bo', text }])).toMatchObject({
      answered: false,
    })
  })
})

describe('deeds that undo', () => {
  const says = (question: string, text: string, persons = ['Bea']) =>
    ask(question, { kind: 'yes-no', persons }, [{ speaker: 'Bea', text }])

  test.each([
    ['Does Bea have a gym membership?', 'I cancelled my gym membership.', 'no'],
    ['Did Bea cancel her gym membership?', 'I cancelled my gym membership.', 'yes'],
    ['Did Bea buy the blue scooter?', 'I nearly bought the blue scooter.', 'no'],
    ['Did Bea sell the mare?', 'I sold the mare.', 'yes'],
    ['Did Bea quit smoking?', 'I quit smoking.', 'yes'],
    ['Does Bea smoke?', 'I quit smoking.', 'no'],
    ['Did Bea leave the choir?', 'I never left the choir.', 'no'],
    ['Did Bea miss the train?', 'I almost missed the train.', 'no'],
    ['Did the passport expire?', 'The passport expired.', 'yes'],
    ['Did the passport expire?', 'The passport almost expired.', 'no'],
    ['Did Bea sell the boat?', 'I nearly sold the boat.', 'no'],
  ] as const)('%s %s', (question, text, polarity) => {
    expect(says(question, text)).toMatchObject({ polarity })
  })

  test('a plan says what is done on a day to come, or from now on', () => {
    const friday: Asks = { kind: 'yes-no', persons: ['Bea'], within: ['on Friday', '2025-06-06'] }
    const plan: Said[] = [
      {
        speaker: 'Bea',
        text: 'I am going to drive to Bergen on Friday.',
        event: '2025-06-06',
        on: '2025-06-01',
      },
    ]
    expect(ask('Does Bea drive to Bergen on Friday?', friday, plan)).toMatchObject({ polarity: 'yes' })
    expect(
      says('Does Bea work from home on Fridays?', 'I will work from home on Fridays from now on.'),
    ).toMatchObject({ polarity: 'yes' })
  })

  test('a plan to move says nothing of where somebody lives', () => {
    expect(says('Does Bea live in Oslo?', 'I might move to Oslo one day.')).toMatchObject({ answered: false })
  })
})

describe('what was done and what was only planned', () => {
  const plan: Said = {
    speaker: 'Nils',
    text: 'We plan to move to Oslo in May.',
    on: '2024-02-01',
    event: ['2024-05-01', '2024-05-31'],
  }
  const newPlan: Said = {
    speaker: 'Nils',
    text: 'We are moving to Oslo in July, not May, because the house is not ready.',
    on: '2024-03-10',
    mention: 'in July',
    event: ['2024-07-01', '2024-07-31'],
  }
  const done: Said = {
    speaker: 'Nils',
    text: 'We moved to Oslo yesterday.',
    on: '2024-07-10',
    event: '2024-07-09',
  }
  const asks: Asks = { kind: 'date', persons: ['Nils'], lastDay: '2024-12-01' }

  test('a question for the past is answered by what was done, though a plan ranks first', () => {
    const verdict = ask('When did Nils move to Oslo?', asks, [plan, newPlan, done])
    expect(verdict).toMatchObject({ date: range('2024-07-09'), caveats: [] })
  })

  test('of two plans for one deed the later told one holds', () => {
    const verdict = ask('When will Nils move to Oslo?', asks, [plan, newPlan])
    expect(verdict).toMatchObject({ date: range('2024-07-01', '2024-07-31') })
  })

  test('a day on which it will not be is no answer', () => {
    const denied: Said = {
      speaker: 'Nils',
      text: 'Bad news: the ferry will not open in May, it will open in July.',
      on: '2024-03-10',
      event: ['2024-05-01', '2024-07-31'],
      mention: 'in May',
    }
    const first: Said = { ...plan, text: 'I want to open the ferry in May.' }
    const verdict = ask('When will Nils open the ferry?', asks, [first, denied])
    expect(verdict).toMatchObject({ date: range('2024-07-01', '2024-07-31') })
  })

  test('a plan for another time, told once the first was over, is another deed', () => {
    const again = { ...newPlan, on: '2024-06-10' }
    const verdict = ask('When will Nils move to Oslo?', asks, [plan, again])
    expect(verdict).toMatchObject({ date: range('2024-05-01', '2024-05-31') })
  })

  test('a plan alone answers a question for the past with a caveat', () => {
    const verdict = ask('When did Nils move to Oslo?', asks, [plan])
    expect(verdict.answered && verdict.caveats.join()).toContain('Said as a plan')
  })

  test('of a plan for a day after the last session the caveat says so', () => {
    const verdict = ask('When did Nils move to Oslo?', { ...asks, lastDay: '2024-03-01' }, [plan])
    expect(verdict.answered && verdict.caveats.join()).toContain('memory ends on 2024-03-01')
  })

  test('where somebody was is not told by where they plan to go', () => {
    expect(ask('Where was Nils then?', { ...asks, kind: 'place' }, [plan])).toMatchObject({ answered: false })
  })
})

describe('what was done on a day', () => {
  const asks: Asks = {
    kind: 'thing',
    persons: ['Edda'],
    within: ['yesterday', '2025-03-04'],
  }
  const on = '2025-03-05'

  test.each([
    ['a plan', { text: 'We will sail to Ven.', event: ['2025-03-01', '2025-03-31'] }],
    ['a deed of a whole month', { text: 'I learned to sail in March.', event: ['2025-03-01', '2025-03-31'] }],
    ['a deed of another day', { text: 'I sailed to Ven on Sunday.', event: '2025-03-02' }],
    ['a rule', { text: 'I sail on Tuesdays.', recurrence: { every: 'week', weekdays: [2] } as never }],
  ] as [string, Omit<Said, 'speaker'>][])('is not told by %s', (_, said) => {
    expect(ask('What did Edda do yesterday?', asks, [{ speaker: 'Edda', on, ...said }])).toMatchObject({
      answered: false,
    })
  })

  test('is told by a deed of the day', () => {
    const said: Said[] = [{ speaker: 'Edda', on, text: 'I sailed to Ven yesterday.', event: '2025-03-04' }]
    expect(ask('What did Edda do yesterday?', asks, said)).toMatchObject({ answered: true })
  })
})

describe('before and after an event', () => {
  const moved: Said = { speaker: 'Nils', text: 'We moved to Oslo.', on: '2024-07-10', event: '2024-07-09' }
  const asks = (relation: 'before' | 'after', event: string): Asks => ({
    kind: 'thing',
    persons: ['Edda', 'Nils'],
    order: { relation, event },
  })

  test('whoever only dates the question is not whom it asks about', () => {
    const bought: Said = { speaker: 'Nils', text: 'I bought a canoe.', on: '2024-03-01' }
    const question = 'What did Edda buy before Nils moved to Oslo?'
    expect(ask(question, asks('before', 'Nils moved to Oslo'), [moved, bought])).toMatchObject({
      answered: false,
    })
    const hers: Said = { ...bought, speaker: 'Edda', text: 'I bought a kayak.' }
    const later: Said = { ...bought, speaker: 'Edda', text: 'I bought a raft.', on: '2024-09-01' }
    expect(ask(question, asks('before', 'Nils moved to Oslo'), [moved, bought, later, hers])).toMatchObject({
      text: 'I bought a kayak.',
    })
  })

  test('the event itself is not what came after it', () => {
    const hurt: Said = {
      speaker: 'Nils',
      text: 'I broke my arm on Monday.',
      on: '2024-05-08',
      event: '2024-05-06',
    }
    const after: Said = { speaker: 'Nils', text: 'I stopped rowing.', on: '2024-05-20' }
    const verdict = ask(
      'What happened after Nils broke his arm?',
      { ...asks('after', 'Nils broke his arm'), persons: ['Nils'] },
      [hurt, after],
    )
    expect(verdict).toMatchObject({ text: 'I stopped rowing.' })
  })
})
