import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { eventMention, eventTimeOf, mentionIn } from './event-time.ts'
import { resolveMentions } from './mentions.ts'

const read = (text: string, saidDay: string, previousSessionDay?: string) =>
  resolveMentions(text, {
    saidDay: saidDay as Day,
    previousSessionDay: previousSessionDay as Day | undefined,
  })

const show = (text: string, saidDay: string, previous?: string) =>
  read(text, saidDay, previous).map(({ words, range, certainty }) => {
    const days =
      range === undefined ? 'none' : range.first === range.last ? range.first : `${range.first}/${range.last}`
    return `${words}: ${days} ${certainty}`
  })

describe('mentions', () => {
  test.each([
    ['Yesterday I finally tried the pottery class.', '2023-05-08', ['Yesterday: 2023-05-07 stated']],
    ['The eye exam was last Thursday at nine.', '2024-03-20', ['last Thursday: 2024-03-14 stated']],
    ['I was up until three last Wednesday.', '2024-03-25', ['last Wednesday: 2024-03-20 stated']],
    ['I got the keys a week ago yesterday.', '2024-03-25', ['a week ago yesterday: 2024-03-17 stated']],
    ['The exam is a week from Tuesday.', '2024-03-25', ['a week from Tuesday: 2024-04-02 stated']],
    ['(synced 2025-07-01 08:00) We sold it yesterday.', '2024-03-25', ['yesterday: 2024-03-24 stated']],
    ['Last modified: 2025-07-01T08:00:00Z. We sold it.', '2024-03-25', []],
    ['We moved here (2019-03-02).', '2024-03-25', ['2019-03-02: 2019-03-02 stated']],
    ['On 23 February I burnt my hand.', '2024-02-24', ['On 23 February: 2024-02-23 stated']],
    ['We met on 7 May 2023 at noon.', '2024-03-25', ['on 7 May 2023: 2023-05-07 stated']],
    ['I bought it on the 17th.', '2023-08-19', ['on the 17th: 2023-08-17 stated']],
    ['Three days ago my flat lost power.', '2022-10-21', ['Three days ago: 2022-10-18 stated']],
    ['I started it two weeks ago!', '2023-10-06', ['two weeks ago: 2023-09-18/2023-09-24 implied']],
    [
      'A friend made it for my 18th birthday ten years ago.',
      '2023-06-27',
      ['ten years ago: 2013-01-01/2013-12-31 implied'],
    ],
    ['It all started August last year.', '2023-10-19', ['August last year: 2022-08-01/2022-08-31 stated']],
    ['My partner and I tried it this weekend.', '2024-01-10', ['this weekend: 2024-01-06/2024-01-07 stated']],
    [
      "I'm relaxing this weekend with a long walk.",
      '2022-08-22',
      ['this weekend: 2022-08-27/2022-08-28 stated'],
    ],
    ['Next Friday works for me.', '2023-01-20', ['Next Friday: 2023-01-27 stated']],
    ["We'll visit in two weeks.", '2024-05-16', ['in two weeks: 2024-05-27/2024-06-02 implied']],
    [
      "I'll have it done by the end of next month.",
      '2023-08-14',
      ['by the end of next month: 2023-08-14/2023-09-30 implied'],
    ],
    [
      'I have worked on it for two years now.',
      '2023-08-07',
      ['for two years now: 2021-08-07/2023-08-07 implied'],
    ],
    [
      'These last few days made me think.',
      '2022-06-19',
      ['These last few days: 2022-06-14/2022-06-19 implied'],
    ],
    ['Lately, I have been tired.', '2023-06-27', ['Lately: 2023-05-28/2023-06-27 implied']],
    ['We talked about it the other day.', '2022-05-25', ['the other day: 2022-05-18/2022-05-24 implied']],
    [
      'I hiked with friends a few weeks ago.',
      '2023-07-15',
      ['a few weeks ago: 2023-06-03/2023-07-01 implied'],
    ],
    ['See you Saturday!', '2024-05-16', ['Saturday: 2024-05-18 stated']],
    ["Can't wait for tomorrow's opening!", '2023-06-19', ["tomorrow's: 2023-06-20 stated"]],
    ["I'm leaving on July 20.", '2022-07-09', ['on July 20: 2022-07-20 stated']],
    ['I paid on 03/04/2023.', '2023-09-01', ['on 03/04/2023: 2023-03-04 implied']],
  ])('%s said on %s', (text, saidDay, expected) => {
    expect(show(text, saidDay)).toEqual(expected)
  })

  test('“since we last talked” is the time since the session before, and no days without one', () => {
    const text = "A lot's happened since we last chatted."
    expect(show(text, '2023-07-20', '2023-07-17')).toEqual([
      'since we last chatted: 2023-07-17/2023-07-20 implied',
    ])
    expect(show(text, '2023-07-20')).toEqual(['since we last chatted: none implied'])
  })

  test('words and position stand in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (before, after) => {
        const text = `${before} yesterday, in May 2023 and every Tuesday ${after}`
        for (const { words, position } of read(text, '2024-05-16'))
          expect(text.startsWith(words, position)).toBe(true)
      }),
    )
  })

  test('a turn without time words has no mention, whatever it says', () => {
    expect(read('That sounds great, tell me more about the shelter!', '2024-05-16')).toEqual([])
  })
})

