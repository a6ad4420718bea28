import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { groundCue } from './ground.ts'
import { resolveMentions } from './mentions.ts'

// A Wednesday.
const today = '2024-06-12' as Day

const written = (range: { first: string; last: string } | undefined) =>
  range && (range.first === range.last ? range.first : `${range.first}/${range.last}`)

const asked = (question: string) => {
  const time = groundCue(question, { referenceDay: today })
  return time.status === 'grounded' ? written(time.range) : undefined
}

const said = (text: string) =>
  resolveMentions(text, { saidDay: today }).flatMap(({ range }) => written(range) ?? [])

describe('days counted from other days', () => {
  test.each([
    // A weekday of a week so long ago.
    ['What did I eat on Thursday two weeks ago?', '2024-05-30'],
    ['What did I eat two weeks ago on Thursday?', '2024-05-30'],
    ['Who rang Monday last week?', '2024-06-03'],
    ['Where were we the weekend of last week?', '2024-06-08/2024-06-09'],
    // A month, a quarter or a season of another year, of which the year before may hold a part.
    ['What did I pay in December last year?', '2023-12-01/2023-12-31'],
    ['Who paid in Q4 last year?', '2023-10-01/2023-12-31'],
    ['Where did we ski in the winter of last year?', '2023-12-01/2024-02-29'],
    ['What did I grow in August two years ago?', '2022-08-01/2022-08-31'],
    ['Where were we at Christmas three years ago?', '2021-12-25'],
    // A day of another month.
    ['Who called on the 3rd of last month?', '2024-05-03'],
    ['Who called on the 30th of last month?', '2024-05-30'],
    ['Who called on the 31st of last month?', '2024-05-31'],
    // So many units that lead up to a day, or come after it.
    ['What did I do in the two weeks before Christmas?', '2023-12-11/2023-12-24'],
    ['What did I do two weeks before Christmas?', '2023-12-11'],
    ['Who called the three days after Easter?', '2024-04-01/2024-04-03'],
    ['Where was I the fortnight before Christmas?', '2023-12-11/2023-12-24'],
    ['Where was I in the few days before Christmas?', '2023-12-20/2023-12-24'],
    ['Where was I a few days before Christmas?', '2023-12-20/2023-12-23'],
    ['Where was I the two weekends before Christmas?', '2023-12-16/2023-12-24'],
    ['Where was I the weekend before Christmas?', '2023-12-23/2023-12-24'],
    ['Who called in the two hours before Monday?', '2024-06-09/2024-06-10'],
    ['What did I sell in the days after Easter?', '2024-04-01/2024-04-05'],
    ['What did I bake two weeks leading up to Christmas?', '2023-12-11/2023-12-24'],
    ['What did I sell in the three weeks up to May 2024?', '2024-04-10/2024-04-30'],
    // The same day of another week, month or year.
    ['What did I do this day last week?', '2024-06-05'],
    ['What did I do on the same day last month?', '2024-05-12'],
    ['What did I do this time last year?', '2023-06-01/2023-06-30'],
    ['What did I do around this time last month?', '2024-05-06/2024-05-12'],
    // Weeks from a weekday.
    ['What is happening on Sunday week?', '2024-06-23'],
    ['What is due a week on Thursday?', '2024-06-20'],
    ['Who is coming two weeks tomorrow?', '2024-06-27'],
    ['What was the weather a week last Sunday?', '2024-06-02'],
    ['Who called a week ago Sunday?', '2024-06-02'],
    ['Who called two weeks ago last Friday?', '2024-05-24'],
    // A week by its number.
    ['What did I do in week 20 of 2024?', '2024-05-13/2024-05-19'],
    ['What did I do in 2020-W53?', '2020-12-28/2021-01-03'],
    // What belongs to a day or a year.
    ["Why did I skip Monday's class?", '2024-06-10'],
    ['What did I wear to the 2023 Christmas party?', '2023-01-01/2023-12-31'],
    ['Who won the 2019 Tokyo marathon?', '2019-01-01/2019-12-31'],
    // Beside a date.
    ['Who rang the evening after Halloween?', '2023-11-01'],
    ['What did I cook the night before 5 May?', '2024-05-04'],
    ['What did I bake in the week leading up to Christmas?', '2023-12-18/2023-12-24'],
    ['What did I bake the fortnight before Christmas?', '2023-12-11/2023-12-24'],
    ['What did I bake in the days before Christmas?', '2023-12-20/2023-12-24'],
    ['What did I learn a decade ago?', '2014-01-01/2014-12-31'],
    ['What did I plant halfway through May?', '2024-05-11/2024-05-20'],
  ])('%s', (question, expected) => {
    expect(asked(question)).toBe(expected)
  })

  test.each([
    ['The wedding is in a fortnight.', ['2024-06-24/2024-06-30']],
    ['I broke my wrist a fortnight before Easter.', ['2024-03-17']],
    ['The results come out a week on Thursday.', ['2024-06-20']],
    ["We're off Saturday week.", ['2024-06-22']],
    ["Saturday's game was a thriller.", ['2024-06-08']],
    ["We've got tickets for Saturday's game.", ['2024-06-15']],
    ['I spend a week on Friday newsletters.', ['2024-06-14']],
    ['We trained for a fortnight.', []],
    ['I counted 2000 flyers in 20 weeks of 2 days.', []],
    ['I spent two weeks on my essay.', []],
    ['I work three days a week on the farm.', []],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})
