import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../model/evidence.ts'
import type { UnitId } from '../model/memory-unit.ts'
import type { AnswerKind } from '../model/recall-frame.ts'
import { answer } from './answer.ts'
import { putCurrentFirst } from './put-current-first.ts'
import { type Asks, ask, cited, evidenceOf, frameOf, range, type Said } from './trial-question.ts'

describe('the form of an answer follows what is asked', () => {
  test('when is answered by the event time, in ISO form too', () => {
    const verdict = ask('When did Ilse visit the quarry?', { kind: 'date', persons: ['Ilse'] }, [
      { speaker: 'Ilse', text: 'Last Friday I visited the quarry.', on: '2024-05-08', event: '2024-05-03' },
    ])
    expect(verdict).toMatchObject({
      answered: true,
      text: '3 May 2024 (2024-05-03)',
      date: range('2024-05-03'),
    })
  })

  test('when without any date in the text gives the day on which it was said, and says so', () => {
    const verdict = ask('When did Ilse finish the mural?', { kind: 'date', persons: ['Ilse'] }, [
      { speaker: 'Ilse', text: 'I finished the mural.', on: '2024-05-08' },
    ])
    expect(verdict).toMatchObject({ answered: true, date: range('2024-05-08') })
    expect(verdict.answered && verdict.caveats.join()).toContain('no date')
  })

  test.each([
    ['Who repaired the pump?', 'person', 'Old Tam repaired the pump.', 'Tam'],
    ['Who mended the kayak?', 'person', 'I mended the kayak myself.', 'Ilse'],
    ['Who knits the socks?', 'person', 'My aunt knits the socks.', "Ilse's aunt"],
    ['Where did the ferry stop?', 'place', 'The ferry stopped at Corrie pier for an hour.', 'at Corrie pier'],
    [
      'Where is the spare key?',
      'place',
      'The spare key is under the third flowerpot.',
      'under the third flowerpot',
    ],
    ['How many eggs did the hens lay?', 'number', 'On 3 May the hens laid fourteen eggs.', 'fourteen eggs'],
    ['How much did the stove cost?', 'amount', 'The stove cost £240 in the sale.', '£240'],
    ['How long did the walk take?', 'duration', 'The walk took about three hours.', 'about three hours'],
    [
      'How often does the band rehearse?',
      'frequency',
      'The band rehearses every other Tuesday.',
      'every other Tuesday',
    ],
    [
      'Why did the fair close?',
      'reason',
      'The fair closed because the field flooded.',
      'because the field flooded.',
    ],
    ['Which instrument does Ilse play?', 'thing', 'I play the bassoon.', 'I play the bassoon.'],
  ] as const)('“%s” → %s', (question, kind, text, wanted) => {
    const verdict = ask(question, { kind, focus: /^Which (\w+)/.exec(question)?.[1] ?? '' }, [
      { speaker: 'Ilse', text },
    ])
    expect(verdict).toMatchObject({ answered: true })
    expect(verdict.text).toContain(wanted)
  })

  test('a list cites every turn that names an item', () => {
    const verdict = ask(
      'Which instruments does Ilse play?',
      { kind: 'thing', list: true, focus: 'instruments', persons: ['Ilse'] },
      [
        { speaker: 'Ilse', text: 'I play the bassoon.', on: '2024-02-01' },
        { speaker: 'Ilse', text: 'I play the lute as well.', on: '2024-01-01' },
        { speaker: 'Ilse', text: 'The tram was late.' },
      ],
    )
    expect(cited(verdict)).toEqual(['t2', 't1'])
  })

  test('a choice is answered by the alternative that the newest statement is for', () => {
    const verdict = ask('Does Ilse prefer rye or spelt?', { kind: 'choice', persons: ['Ilse'] }, [
      { speaker: 'Ilse', text: 'I only eat rye.', on: '2024-01-01' },
      { speaker: 'Ilse', text: "I eat spelt now. I've gone off rye.", on: '2024-02-01' },
    ])
    expect(verdict).toMatchObject({ answered: true, text: 'spelt' })
  })
})

