import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { groundCue } from './ground.ts'
import { resolveMentions } from './mentions.ts'

const asked = '2024-06-12' as Day

describe('questions without a time condition', () => {
  test.each([
    'Where may the spare gate key be, and may Lotte borrow it?',
    'Did the shelf fall before I could spring the surprise on Oskar?',
    'Did Julian junk the marble sample from Octavia?',
    'Who carried the 2000 flyers and 15 chairs to the hall?',
    'What did I file under 2024/13/1?',
    'Who is Jan Novak, and does Jan know April and June?',
    'Did anyone call before May left?',
    'What is the present from May?',
    'Which cake was baked by June?',
    'Did they march together, only 3 may enter?',
    'Is the spring in the sofa broken?',
    'What inspired the picture of the sunset?',
    'Who sat in the sun and wed her mate?',
    'Why did the 5K run cost $2000 in 20 instalments?',
    'Who lives in 2000 houses, and since 1500 metres?',
    'What happened on that Monday and the following week?',
    'What does version 2.7.4 need, and what about 12.5?',
    'What is 3/4 of the prize?',
    'What did Bo receive for second place?',
    'What did Bo try for the first time?',
    'What was the last thing he said?',
    'When did Bo run the race?',
    // The day to which something was moved is not the day on which it was told.
    'Why was the wedding moved to June 2024?',
    'Who postponed the fair until 3 May 2024?',
    'What did they put off till next week?',
    'What year did Bo start surfing?',
    'Which month suits Bo?',
    'How long did Bo surf, and how many weeks did it take?',
    'How often does Bo go to the beach each week?',
    'How old is the 3-year-old?',
    'Which film does she enjoy watching during Thanksgiving?',
    'What aspect of autumn does Bo find beautiful?',
    'What did Bo enjoy on cold winter days?',
    'What did Bo sing in his summer job?',
    'Who walked in her 30s?',
    'What does Bo do every Tuesday, on Fridays and daily?',
    'What was it like at the end of the day?',
    'Did the Wednesdays series end?',
    'What did "Last Friday" by the band earn?',
    'Who walks the dog in the morning?',
    'What did Bo do at 5 pm?',
    'How long has it been since the last talk ended?',
    '¿Qué hice ayer por la tarde?',
    'Was habe ich letzte Woche gekocht?',
    '昨日、何を食べましたか。',
    '',
  ])('%j', (question) => {
    expect(groundCue(question, { referenceDay: asked }).status).not.toBe('grounded')
  })
})

describe('texts that date nothing', () => {
  test.each([
    '[imported 2026-05-18T09:00:00Z] We adopted the grey cat.',
    'Keep this: `std::map<int, std::string> m{{1, "a"}, {2, "}"}}; // 2024-01-02 noon`',
    '```\nconst last = new Date("2024-01-02") // yesterday\n```',
    'See https://example.org/2024/01/02/today for it.',
    'It was a gift when I was young.',
    "Hey, been a few days since we chatted, haven't talked in two weeks.",
    'I practised for hours, for a few weeks even.',
    'Talk to you soon, some day in the future.',
    'I enjoy it after a long day.',
    'We were down 10 in the 4th and I hit the shot.',
    'I won 2nd place with Cyberpunk 2077, just for fun.',
    'It captures the Christmas magic, and I lost my summer job.',
    'Snowshoeing is a great way to stay active during the winter.',
    'I may march in the sun, and it may fall.',
    'I hope they become champions next season!',
    'She is inspired by autumn.',
    'I was looking across at 12 people on 4th floor.',
  ])('%j', (text) => {
    const mentions = resolveMentions(text, { saidDay: asked, previousSessionDay: '2024-06-01' as Day })
    expect(mentions.filter(({ range }) => range !== undefined)).toEqual([])
  })
})
