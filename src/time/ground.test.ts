import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { addDays, dayOfNumber, fields } from './day-range.ts'
import { type GroundOptions, groundCue } from './ground.ts'

const days = (
  question: string,
  askedOn: string,
  options: Partial<GroundOptions> = {},
): string | undefined => {
  const time = groundCue(question, { referenceDay: askedOn as Day, ...options })
  if (time.status !== 'grounded') return undefined
  return time.range.first === time.range.last ? time.range.first : `${time.range.first}/${time.range.last}`
}

describe('questions asked on a day, with nothing else known', () => {
  test.each([
    ['Where did Jan Novak park the van in November 2022?', '2023-02-01', '2022-11-01/2022-11-30'],
    ['So what did we agree on in May about the fence?', '2026-07-17', '2026-05-01/2026-05-31'],
    ['What broke after build 2.7.4 - 2019-03-22?', '2019-05-06', '2019-03-22'],
    ['What did I spend on the boat in January?', '2024-07-26', '2024-01-01/2024-01-31'],
    ['Where did we hike last August?', '2024-08-20', '2023-08-01/2023-08-31'],
    ['What did the vet say two weeks ago?', '2024-09-10', '2024-08-26/2024-09-01'],
    ['What did we decide about the roof last month?', '2026-07-21', '2026-06-01/2026-06-30'],
    ['What did I cook last week?', '2016-09-04', '2016-08-22/2016-08-28'],
    ['What did I do last weekend?', '2026-09-06', '2026-08-29/2026-08-30'],
    [
      'Which lighthouse did Per paint on the first weekend of October 2023?',
      '2024-01-14',
      '2023-10-07/2023-10-08',
    ],
    ['What was due on the first Tuesday of December 2020?', '2021-02-01', '2020-12-01'],
    ['Who sang on the last Saturday in March 2014?', '2014-06-01', '2014-03-29'],
    ['What was I reading exactly one year ago?', '2024-02-29', '2023-02-28'],
    ['What did the twins build 19 June - 3 July?', '2025-11-02', '2025-06-19/2025-07-03'],
    ['What happened on 2026-07-25/26?', '2026-08-10', '2026-07-25/2026-07-26'],
    ['Which outings were there in 2021?', '2026-07-17', '2021-01-01/2021-12-31'],
    ['Who came to the meeting on 13 July 2024?', '2026-07-17', '2024-07-13'],
    ['Anything about the boiler in the last 3 days?', '2025-12-08', '2025-12-05/2025-12-08'],
    ['What did I bury with the note dated 1 January 3000?', '2025-12-17', '3000-01-01'],
    ['What did Ivo cook on Saturday?', '2024-05-16', '2024-05-11'],
    ['What happened on Sunday night, 7 June 2015?', '2016-05-15', '2015-06-07'],
    ['What did I buy today?', '2024-01-15', '2024-01-15'],
    ['What did we grow in winter 2017?', '2019-05-22', '2017-12-01/2018-02-28'],
    ['Which appliance did I order 10 days ago?', '2024-03-15', '2024-03-05'],
    ['Does the choir meet on 25 November 2017?', '2017-11-24', '2017-11-25'],
    ['What did we see the week before last?', '2024-05-16', '2024-04-29/2024-05-05'],
    ['Who came in early March?', '2024-05-16', '2024-03-01/2024-03-10'],
    ['Who came in mid-March?', '2024-05-16', '2024-03-11/2024-03-20'],
    ['What did I do at the end of last month?', '2024-05-16', '2024-04-21/2024-04-30'],
    ['What was built in the 90s?', '2024-05-16', '1990-01-01/1999-12-31'],
    ['Where were we on New Year’s Eve?', '2024-05-16', '2023-12-31'],
    ['What did we eat at Thanksgiving?', '2024-05-16', '2023-11-23'],
    ['What happened over Easter 2023?', '2024-05-16', '2023-04-09'],
    ['What has she done since March?', '2024-05-16', '2024-03-01/2024-05-16'],
    ['What did they do on the weekend of 5 May?', '2024-05-16', '2024-05-04/2024-05-05'],
    ['What did I do the day before yesterday?', '2024-05-16', '2024-05-14'],
    ['What did we eat a week ago yesterday?', '2024-05-16', '2024-05-08'],
    ['What will we eat two weeks from tomorrow?', '2024-05-16', '2024-05-31'],
    ['Who will come a week from Monday?', '2024-05-16', '2024-05-27'],
    ['Who came on the second to last Friday of May 2023?', '2024-05-16', '2023-05-19'],
    ['Who came on the next-to-last day of February 2024?', '2024-05-16', '2024-02-28'],
    ['Who came on the penultimate Sunday in June 2023?', '2024-05-16', '2023-06-18'],
    ['What was filed in 03/2021?', '2024-05-16', '2021-03-01/2021-03-31'],
    ['Which ratio was 03/2021?', '2024-05-16', undefined],
    ['What grew in the winter of 2019/20?', '2024-05-16', '2019-12-01/2020-02-29'],
    ['What did I say 36 hours ago?', '2024-05-16', '2024-05-14/2024-05-15'],
    ['What did I say 20 minutes ago?', '2024-05-16', '2024-05-16'],
    ['Anything said in the last 48 hours?', '2024-05-16', '2024-05-14/2024-05-16'],
    ['What did I buy on the 3rd of June?', '2024-05-16', '2023-06-03'],
    ['What did I buy on the 20th?', '2024-05-16', '2024-04-20'],
    ['What did Kim say the Friday before last?', '2024-05-16', '2024-05-03'],
    ['What did we do in Q1?', '2024-05-16', '2024-01-01/2024-03-31'],
    ['What did we do in the second half of 2022?', '2024-05-16', '2022-07-01/2022-12-31'],
    ['What will we do on Friday?', '2024-05-16', '2024-05-17'],
    ['What is planned for Thanksgiving?', '2024-05-16', '2024-11-28'],
    ['Was it in May or June that the roof leaked?', '2024-07-16', '2024-05-01/2024-06-30'],
    ['What happened from November to February 2023?', '2024-05-16', '2022-11-01/2023-02-28'],
    ['Where were we last year in March?', '2024-05-16', '2023-03-01/2023-03-31'],
    ['Where were we on Friday of last week?', '2024-05-16', '2024-05-10'],
    ['Where was I this time last year?', '2024-05-16', '2023-05-01/2023-05-31'],
    ['What did Bo finish last week before 23 January 2023?', '2024-05-16', '2023-01-16/2023-01-22'],
    ['What happened the day after Christmas?', '2024-05-16', '2023-12-26'],
    ['Who was at the May meeting?', '2024-05-16', '2024-05-01/2024-05-31'],
    ['Who was at the 2023 festival?', '2024-05-16', '2023-01-01/2023-12-31'],
    ['What did we order in the first ten days of May?', '2024-05-16', '2024-05-01/2024-05-10'],
    ['What did I read earlier this year?', '2024-05-16', '2024-01-01/2024-05-16'],
    ['What did Ann do twenty-five days ago?', '2024-05-26', '2024-05-01'],
    ['What did Ann do a couple of weeks back?', '2024-05-16', '2024-04-25/2024-05-02'],
    ['What did Ann say on Tuesday, May 7?', '2024-05-16', '2024-05-07'],
    ['What did we do in the week of 12 June 2023?', '2024-05-16', '2023-06-12/2023-06-18'],
    ['Where did April Jones leave the keys on 3 March 2022?', '2024-05-16', '2022-03-03'],
    ['How did I spend 2020 dollars in 2019?', '2024-05-16', '2019-01-01/2019-12-31'],
    ['What will I plant in March?', '2024-05-01', '2025-03-01/2025-03-31'],
    ['When do we meet in October?', '2024-05-01', '2024-10-01/2024-10-31'],
    ['Who visited last December?', '2024-12-10', '2023-12-01/2023-12-31'],
    ['Who visited the month before last?', '2024-03-31', '2024-01-01/2024-01-31'],
    ['What was it exactly three months ago?', '2024-05-31', '2024-02-29'],
    ['What did I do the weekend before last?', '2026-09-06', '2026-08-22/2026-08-23'],
    ['What did we decide last quarter?', '2026-07-21', '2026-04-01/2026-06-30'],
    ['What did we decide in Q2 2025?', '2026-05-16', '2025-04-01/2025-06-30'],
    ['Who sang on the last weekend of October 2023?', '2024-05-16', '2023-10-28/2023-10-29'],
    ['Which trip went from 28 December to 3 January?', '2024-05-01', '2023-12-28/2024-01-03'],
    ['Which trip was 3-7 July 2023?', '2024-05-01', '2023-07-03/2023-07-07'],
    ['Which trip was between the 3rd and the 7th of July?', '2024-05-01', '2023-07-03/2023-07-07'],
    ['Which trip was on 25/26 July 2026?', '2027-05-01', '2026-07-25/2026-07-26'],
    ['Which trips were in June, July and August 2021?', '2024-05-01', '2021-06-01/2021-08-31'],
    ['What happened in the last fortnight?', '2024-05-16', '2024-05-02/2024-05-16'],
    ['What happened two summers ago?', '2024-05-16', '2022-06-01/2022-08-31'],
    ['What happened three Fridays ago?', '2024-05-16', '2024-04-26'],
    ['What happened that summer?', '2024-05-16', '2023-06-01/2023-08-31'],
    ['What happened on Friday the 13th?', '2024-05-16', '2023-10-13'],
    ['What did we do in 2023, on 5 May?', '2024-05-16', '2023-05-05'],
    ['What did we grow in winter 2018/19?', '2024-05-16', '2018-12-01/2019-02-28'],
    ['What was said on the morning of the 5th?', '2024-05-16', '2024-05-05'],
    ['What was said from Monday to Friday last week?', '2024-05-16', '2024-05-06/2024-05-10'],
    ['What is due by Friday?', '2024-05-16', '2024-05-16/2024-05-17'],
    ['What happened at the end of the first week of May 2023?', '2024-05-16', '2023-05-06/2023-05-07'],
  ])('%s asked on %s means %s', (question, askedOn, expected) => {
    expect(days(question, askedOn)).toBe(expected)
  })

  test('every weekday and every month is known by its name and its short forms', () => {
    const asked = '2024-05-16'
    for (const [names, expected] of [
      ['Monday Mon', '2024-05-13'],
      ['Tuesday Tue Tues', '2024-05-14'],
      ['Wednesday Wed', '2024-05-15'],
      ['Thursday Thu Thurs', '2024-05-09'],
      ['Friday Fri', '2024-05-10'],
      ['Saturday Sat', '2024-05-11'],
      ['Sunday Sun', '2024-05-12'],
    ] as const) {
      for (const name of names.split(' ')) expect(days(`What did I do last ${name}?`, asked)).toBe(expected)
    }
    const months =
      'January February March April May June July August September October November December'.split(' ')
    for (const [index, name] of months.entries()) {
      const first = `2021-${String(index + 1).padStart(2, '0')}-01`
      expect(days(`What did I do in ${name} 2021?`, asked)?.slice(0, 10)).toBe(first)
      expect(days(`What did I do in ${name.slice(0, 3)} 2021?`, asked)?.slice(0, 10)).toBe(first)
    }
  })
})

