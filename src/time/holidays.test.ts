import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { groundCue } from './ground.ts'
import { holidayRange } from './holiday-days.ts'
import { HOLIDAYS } from './holidays.ts'
import { resolveMentions } from './mentions.ts'

const asked = '2024-06-12' as Day

const days = (question: string) => {
  const time = groundCue(question, { referenceDay: asked })
  return time.status === 'grounded' ? `${time.range.first}/${time.range.last}` : undefined
}

describe('holidays', () => {
  test.each([
    ['Who visited on Easter Monday?', '2024-04-01'],
    ['What did we eat on Ash Wednesday 2023?', '2023-02-22'],
    ['Who sang on Palm Sunday?', '2024-03-24'],
    ['Where were we on Pentecost 2022?', '2022-06-05'],
    ['Where were we on Whit Monday?', '2024-05-20'],
    ['Where were we on Martin Luther King Day?', '2024-01-15'],
    ["What did I buy on Presidents' Day?", '2024-02-19'],
    ['Who marched on Veterans Day?', '2023-11-11'],
    ["Who wrote on International Women's Day?", '2024-03-08'],
    ["What did Tom hide on April Fools' Day?", '2024-04-01'],
    ['Where did we eat on Cinco de Mayo?', '2024-05-05'],
    ['Who spoke on May Day?', '2024-05-01'],
    ['Who baked for Juneteenth last year?', '2023-06-19'],
    ['What did I order on Cyber Monday?', '2023-11-27'],
    ['What did I return the day after Christmas?', '2023-12-26'],
  ])('%s', (question, day) => {
    expect(days(question)).toBe(`${day}/${day}`)
  })

  test.each([
    ['Where did we camp over Memorial Day weekend?', '2024-05-25/2024-05-27'],
    ['Where did we camp on Labor Day weekend 2023?', '2023-09-02/2023-09-04'],
    ['Who stayed over Thanksgiving weekend?', '2023-11-23/2023-11-26'],
    ['Who stayed over Easter weekend?', '2024-03-29/2024-04-01'],
    ['Who is coming next Labor Day weekend?', '2024-08-31/2024-09-02'],
    ['Who is coming next Easter weekend?', '2025-04-18/2025-04-21'],
    ['Who came last Labor Day weekend?', '2023-09-02/2023-09-04'],
    ['What did I write on the Fourth of July weekend?', '2023-07-01/2023-07-04'],
    ['Who stayed for the weekend of 6 May 2024?', '2024-05-04/2024-05-05'],
  ])('with their weekend: %s', (question, expected) => {
    expect(days(question)).toBe(expected)
  })

  test.each([
    'Which Easter egg did Mia find?',
    'Who wore the Halloween costume?',
    'Who knows Martin Luther King?',
    'Which veterans did Ana meet?',
    'Did Ana visit Canada and Australia?',
    'What did the president say about the earth?',
    'Who is the mother of Columbus?',
  ])('are none in %j', (question) => {
    expect(days(question)).toBeUndefined()
  })

  test('every name has a day in every year', () => {
    for (const holiday of HOLIDAYS.values()) {
      for (const year of [1999, 2000, 2024, 2100]) {
        expect(holidayRange(holiday, year).first.slice(0, 4)).toBe(String(year))
      }
    }
  })

  test('a plan for a holiday is one for the holiday to come', () => {
    const dated = (text: string) => resolveMentions(text, { saidDay: asked }).map(({ range }) => range?.first)
    expect(dated('What are you doing for Thanksgiving?')).toEqual(['2024-11-28'])
    expect(dated("We're driving up for Labor Day weekend.")).toEqual(['2024-08-31'])
    expect(dated('Memorial Day weekend was a blast.')).toEqual(['2024-05-25'])
  })
})
