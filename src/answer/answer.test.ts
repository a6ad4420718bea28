// One piece: every test asks through the same small fixture, and no other file needs it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../model/answer.ts'
import type { Day, DayRange, Instant } from '../model/day-range.ts'
import type { Evidence, Tier } from '../model/evidence.ts'
import type { Alias } from '../model/history.ts'
import type { Modality, Recurrence, UnitId } from '../model/memory-unit.ts'
import type { AnswerKind, RecallFrame } from '../model/recall-frame.ts'
import type { SessionId, TurnId } from '../model/turn.ts'
import { answer } from './answer.ts'
import { putCurrentFirst } from './put-current-first.ts'

type Said = {
  id?: string
  speaker: string
  text: string
  on?: string
  event?: string | [string, string]
  /** The time words that date the event. */
  mention?: string
  recurrence?: Recurrence
  modality?: Modality
  tier?: Tier
}

type Asks = {
  kind: AnswerKind
  list?: boolean
  focus?: string
  persons?: string[]
  unknownNames?: string[]
  latest?: boolean
  order?: RecallFrame['order']
  asker?: string
  lastDay?: string
  within?: [cue: string, first: string, last?: string]
  readings?: [string, string]
  aliases?: Alias[]
}

const range = (first: string, last = first): DayRange => ({ first: first as Day, last: last as Day })

function evidenceOf(said: Said, place: number): Evidence {
  const { id = `t${place + 1}`, speaker, text, on = '2025-03-01', event, modality = 'stated' } = said
  const time = `${on}T10:00:00.000Z` as Instant
  const days =
    event === undefined ? undefined : range(...((typeof event === 'string' ? [event] : event) as [string]))
  return {
    unit: {
      id: id as UnitId,
      origin: 'turn',
      session: 's1' as SessionId,
      restatement: `${speaker}: ${text}`,
      keywords: [],
      context: {
        eventTime: days && { ...days, certainty: 'stated' },
        mentionTime: said.mention,
        recurrence: said.recurrence,
        sessionSpan: { start: time, end: time },
        persons: [speaker],
        location: undefined,
        entities: [],
        topic: undefined,
      },
      modality,
      speaker,
      sources: [id as TurnId],
      passage: { start: 0, end: text.length },
    },
    turns: [
      {
        id: id as TurnId,
        session: 's1' as SessionId,
        speaker,
        text,
        time,
        timeInferred: false,
        role: undefined,
        metadata: undefined,
        position: place + 1,
      },
    ],
    restatedBy: [],
    tier: said.tier ?? 'within',
    score: Math.max(0, 1 - place * 0.1),
    reason: {
      lexical: undefined,
      dense: undefined,
      context: undefined,
      content: undefined,
      distanceDays: undefined,
      matchedTerms: [],
      matchedPersons: [],
    },
  }
}

function frameOf(question: string, asks: Asks): RecallFrame {
  const { within } = asks
  const readings = asks.readings?.map((day) => range(day)) ?? (within ? [range(within[1], within[2])] : [])
  return {
    question,
    need: { kind: asks.kind, list: asks.list ?? false, focus: asks.focus, keywords: [] },
    persons: asks.persons ?? [],
    unknownNames: asks.unknownNames ?? [],
    locations: [],
    entities: [],
    topics: [],
    order: asks.order ?? (asks.latest ? { relation: 'latest', event: undefined } : undefined),
    time:
      within === undefined
        ? { status: 'none' }
        : {
            status: 'grounded',
            cue: within[0],
            position: question.indexOf(within[0]),
            range: readings[0]!,
            readings: readings as [DayRange],
          },
    hops: 'single',
    asker: asks.asker,
    referenceDay: '2025-06-01' as Day,
  }
}

function ask(question: string, asks: Asks, said: readonly Said[]): Verdict {
  return answer({
    frame: frameOf(question, asks),
    evidence: said.map(evidenceOf),
    timeZone: 'UTC',
    aliases: asks.aliases ?? [],
    termWeights: new Map(),
    lastDay: asks.lastDay as Day | undefined,
  })
}

const cited = (verdict: Verdict) => (verdict.answered ? verdict.citations.map(({ turn }) => turn) : [])

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