describe('the event of a turn', () => {
  const event = (text: string, saidDay: string, previous?: string) =>
    eventTimeOf(read(text, saidDay, previous))

  test('what is stated goes before what is implied', () => {
    const text = "A lot's happened since we last chatted - I joined a group last Tues."
    expect(event(text, '2023-07-20', '2023-07-17')).toEqual({
      first: '2023-07-18',
      last: '2023-07-18',
      certainty: 'stated',
    })
  })

  test('a stated mention dates it though an implied one stands before', () => {
    expect(event('A few weeks ago I was ill; yesterday I ran.', '2024-05-16')).toMatchObject({
      first: '2024-05-15',
    })
  })

  test('a narrower mention within the first dates it', () => {
    expect(event('Last week was wild: on Thursday the roof fell in.', '2024-05-15')).toMatchObject({
      first: '2024-05-09',
    })
  })

  test('several events have the days from the first to the last, implied; the first told is the event', () => {
    const text = 'Had a blast biking last week. Saw an art show today.'
    expect(event(text, '2023-04-09')).toEqual({
      first: '2023-03-27',
      last: '2023-04-09',
      certainty: 'implied',
    })
    expect(eventMention(read(text, '2023-04-09'))?.words).toBe('last week')
  })

  test('events more than a year apart have the days of the first told', () => {
    expect(event('I was born on 3 May 1990. We met yesterday.', '2023-04-09')).toEqual({
      first: '1990-05-03',
      last: '1990-05-03',
      certainty: 'stated',
    })
  })

  test('the day to which something was moved goes before the day on which that was done', () => {
    expect(event('Yesterday they moved the exam to Friday.', '2025-01-06')).toMatchObject({
      first: '2025-01-10',
      last: '2025-01-10',
    })
  })

  test('what repeats has no single time', () => {
    expect(event('The choir meets on the last Saturday of each month.', '2017-11-23')).toBeUndefined()
    expect(eventMention([])).toBeUndefined()
  })
})

describe('the mention that dates a stretch of a turn', () => {
  const dating = (text: string, part: string, saidDay = '2025-01-06') => {
    const start = text.indexOf(part)
    return mentionIn(read(text, saidDay), { start, end: start + part.length })?.range.first
  }

  test.each([
    ['I arrived on Wednesday. I start a course on 12 May.', 'I arrived on Wednesday.', '2025-01-01'],
    ['I arrived on Wednesday. I start a course on 12 May.', 'I start a course on 12 May.', '2025-05-12'],
    ['I hiked on Saturday and saw dolphins on Sunday.', 'saw dolphins on Sunday', '2025-01-05'],
    ['On Saturday, we hiked.', 'we hiked.', '2025-01-04'],
    ['I quit the café! From 1 April I bake.', 'From 1 April I bake.', '2025-04-01'],
    ['I quit the café! From 1 April I bake.', 'I quit the café!', undefined],
    ['On Saturday, we hiked. It was cold.', 'It was cold.', undefined],
    ['We hiked on Saturday, and my feet hurt.', 'my feet hurt.', undefined],
  ])('%s: %s', (text, part, expected) => {
    expect(dating(text, part)).toBe(expected)
  })
})
