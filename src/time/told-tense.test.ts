import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { groundCue } from './ground.ts'
import { resolveMentions } from './mentions.ts'

// A Wednesday.
const today = '2024-06-12' as Day

const written = (range: { first: string; last: string } | undefined) =>
  range && (range.first === range.last ? range.first : `${range.first}/${range.last}`)

const said = (text: string) =>
  resolveMentions(text, { saidDay: today }).flatMap(({ range }) => written(range) ?? [])

const asked = (question: string) => {
  const time = groundCue(question, {
    referenceDay: today,
    history: { first: '2022-03-10' as Day, last: '2024-06-05' as Day },
  })
  return time.status === 'grounded' ? written(time.range) : undefined
}

describe('the tense says which one is meant', () => {
  test.each([
    ['This winter was brutal.', ['2023-12-01/2024-02-29']],
    ['This December was warm.', ['2023-12-01/2023-12-31']],
    ['This spring we will paint the fence.', ['2025-03-01/2025-05-31']],
    ['This autumn we are moving.', ['2024-09-01/2024-11-30']],
    ['January was tough.', ['2024-01-01/2024-01-31']],
    ['December will be busy.', ['2024-12-01/2024-12-31']],
    ['Q2 was rough for us.', ['2024-04-01/2024-06-30']],
    ['Work was dull, but summer was great.', []],
    ['Halloween was fun.', ['2023-10-31']],
    ['The report covers January to March.', ['2024-01-01/2024-03-31']],
    ['Are you coming on Friday?', ['2024-06-14']],
    ['What are you doing at Christmas?', ['2024-12-25']],
    // When it was told, and what was told.
    ["He told me on Sunday that he'd leave in August.", ['2024-06-09', '2024-08-01/2024-08-31']],
    ['She said on Monday she would call on Friday.', ['2024-06-10', '2024-06-14']],
    // A length behind what has not been done.
    ["I haven't seen Tom in three years.", []],
    ["We've not eaten out in two months.", []],
    ['I will see Tom in two days.', ['2024-06-14']],
    ['Friday works for me.', ['2024-06-14']],
    ['Monday went well.', ['2024-06-10']],
    ['Summer looks happy.', []],
    ['The meeting on the 12th went well.', ['2024-06-12']],
    ['The flat on the 4th floor went fast.', []],
    ['Looking forward to October!', ['2024-10-01/2024-10-31']],
    ['I look forward to Christmas.', ['2024-12-25']],
    ['A few photos from our trip to Rome in October!', ['2023-10-01/2023-10-31']],
    ['I will take photos of the wedding in October.', ['2024-10-01/2024-10-31']],
    // A name is no verb.
    ['I met Will in May.', ['2024-05-01/2024-05-31']],
    ['Dinner with Fred on Friday.', ['2024-06-14']],
    ['Dinner with Fred was on Friday.', ['2024-06-07']],
    // Names, more likely than months.
    ['April was tired and June will call.', []],
    ['August was late again.', []],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test.each([
    ['What do I have this Friday?', '2024-06-14'],
    ['Who has an exam on Monday?', '2024-06-17'],
    ['Does Ben have to work on Saturday?', '2024-06-15'],
    ['What have I eaten on Monday?', '2024-06-10'],
    ['Who has called on Monday?', '2024-06-10'],
    ['Has the plumber come on Monday?', '2024-06-10'],
    ['What have the kids eaten on Monday?', '2024-06-10'],
    ['Which of them has a nurse called on Monday?', '2024-06-10'],
    ['Does anyone know who has eaten on Monday?', '2024-06-10'],
    ['Which film should I have seen on Monday?', '2024-06-10'],
    ['What could we not have known on Monday?', '2024-06-10'],
    ['Who has the keys on Monday?', '2024-06-17'],
    ['What should I have with me on Monday?', '2024-06-17'],
    ['Who has a meeting planned on Monday?', '2024-06-17'],
    ['What are we doing for Easter?', '2025-04-20'],
    ['What did we do for Easter?', '2024-03-31'],
  ])('%s', (question, expected) => {
    expect(asked(question)).toBe(expected)
  })
})

describe('days that are not the day of anything', () => {
  test.each([
    // Any of its kind, or none of it.
    'We met on a Tuesday.',
    'It was one Friday, I think.',
    "I'm free any day but Tuesday.",
    'Every day except on Sunday, please.',
    'No other evening of the week but Sunday.',
    'Any day, but not Tuesday.',
    'Any time but Monday.',
    'Happy Friday, everyone!',
    // Each week.
    "We're open Monday through Friday.",
    'I work Monday to Friday.',
    'Sunday mornings I bake.',
    'I sing on Monday and Friday nights.',
    // The last of something else.
    'In the last year of school I played chess.',
    'My last week at Acme flew by.',
    'My last two weeks at Acme flew by.',
    'Her last few months as a nurse flew by.',
    'It was the last month of her pregnancy.',
    // Not said by the one who writes.
    '> see you tomorrow\n\nFine with me.',
    'On Mon, Jan 8, 2024 at 9:12, Bob wrote:\n> the boiler broke last week',
    'Sent: Monday, January 8, 2024 9:12 AM\nThe boiler broke.',
    // One of several.
    'He missed the final on the 3rd cut.',
    'By the 5th lost game we gave up.',
    'On the 2nd read I liked it.',
    'The plug takes 2024 w 5 times.',
    // A place, a title, a kind.
    'I live at 12 May Street.',
    'I heard it in Friday the 13th.',
    'I love a 1950s singer.',
  ])('%j', (text) => {
    expect(said(text)).toEqual([])
  })

  test.each([
    ['I work Monday to Friday next week.', ['2024-06-17/2024-06-21']],
    ['I was away Monday to Friday.', ['2024-06-03/2024-06-07']],
    ['The kids are off from Monday to Thursday.', ['2024-06-17/2024-06-20']],
    ['On 12 May I moved to Elm Street.', ['2024-05-12']],
    ["Ben said so in Friday's meeting.", ['2024-06-07']],
    ['The last week of May was hot.', ['2024-05-25/2024-05-31']],
    ['My last two weeks were dull.', ['2024-05-29/2024-06-12']],
    ['Last week at Acme they told us.', ['2024-06-03/2024-06-09']],
    ['I loved the 1950s.', ['1950-01-01/1959-12-31']],
    ['My passport expires 03/2026.', ['2026-03-01/2026-03-31']],
    ['On Monday, Bob wrote: the boiler broke.', ['2024-06-10']],
    // A clause that begins with “but”.
    ['I had no time, but on Tuesday I went for a run.', ['2024-06-11']],
    ['All was well but on Monday it rained.', ['2024-06-10']],
    ['We all slept badly, but Tuesday was better.', ['2024-06-11']],
    ['I ran each day in May, but Tuesday was dry.', ['2024-05-01/2024-05-31', '2024-06-11']],
  ])('but %s', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test.each([
    'Which Friday did I visit Rome?',
    'What May weekend suits Ben?',
    'How many days until Christmas?',
    'How many days before Christmas did I buy the tree?',
    'How long is it till Easter?',
    'How many weeks are there before June 2025?',
    'Who lives at 12 May Street?',
    'Which 1950s singer do I like?',
    'Who played the friar in Friday the 13th?',
    'Do I work Monday to Friday?',
    'What did we do on a Tuesday?',
    'What did Leo do the following May?',
    'What did Leo do the following Monday?',
    'Who called on the same Friday?',
    'Did Mia get a dog before or after May 2023?',
    'Who fell for Summer at work?',
  ])('asked for, or no condition: %s', (question) => {
    expect(asked(question)).toBeUndefined()
  })

  test.each([
    ['On which Friday in May did I visit Rome?', '2024-05-01/2024-05-31'],
    ['What on Friday did I eat?', '2024-06-07'],
    ['Which March 2023 invoice was late?', '2023-03-01/2023-03-31'],
    ['What last week meeting was moved?', '2024-06-03/2024-06-09'],
    ['How many days in May did I work?', '2024-05-01/2024-05-31'],
    ['How many books had I read before May 2023?', '2022-03-10/2023-04-30'],
    ['What did I file on or after 3 May 2024?', '2024-05-03/2024-06-12'],
    ['What did I file on or before 3 May 2023?', '2022-03-10/2023-05-03'],
    ['What did Leo do on his first day in May 2024?', '2024-05-01/2024-05-31'],
    ['What did Leo do on the first day in May 2024?', '2024-05-01'],
    ['What did Leo do following May 2024?', '2024-06-01/2024-06-12'],
    ['Who met Will in May?', '2024-05-01/2024-05-31'],
    ['Who sang in the 1950s?', '1950-01-01/1959-12-31'],
  ])('but %s', (question, expected) => {
    expect(asked(question)).toBe(expected)
  })
})