describe('evidence of another time does not answer', () => {
  const van: Said[] = [
    { speaker: 'Ewa', text: 'Ruben stored the tent in the loft.', on: '2022-11-18', tier: 'within' },
    { speaker: 'Ewa', text: 'Ruben stored the tent in the shed.', on: '2023-01-09', tier: 'elsewhere' },
  ]
  const asks: Asks = {
    kind: 'place',
    persons: ['Ruben'],
    within: ['in November 2022', '2022-11-01', '2022-11-30'],
  }

  test('tier within alone carries the answer', () => {
    expect(ask('Where did Ruben store the tent in November 2022?', asks, van)).toMatchObject({
      text: 'in the loft',
    })
  })

  test('without evidence of the time it abstains as wrong-time', () => {
    const verdict = ask('Where did Ruben store the tent in November 2022?', asks, [van[1]!])
    expect(verdict).toMatchObject({ answered: false, reason: 'wrong-time' })
  })

  test('“the night before” an event is dated by the event', () => {
    const said: Said[] = [
      { speaker: 'Ilse', text: 'The exam was last Thursday.', on: '2024-03-20', event: '2024-03-14' },
      { speaker: 'Ilse', text: 'I slept four hours on Wednesday.', on: '2024-03-25', event: '2024-03-20' },
    ]
    const question = 'How long did Ilse sleep the night before the exam?'
    expect(ask(question, { kind: 'duration', persons: ['Ilse'] }, said)).toMatchObject({
      answered: false,
      reason: 'wrong-time',
    })
    const moved: Said[] = [said[0]!, { ...said[1]!, event: '2024-03-13' }]
    expect(ask(question, { kind: 'duration', persons: ['Ilse'] }, moved)).toMatchObject({
      answered: true,
      text: 'four hours',
    })
  })

  test('two readings of a date with an answer each are ambiguous', () => {
    const said: Said[] = [
      { speaker: 'Ilse', text: 'I paid for the tiles.', on: '2023-03-04' },
      { speaker: 'Ilse', text: 'I paid for the paint.', on: '2023-04-03' },
    ]
    const both: Asks = {
      kind: 'thing',
      persons: ['Ilse'],
      within: ['on 03/04/2023', '2023-03-04'],
      readings: ['2023-03-04', '2023-04-03'],
    }
    const verdict = ask('What did I pay for on 03/04/2023?', both, said)
    expect(verdict).toMatchObject({ answered: false, reason: 'ambiguous' })
    expect(verdict.text).toContain('2023-03-04 or 2023-04-03')
    const single = ask('What did I pay for on 03/04/2023?', both, [said[0]!])
    expect(single).toMatchObject({ answered: true })
    expect(single.answered && single.caveats.join()).toContain('2023-04-03')
  })
})

describe('the newer statement counts', () => {
  const said: Said[] = [
    { speaker: 'Bo', text: 'I adore olives.', on: '2025-01-05' },
    { speaker: 'Bo', text: 'I have gone off olives.', on: '2025-02-05' },
  ]
  test('for what holds now', () => {
    const verdict = ask('Does Bo like olives?', { kind: 'yes-no', persons: ['Bo'] }, said)
    expect(verdict).toMatchObject({ answered: true, polarity: 'no' })
    expect(cited(verdict)).toEqual(['t2'])
  })

  test('but as of an earlier day the statement before that day does', () => {
    const verdict = ask(
      'Did Bo like olives on 10 January 2025?',
      { kind: 'yes-no', persons: ['Bo'], within: ['on 10 January 2025', '2025-01-10'] },
      [
        { ...said[0]!, tier: 'near' },
        { ...said[1]!, tier: 'elsewhere' },
      ],
    )
    expect(verdict).toMatchObject({ answered: true, polarity: 'yes' })
    expect(cited(verdict)).toEqual(['t1'])
  })

  test.each([
    ['Which car does Ada drive?', 'I drive a Fiat.', 'I swapped the Fiat for a Volvo.', 'Volvo'],
    ['Which tea does Ada drink now?', 'I only drink green tea.', 'I switched to mint tea for good.', 'mint'],
    [
      'Which team is Ada in?',
      'I am in the river team.',
      'They put me in the harbour team instead.',
      'harbour',
    ],
    ['Where does Ada live?', 'I live in Oban.', 'I moved from Oban to Ayr.', 'Ayr'],
  ])('“%s” is answered by the change', (question, old, change, wanted) => {
    const kind = question.startsWith('Where') ? 'place' : 'thing'
    const focus = /^Which (\w+)/.exec(question)?.[1]
    const verdict = ask(question, { kind, persons: ['Ada'], ...(focus && { focus }) }, [
      { speaker: 'Ada', text: old, on: '2024-01-01' },
      { speaker: 'Ada', text: change, on: '2024-06-01' },
    ])
    expect(verdict.text).toContain(wanted)
    expect(cited(verdict)).toEqual(['t2'])
  })

  test('a question about what was replaced is answered with no', () => {
    const verdict = ask('Does Ada live in Oban?', { kind: 'yes-no', persons: ['Ada'] }, [
      { speaker: 'Ada', text: 'I live in Oban.', on: '2024-01-01' },
      { speaker: 'Ada', text: 'I moved from Oban to Ayr.', on: '2024-06-01' },
    ])
    expect(verdict).toMatchObject({ polarity: 'no' })
  })

  test('a rise without a figure is told beside the last figure', () => {
    const verdict = ask('How much rent does Ada pay?', { kind: 'amount', persons: ['Ada'] }, [
      { speaker: 'Ada', text: 'I pay 640 euros rent.', on: '2024-01-01' },
      { speaker: 'Ada', text: 'My rent went up again.', on: '2024-06-01' },
    ])
    expect(verdict.text).toBe('640 euros rent (amount after the rise not recorded)')
    expect(cited(verdict)).toEqual(['t1', 't2'])
  })
})