describe('questions asked at a minute of a day', () => {
  test.each([
    ['What did I say an hour ago?', 30, '2024-05-15'],
    ['What did I say an hour ago?', 61, '2024-05-16'],
    ['What did I say 36 hours ago?', 600, '2024-05-14'],
    ['What did I say 36 hours ago?', 720, '2024-05-15'],
    ['What is due in 90 minutes?', 1_400, '2024-05-17'],
    ['What did I say in the last 12 hours?', 700, '2024-05-15/2024-05-16'],
    ['What did I say in the last 12 hours?', 730, '2024-05-16'],
  ])('%s at minute %i', (question, referenceMinute, wanted) => {
    expect(days(question, '2024-05-16', { referenceMinute })).toBe(wanted)
  })
})

describe('written dates', () => {
  const FORMATS: readonly ((day: Day) => string)[] = [
    (day) => day,
    (day) => day.replaceAll('-', '/'),
    (day) => words(day, (d, month, year) => `${d} ${month} ${year}`),
    (day) => words(day, (d, month, year) => `${month} ${d}, ${year}`),
    (day) => words(day, (d, month, year) => `the ${ordinal(d)} of ${month} ${year}`),
    (day) => words(day, (d, month, year) => `${month.slice(0, 3)}. ${ordinal(d)}, ${year}`),
    (day) => words(day, (d, month, year) => `${d} ${month}, ${year}`),
    (day) => words(day, (d, month, year) => `${month} ${d},${year}`),
    (day) => day.split('-').reverse().join('.'),
  ]
  const MONTHS =
    'January February March April May June July August September October November December'.split(' ')
  const words = (day: Day, write: (d: number, month: string, year: number) => string) => {
    const [year, month, d] = fields(day)
    return write(d, MONTHS[month - 1]!, year)
  }
  const ordinal = (d: number) =>
    `${d}${d % 10 === 1 && d !== 11 ? 'st' : d % 10 === 2 && d !== 12 ? 'nd' : d % 10 === 3 && d !== 13 ? 'rd' : 'th'}`

  test('any date in any of the usual forms is that day, whenever it is asked', () => {
    const day = fc.integer({ min: -36_000, max: 47_000 }).map(dayOfNumber)
    fc.assert(
      fc.property(day, day, fc.constantFrom(...FORMATS), (date, asked, format) => {
        expect(days(`What did Ann do on ${format(date)} in town?`, asked)).toBe(date)
      }),
      { numRuns: 1000 },
    )
  })

  test('a span of dates is that span', () => {
    const day = fc.integer({ min: 0, max: 30_000 }).map(dayOfNumber)
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(...FORMATS),
        (first, length, format) => {
          const last = addDays(first, length)
          expect(days(`What happened between ${format(first)} and ${format(last)}?`, '2024-05-16')).toBe(
            `${first}/${last}`,
          )
        },
      ),
    )
  })

  test('a date of which nobody knows the order has both readings unless the bank says', () => {
    const question = 'What did I pay on 03/04/2023?'
    const time = groundCue(question, { referenceDay: '2023-09-01' as Day })
    expect(time.status === 'grounded' && time.readings.map(({ first }) => first)).toEqual([
      '2023-03-04',
      '2023-04-03',
    ])
    expect(days(question, '2023-09-01', { dateOrder: 'DMY' })).toBe('2023-04-03')
    expect(days(question, '2023-09-01', { dateOrder: 'MDY' })).toBe('2023-03-04')
    const plain = groundCue('What did I pay on 25/04/2023?', { referenceDay: '2023-09-01' as Day })
    expect(plain.status === 'grounded' && plain.readings).toEqual([
      { first: '2023-04-25', last: '2023-04-25' },
    ])
  })
})

