import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Citation } from '../model/answer.ts'
import type { Instant } from '../model/day-range.ts'
import type { EpisodeEvidence, Reading } from '../model/episode.ts'
import type { Evidence } from '../model/evidence.ts'
import type { SessionId, TurnId } from '../model/turn.ts'
import { formatQuoteTrail } from './format-quote-trail.ts'
import { type Answered, quoteTrail } from './quote-trail.ts'

const TIME = '2024-05-06T10:00:00.000Z' as Instant

const cite = (turn: string, quote: string, speaker = 'Ines'): Citation => ({
  turn: turn as TurnId,
  speaker,
  day: '2024-05-06',
  quote,
})

const piece = (id: string): Evidence =>
  ({ turns: [{ id, session: 's1', speaker: 'Ines', time: TIME, text: '' }] }) as unknown as Evidence

function deduced(statement: string, hash: string, ...turns: [string, ...string[]]): EpisodeEvidence {
  const [first, ...rest] = turns.map((turn) => ({
    turn: turn as TurnId,
    speaker: 'Ines',
    session: 's2' as SessionId,
    time: TIME,
    text: `Words of ${turn}.`,
  }))
  return { episode: 1, hash, statement, quotes: [first!, ...rest], by: 'model' }
}

function reading(...evidence: EpisodeEvidence[]): Reading {
  return {
    episode: 1,
    round: 1,
    relevant: true,
    evidence,
    droppedQuotes: 0,
    mendedQuotes: 0,
    failed: undefined,
  }
}

const answered = (citations: [Citation, ...Citation[]], more: Partial<Answered> = {}): Answered => ({
  question: 'Which ferry?',
  answered: true,
  text: 'the Swift',
  citations,
  evidence: [piece('t1')],
  deep: undefined,
  ...more,
})

const deep = (...evidence: EpisodeEvidence[]): Answered['deep'] => ({ readings: [reading(...evidence)] })

test('an answer of the fast mode is one claim with its quotes', () => {
  expect(quoteTrail(answered([cite('t1', 'It was the Swift.')]))).toEqual({
    question: 'Which ferry?',
    answered: true,
    answer: 'the Swift',
    claims: [
      {
        text: 'the Swift',
        quotes: [{ text: 'It was the Swift.', turn: 't1', speaker: 'Ines', time: TIME, session: 's1' }],
      },
    ],
  })
})

test('of the deep mode those deductions follow of which a quote is cited, with the hash of their episode', () => {
  const evidence = [
    deduced('They sailed.', 'aa', 't7', 't8'),
    deduced('They baked.', 'bb', 't9'),
    deduced('They sailed.', 'aa', 't7'),
  ]
  const trail = quoteTrail(answered([cite('t7', 'Words of t7.')], { deep: deep(...evidence) }))
  expect(
    trail.claims.map(({ text, quotes }) => [text, quotes.map(({ turn, episode }) => [turn, episode])]),
  ).toEqual([
    ['the Swift', [['t7', 'aa']]],
    [
      'They sailed.',
      [
        ['t7', 'aa'],
        ['t8', 'aa'],
      ],
    ],
  ])
})

test('a quote of a turn that two episodes share has the hash of the one that holds it', () => {
  const part = (hash: string, text: string): EpisodeEvidence => {
    const deduction = deduced(hash, hash, 't1')
    return { ...deduction, quotes: [{ ...deduction.quotes[0], text }] }
  }
  const parts = deep(part('aa', 'We took the ferry. It was the Swift.'), part('bb', 'It was late.'))
  const { claims } = quoteTrail(answered([cite('t1', 'It was the Swift.')], { deep: parts }))
  expect(claims[0]?.quotes[0]?.episode).toBe('aa')
})

test('without an answer what was found stands there all the same', () => {
  const none: Answered = {
    question: 'Which ferry?',
    answered: false,
    text: 'Memory does not say.',
    evidence: [],
    deep: deep(deduced('They sailed.', 'aa', 't7')),
  }
  expect(quoteTrail(none)).toMatchObject({ answered: false, claims: [{ text: 'They sailed.' }] })
})

test('as JSON the same trail is the same text', () => {
  const given = answered([cite('t1', 'It was the Swift.')], {
    deep: deep(deduced('They sailed.', 'aa', 't1')),
  })
  const json = JSON.stringify(quoteTrail(given))
  expect(JSON.stringify(quoteTrail(structuredClone(given)))).toBe(json)
  expect(JSON.parse(json)).toEqual(quoteTrail(given))
})

test('as Markdown each quote stands with speaker, time, session, turn and episode', () => {
  const given = answered([cite('t1', 'It was\nthe Swift.')], {
    deep: deep(deduced('They sailed.', 'aa', 't1')),
  })
  const written = formatQuoteTrail(quoteTrail(given))
  expect(written).toContain('**Answer:** the Swift')
  expect(written).toContain(
    `## 1. the Swift\n\n> It was  \n> the Swift.  \n> — Ines, ${TIME}, session s1, turn t1, episode aa`,
  )
  expect(written).toContain('## 2. They sailed.')
})

test('recalled text is neither markup nor a line of its own', () => {
  const line = fc.constantFrom(
    '# No',
    '<b>',
    '- x',
    '1. x',
    '```',
    '[a](b)',
    '> y',
    '| a |',
    '---',
    '===',
    'a',
    '*b*',
  )
  const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, text, (quote, speaker, claim) => {
      const trail = quoteTrail(answered([cite('t1', quote, speaker)], { text: claim, question: claim }))
      for (const each of formatQuoteTrail(trail).trimEnd().split('\n')) {
        expect(each).toMatch(/^(?:# Quote trail|\*\*(?:Question|Answer):\*\* .*|## 1\. .*|> .*)?$/u)
        const said = each.replace(/^(?:# Quote trail|\*\*\w+:\*\* |## 1\. |> (?:— )?)/u, '')
        expect(said).not.toMatch(/(?<!\\)[<`*_[\]#|~]|^\s*(?:[-+=>]|\d+[.)])/u)
      }
    }),
  )
})