describe('what the evidence does not hold is not answered', () => {
  test('no evidence', () => {
    expect(ask('Where do I live?', { kind: 'place' }, [])).toMatchObject({
      answered: false,
      reason: 'nothing-related',
      nearest: [],
    })
  })
  test('a name that was never mentioned cites nothing', () => {
    const verdict = ask('What do you remember about Heike?', { kind: 'thing', unknownNames: ['Heike'] }, [
      { speaker: 'Ann', text: 'My dog Grit is a giant schnauzer.' },
    ])
    expect(verdict).toMatchObject({ answered: false, reason: 'nothing-related', nearest: [] })
    expect(verdict.text).not.toContain('schnauzer')
  })
  test('a question is no evidence of itself', () => {
    const verdict = ask('Does Bo own a kayak?', { kind: 'yes-no', persons: ['Bo'] }, [
      { speaker: 'Bo', text: 'Does Bo own a kayak?', modality: 'asked' },
    ])
    expect(verdict).toMatchObject({ answered: false, reason: 'unsupported' })
  })
  test('what is only planned was not done', () => {
    const verdict = ask('Did Bo sell the kayak?', { kind: 'yes-no', persons: ['Bo'] }, [
      { speaker: 'Bo', text: 'I am going to sell the kayak.', modality: 'planned' },
    ])
    expect(verdict).toMatchObject({ answered: false })
  })
  test('a made-up scene is told as one', () => {
    const verdict = ask(
      'How many loaves must Bo bake?',
      { kind: 'number', focus: 'loaves', persons: ['Bo'] },
      [{ speaker: 'Bo', text: "Let's pretend I must bake 300 loaves a night.", modality: 'hypothetical' }],
    )
    expect(verdict).toMatchObject({ answered: true })
    expect(verdict.text).toMatch(/300 loaves.*hypothetical/)
  })
})

test('a rule that repeats answers for a day, with yes or with no', () => {
  const said: Said[] = [
    {
      speaker: 'Mara',
      text: 'The choir meets on the second Tuesday of each month.',
      on: '2024-01-02',
      recurrence: { freq: 'monthly', interval: 1, byday: ['2TU'] },
      tier: 'near',
    },
  ]
  const on = (day: string) =>
    ask('Does the choir meet then?', { kind: 'yes-no', within: ['then', day] }, said)
  expect(on('2024-01-09')).toMatchObject({ polarity: 'yes' })
  expect(on('2024-01-16')).toMatchObject({ polarity: 'no' })
})

