import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { resolveMentions } from './mentions.ts'

// A Monday.
const SAID = '2025-01-06' as Day

const days = (text: string, saidDay: Day = SAID) =>
  resolveMentions(text, { saidDay }).map(({ range, certainty }) => {
    const written = range && (range.first === range.last ? range.first : `${range.first}/${range.last}`)
    return certainty === 'implied' ? `${written}?` : written
  })

describe('a date without a year goes with the verb of its clause', () => {
  test.each([
    ['My sister is getting married on 14 June.', ['2025-06-14']],
    ['My sister got married on 14 June.', ['2024-06-14']],
    ['My visa expires on 30 September.', ['2025-09-30']],
    ['My visa expired on 30 September.', ['2024-09-30']],
    ['The concert takes place on 9 July.', ['2025-07-09']],
    ['The concert took place on 9 July.', ['2024-07-09']],
    ['The meeting is on 25 March.', ['2025-03-25']],
    ['The meeting was on 25 March.', ['2024-03-25']],
    ["Great news, the wedding's on 14 June!", ['2025-06-14']],
    ['I start on Monday.', ['2025-01-13']],
    ['I started on Monday.', ['2024-12-30']],
    ['We fly to Oslo on 12 August.', ['2025-08-12']],
    ['Rent goes up in March.', ['2025-03-01/2025-03-31']],
    ['Rent went up in March.', ['2024-03-01/2024-03-31']],
    ['My parents arrive on 12 August.', ['2025-08-12']],
    ['Lena and Tom marry on 23 August.', ['2025-08-23']],
    ['I have visited them on 9 July.', ['2024-07-09']],
    ["She's moved to Lyon in October.", ['2024-10-01/2024-10-31']],
    ["She's starting at the bakery on 9 July.", ['2025-07-09']],
    ["It's planned for 9 July.", ['2025-07-09']],
    ['I have an exam on 9 July.', ['2025-07-09']],
    ["We've got a gig on 9 July.", ['2025-07-09']],
    ['The kitchen will be finished in April.', ['2025-04-01/2025-04-30']],
    ['The kitchen was finished in April.', ['2024-04-01/2024-04-30']],
    ['The kitchen should have been finished in April.', ['2024-04-01/2024-04-30']],
    ['I hope to see it on 9 July.', ['2025-07-09']],
    ['The doctor told me to come back on 9 July.', ['2025-07-09']],
    ['Here’s a photo of us from 9 July.', ['2024-07-09']],
    ['We booked a table for 9 July.', ['2025-07-09']],
    ['We booked the table on 9 July.', ['2024-07-09']],
  ])('%s', (text, expected) => {
    expect(days(text)).toEqual(expected)
  })

  test.each([
    ['I sold the car on 3 December and the new one arrives on 20 February.', ['2024-12-03', '2025-02-20']],
    ['I quit on Friday, but I start again on Friday.', ['2025-01-03', '2025-01-10']],
    ['The vet visit is on 3 June, and the last one was on 3 December.', ['2025-06-03', '2024-12-03']],
    ['On Saturday, we hiked; on 12 March we fly to Oslo.', ['2025-01-04', '2025-03-12']],
    ['I got the job and start on 3 June.', ['2025-06-03']],
    ['My son, born on 3 June, starts school on 1 September.', ['2024-06-03', '2025-09-01']],
    ['I told Ana that the exam takes place on 9 July.', ['2025-07-09']],
  ])('each clause by its own: %s', (text, expected) => {
    expect(days(text)).toEqual(expected)
  })

  test.each([
    ['Dentist: 25 March', ['2025-03-25?']],
    ['Flight to Rome, 20 December', ['2024-12-20?']],
    ['Dinner on Friday', ['2025-01-10?']],
    ['I bought tickets for the concert on 9 March.', ['2025-03-09?']],
  ])('without a verb that tells it is the nearest, and implied: %s', (text, expected) => {
    expect(days(text)).toEqual(expected)
  })
})

describe('what was moved has the day to which it was moved', () => {
  test.each([
    ['The party has been moved to 10 June.', ['2025-06-10']],
    ['The vet moved the check-up from Monday to next Friday.', ['2025-01-10']],
    ['The dentist appointment is moved from 18 March to 25 March.', ['2025-03-25']],
    ['They put off the launch from 3 March to 17 March.', ['2025-03-17']],
    ['The launch was brought forward from 17 March to 3 March.', ['2025-03-03']],
    ['The trip was rescheduled from 5 to 9 June.', ['2025-06-09']],
    ['The interview got postponed until 10 February.', ['2025-02-10']],
    ['They moved our meeting from Monday at 3 to Tuesday at 5.', ['2025-01-07']],
    ['The exam on 3 June has been moved to 10 June.', ['2025-06-10']],
    ['We meet on Friday instead of Thursday.', ['2025-01-10']],
    ['The class is on Thursday, not Tuesday.', ['2025-01-09']],
    ['The museum does not open until 3 June.', ['2025-06-03']],
  ])('%s', (text, expected) => {
    expect(days(text)).toEqual(expected)
  })

  test.each([
    ['From 5 to 9 June we are in Rome.', ['2025-06-05/2025-06-09']],
    ['I worked from Monday to Friday.', ['2024-12-30/2025-01-03']],
    ['We were moving house from 5 to 9 June.', ['2024-06-05/2024-06-09']],
    ['I moved from Leeds to York in March.', ['2024-03-01/2024-03-31']],
    ['We moved house on 14 June.', ['2024-06-14']],
    ['We do not meet on Tuesday.', ['2025-01-07']],
    ['I am away until Friday.', ['2025-01-06/2025-01-10?']],
  ])('but a range stays a range and a day a day: %s', (text, expected) => {
    expect(days(text)).toEqual(expected)
  })
})

describe('what began and may go on', () => {
  const isOpenEnded = (text: string) => resolveMentions(text, { saidDay: SAID })[0]?.openEnded

  test('is told by “since” and “for so long now”, not by a range', () => {
    expect(isOpenEnded('I have lived here since 2019.')).toBe(true)
    expect(isOpenEnded('I have played for six years now.')).toBe(true)
    expect(isOpenEnded('I lived here from 2019 to 2021.')).toBe(false)
    expect(isOpenEnded('I am away until Friday.')).toBe(false)
  })
})