describe('questions about a history', () => {
  const history = { first: '2023-05-21' as Day, last: '2024-01-12' as Day }
  const read = (question: string) => days(question, history.last, { history })

  test('a month without a year is the latest one that has begun', () => {
    expect(read('What kind of deal did Bo get in December?')).toBe('2023-12-01/2023-12-31')
    expect(read('Where does Bo work in August?')).toBe('2023-08-01/2023-08-31')
  })

  test('“as of”, “before” and “after” are bounded by the history', () => {
    expect(read('How many pets has Bo got as of October 2023?')).toBe('2023-05-21/2023-10-31')
    expect(read('What did Bo do before August 2023?')).toBe('2023-05-21/2023-07-31')
    expect(read('What did Bo do after 5 December 2023?')).toBe('2023-12-06/2024-01-12')
  })

  test('small windows of a third person at the end of the history are not grounded, larger ones are', () => {
    for (const small of [
      'last weekend',
      'last week',
      'next month',
      'on Saturday',
      'yesterday',
      'on the 5th',
    ]) {
      const time = groundCue(`What did Bo plan ${small}?`, { referenceDay: history.last, history })
      expect([small, time.status]).toEqual([small, 'ungrounded'])
    }
    expect(read('What did Bo see last year?')).toBe('2023-01-01/2023-12-31')
    expect(read('What did Bo see last summer?')).toBe('2023-06-01/2023-08-31')
    expect(read('What did Bo see four years ago?')).toBe('2020-01-01/2020-12-31')
    expect(read('What did Bo see in the last 3 days?')).toBe('2024-01-09/2024-01-12')
  })

  test('they are grounded in the first person, on a later day, or when the caller says that it is live', () => {
    const expected = '2024-01-01/2024-01-07'
    expect(days('What did I plan last week?', history.last, { history })).toBe(expected)
    expect(days('What did Bo plan last week?', '2024-01-13', { history })).toBe(expected)
    expect(days('What did Bo plan last week?', history.last, { history, deixis: 'live' })).toBe(expected)
    expect(
      days('What did I plan last week?', history.last, { history, deixis: 'end-of-history' }),
    ).toBeUndefined()
  })

  test('several cues mean the days that they share, or all from first to last', () => {
    expect(read('What did Bo do in 2023 in the first week of June?')).toBe('2023-06-01/2023-06-07')
    expect(read('Did the plan of 3 June 2023 change on 9 July 2023?')).toBe('2023-06-03/2023-07-09')
  })

  test('the cue stands in the question where it says', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('on 3 June 2023', 'last year', 'in December'),
        (noise, cue) => {
          const question = `${noise.replace(/["`]/g, '')} . What did Bo do ${cue}?`
          const time = groundCue(question, { referenceDay: history.last, history })
          if (time.status !== 'none') expect(question.startsWith(time.cue, time.position)).toBe(true)
        },
      ),
    )
  })

  test('vague words and events are named as what cannot be grounded', () => {
    const time = (question: string) => groundCue(question, { referenceDay: history.last, history })
    expect(time('What did Bo paint recently?')).toMatchObject({ status: 'ungrounded', cue: 'recently' })
    expect(time('What did Bo realise after the charity race?')).toMatchObject({
      status: 'ungrounded',
      cue: 'after the charity race',
    })
    expect(time('What did Bo do on 30 February 2023?')).toMatchObject({ status: 'ungrounded' })
  })
})

test('no text makes grounding throw', () => {
  const pieces = fc.constantFrom(
    'last',
    'the',
    'of',
    'first',
    'May',
    '31',
    '2023',
    'week',
    'before',
    'until',
    '99999',
    'ago',
    'years',
    '9999',
    '-',
    "'s",
    'every',
    '1',
    'between',
    'and',
    'next',
    'decade',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(pieces).map((words) => words.join(' ')),
      ),
      (question) => {
        for (const referenceDay of ['0001-01-01', '2024-02-29', '9999-12-31'] as Day[])
          groundCue(question, { referenceDay })
      },
    ),
    { numRuns: 2000 },
  )
})

test('a text made to be hard to read is read all the same', () => {
  for (const piece of [
    'the end of ',
    'first of the last ',
    'May, ',
    'week before ',
    '1.',
    '[',
    'every ',
    '(',
    'a ',
    'between May and ',
  ]) {
    expect(
      groundCue(`${piece.repeat(2_000)}week`, { referenceDay: '2024-05-16' as Day }).status,
    ).toBeDefined()
  }
})

describe('time that is asked for', () => {
  const ask = (question: string) => groundCue(question, { referenceDay: '2025-01-06' as Day })

  test.each([
    'What time do I get up?',
    'When do I get up in the morning?',
    'What time does the shop open on Mondays?',
    'Since when do I live in Porto?',
    'Until what time is the pool open?',
  ])('is no condition: %s', (question) => {
    expect(ask(question)).toEqual({ status: 'none' })
  })

  test('but a day beside it is one', () => {
    expect(ask('What time is my appointment on Friday?')).toMatchObject({
      range: { first: '2025-01-10', last: '2025-01-10' },
    })
  })
})