test('quotes stand in their turns character by character, whatever is asked and said', () => {
  const words = [
    'I',
    'my aunt',
    'Piet',
    'bought',
    'likes',
    '7',
    '£3',
    'in Oban',
    'because',
    'it rained',
    'last May',
    '?',
    '.',
    '\n',
    '</x>',
    '“',
    '…',
  ]
  const sentence = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 })
    .map((all) => all.join(' '))
  const kinds: AnswerKind[] = [
    'date',
    'duration',
    'frequency',
    'person',
    'place',
    'number',
    'amount',
    'yes-no',
    'choice',
    'reason',
    'manner',
    'thing',
  ]
  fc.assert(
    fc.property(
      fc.array(sentence, { maxLength: 5 }),
      sentence,
      fc.constantFrom(...kinds),
      fc.boolean(),
      (texts, question, kind, list) => {
        const said = texts.map((text) => ({ speaker: 'Alma', text }))
        const verdict = ask(question, { kind, list }, said)
        if (!verdict.answered) return
        for (const { turn, quote } of verdict.citations) {
          expect(quote.length).toBeGreaterThan(0)
          expect(texts[Number(turn.slice(1)) - 1]).toContain(quote)
        }
      },
    ),
  )
})

describe('the evidence that holds comes first', () => {
  const order = (question: string, asks: Asks, said: readonly Said[]) =>
    putCurrentFirst({
      frame: frameOf(question, asks),
      evidence: said.map(evidenceOf),
      timeZone: 'UTC',
      aliases: [],
      termWeights: new Map(),
    })
  const ids = (evidence: readonly Evidence[]) => evidence.map(({ unit }) => unit.id)

  test('the newer of two statements that fill one place passes the older', () => {
    const evidence = order('Where does Ada live?', { kind: 'place', persons: ['Ada'] }, [
      { speaker: 'Ada', text: 'I live in Oban.', on: '2024-01-01' },
      { speaker: 'Ada', text: 'The tram was late.', on: '2024-02-01' },
      { speaker: 'Ada', text: 'We relocated to Ayr.', on: '2024-06-01' },
    ])
    expect(ids(evidence)).toEqual(['t3', 't1', 't2'])
    const scores = evidence.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('a statement of the person asked for passes one of somebody else', () => {
    const evidence = order('What did Katarina buy?', { kind: 'thing', persons: ['Katarina'] }, [
      { speaker: 'Ewa', text: 'Katja bought the sledge.' },
      { speaker: 'Ewa', text: 'Katarina bought the red kite.' },
    ])
    expect(ids(evidence)).toEqual(['t2', 't1'])
  })

  test('what only speaks of the same matter keeps its place', () => {
    const said: Said[] = [
      {
        speaker: 'Ada',
        text: 'My necklace stands for love, faith and strength, as my gran taught me.',
        on: '2024-01-01',
      },
      {
        speaker: 'Ada',
        text: 'The necklace in the window would suit her when she comes home next spring.',
        on: '2024-06-01',
      },
    ]
    expect(
      ids(order("What does Ada's necklace stand for?", { kind: 'thing', persons: ['Ada'] }, said)),
    ).toEqual(['t1', 't2'])
  })

  test('no evidence stays none', () => {
    expect(order('Where?', { kind: 'place' }, [])).toEqual([])
  })
})

test('the day of an event is that of the statement which dates it', () => {
  const said: Said[] = [
    { speaker: 'Cy', text: 'The wedding was on 3 June.', on: '2023-06-12', event: '2023-06-03' },
    { speaker: 'Cy', text: 'On 4 June I wore a red hat.', on: '2023-06-12', event: '2023-06-04' },
    { speaker: 'Cy', text: 'On 3 June I wore a green suit.', on: '2023-06-12', event: '2023-06-03' },
  ]
  const verdict = ask('What did Cy wear on the day of the wedding?', { kind: 'thing', persons: ['Cy'] }, said)
  expect(cited(verdict)).toEqual(['t3'])
})

test('a unit of a model is answered from whichever of its turns says it, each turn once', () => {
  const said: Said[] = [
    { speaker: 'Ilse', text: 'Guess what I did.' },
    { speaker: 'Ilse', text: 'I visited the quarry.' },
  ]
  const [first, second] = said.map(evidenceOf) as [Evidence, Evidence]
  const unit = { ...first.unit, origin: 'model' as const }
  const made: Evidence = { ...first, unit, turns: [first.turns[0], second.turns[0]] }
  const verdict = answer({
    frame: frameOf('What did Ilse visit?', { kind: 'thing', persons: ['Ilse'] }),
    evidence: [made, { ...made, unit: { ...unit, id: 'm2' as UnitId } }],
    timeZone: 'UTC',
    aliases: [],
    termWeights: new Map(),
  })
  expect(verdict).toMatchObject({ answered: true, text: 'I visited the quarry.' })
  expect(cited(verdict)).toEqual(['t2'])
})