describe('a statement belongs to the person whom it is about', () => {
  const said: Said[] = [
    { speaker: 'Alma', text: 'My cousin Piet hates sailing, but his wife bought him a boat.' },
  ]
  test('the third person is found', () => {
    expect(ask('Who hates sailing?', { kind: 'person' }, said)).toMatchObject({
      answered: true,
      text: 'Piet',
    })
    expect(ask('Who bought Piet a boat?', { kind: 'person', persons: ['Piet'] }, said)).toMatchObject({
      text: "Piet's wife",
    })
  })
  test('the speaker is not said to feel it', () => {
    expect(ask('Does Alma hate sailing?', { kind: 'yes-no', persons: ['Alma'] }, said)).toMatchObject({
      answered: false,
    })
  })
  test('who speaks next inherits nothing', () => {
    const talk: Said[] = [
      { speaker: 'Rosa', text: 'My favourite flower is the iris.' },
      { speaker: 'Uwe', text: 'Lovely. Anyone for tea?' },
    ]
    const question = { kind: 'thing', focus: 'flower' } as const
    expect(ask("What is Rosa's favourite flower?", { ...question, persons: ['Rosa'] }, talk).text).toContain(
      'iris',
    )
    expect(ask("What is Uwe's favourite flower?", { ...question, persons: ['Uwe'] }, talk)).toMatchObject({
      answered: false,
    })
  })
  test('a pet is not its owner', () => {
    const talk: Said[] = [{ speaker: 'Rosa', text: 'My dog loves snow.' }]
    expect(ask('Does Rosa love snow?', { kind: 'yes-no', persons: ['Rosa'] }, talk)).toMatchObject({
      answered: false,
    })
    expect(ask("Does Rosa's dog love snow?", { kind: 'yes-no', persons: ['Rosa'] }, talk)).toMatchObject({
      polarity: 'yes',
    })
  })
  test('a declared nickname finds its person, a similar name does not', () => {
    const aliases: Alias[] = [{ alias: 'Kat', person: 'Katarina', source: 't1' as TurnId }]
    const talk: Said[] = [
      { speaker: 'Ewa', text: 'Katja bought the sledge.' },
      { speaker: 'Ewa', text: 'Katarina bought the red kite.' },
    ]
    const verdict = ask('What did Kat buy?', { kind: 'thing', persons: ['Katarina'], aliases }, talk)
    expect(verdict.text).toContain('kite')
    expect(verdict.text).not.toContain('sledge')
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

describe('a name is unknown only where neither bank nor evidence holds it', () => {
  test('a pet that the frame takes for an unknown person is found in the text', () => {
    const verdict = ask('What breed is Plum?', { kind: 'thing', focus: 'breed', unknownNames: ['Plum'] }, [
      { speaker: 'Ann', text: 'My cat Plum is a grey tabby.' },
    ])
    expect(verdict.text).toContain('tabby')
  })
})

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

describe('what is like the answer and is none', () => {
  test('another person of the same first name replaces nothing', () => {
    const said: Said[] = [
      { speaker: 'Ugo', text: 'Anna Berg rents the barn.', on: '2025-03-01' },
      { speaker: 'Ugo', text: 'Anna Holm rents the loft.', on: '2025-04-01' },
    ]
    const rents = (person: string) =>
      ask(`What does ${person} rent?`, { kind: 'thing', persons: [person] }, said).text
    expect(rents('Anna Berg')).toContain('barn')
    expect(rents('Anna Holm')).toContain('loft')
  })

  test('a favourite of another kind is none of the kind that is asked for', () => {
    const said: Said[] = [{ speaker: 'Rosa', text: 'My favourite flower is the iris.' }]
    const question: Asks = { kind: 'thing', focus: 'bird', persons: ['Rosa'] }
    expect(ask("What is Rosa's favourite bird?", question, said)).toMatchObject({ answered: false })
  })

  test.each([
    ['food', 'My favourite dish is ramen.', 'ramen'],
    ['music', 'My favourite singer is Nina.', 'Nina'],
  ])('a favourite is of the kind by whatever word for it: %s', (focus, text, found) => {
    const said: Said[] = [{ speaker: 'Rosa', text }]
    const question: Asks = { kind: 'thing', focus, persons: ['Rosa'] }
    expect(ask(`What is Rosa's favourite ${focus}?`, question, said).text).toContain(found)
  })

  test('saying so again gives no reason', () => {
    const said: Said[] = [{ speaker: 'Ann', text: 'Klara lives in Ghent.' }]
    const question: Asks = { kind: 'reason', persons: ['Klara'] }
    expect(ask('Why does Klara live in Ghent?', question, said)).toMatchObject({ answered: false })
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

describe('what an answer cannot know', () => {
  const canoe: Said[] = [
    { speaker: 'Nils', text: 'I bought a canoe.' },
    { speaker: 'Edda', text: 'I bought a kayak.' },
  ]

  test('whose words they are is said where several speak and nobody says who asks', () => {
    const verdict = ask('What did I buy?', { kind: 'thing' }, canoe)
    expect(verdict.answered && verdict.caveats.join()).toContain('words of Nils')
    const known = ask('What did I buy?', { kind: 'thing', asker: 'Nils', persons: ['Nils'] }, canoe)
    expect(known).toMatchObject({ answered: true, caveats: [] })
  })

  test('where memory ends is said of a time that lies after it', () => {
    const asks: Asks = {
      kind: 'thing',
      within: ['in March', '2026-03-01', '2026-03-31'],
      lastDay: '2025-03-01',
    }
    const said: Said[] = [{ speaker: 'Nils', text: 'I bought a canoe.', tier: 'elsewhere' }]
    const verdict = ask('What did Nils buy in March?', asks, said)
    expect(verdict).toMatchObject({ answered: false })
    expect(verdict.text).toContain('memory ends on 1 March 2025')
  })
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
