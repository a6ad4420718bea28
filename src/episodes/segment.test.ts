import fc from 'fast-check'

import { describe, expect, test } from 'vitest'
import type { Instant } from '../model/day-range.ts'
import type { Episode, EpisodeTurn } from '../model/episode.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import type { EpisodeDraft, EpisodeShape } from '../store/episode-shelf.ts'
import { renderEpisode } from './render-episode.ts'
import { createCut } from './segment.ts'

const HOUR_MS = 3_600_000
const TIME_ZONE = 'UTC'
const countTokens = (text: string) => text.length
const optionsOf = { countTokens, timeZone: TIME_ZONE }

const turnOf = (text: string, i: number, hour = i): Turn => ({
  id: `t${i}` as TurnId,
  session: `s${Math.floor(i / 5)}` as SessionId,
  speaker: i % 2 === 0 ? 'Ana' : 'Bo',
  text,
  time: new Date(Date.UTC(2024, 2, 1) + hour * HOUR_MS).toISOString() as Instant,
  timeInferred: false,
  role: undefined,
  metadata: undefined,
  position: i + 1,
})

const someTurns = fc
  .array(
    fc.record({
      text: fc.oneof(
        fc.string({ minLength: 1, maxLength: 60 }),
        fc.lorem({ mode: 'sentences', maxCount: 12 }),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      ),
      hour: fc.integer({ min: 0, max: 60 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((rows) => rows.map(({ text, hour }, i) => turnOf(text, i, hour)))

const someShape = fc.record({
  tokens: fc.integer({ min: 200, max: 900 }),
  overlap: fc.constantFrom(0, 0.1, 0.5, 0.9),
  tokenizer: fc.constant('characters'),
})

/** What a shelf makes of drafts: the last episode is replaced by its grown form. */
function shelve(shape: EpisodeShape, portions: readonly (readonly Turn[])[]): readonly Episode[] {
  const { segment } = createCut(shape, optionsOf)
  const held: Episode[] = []
  const known: Turn[] = []
  for (const portion of portions) {
    known.push(...portion)
    const open = held.pop()
    for (const draft of segment(open, portion)) held.push(episodeOf(draft, held.length + 1, known))
  }
  return held
}

function episodeOf(draft: EpisodeDraft, number: number, known: readonly Turn[]): Episode {
  return { ...draft, number, summary: undefined, turns: turnsWithin(draft, known) }
}

function turnsWithin({ first, last }: EpisodeDraft, known: readonly Turn[]): EpisodeTurn[] {
  return known
    .filter(({ position }) => position >= first.position && position <= last.position)
    .map((turn) => ({
      turn,
      start: turn.position === first.position ? first.offset : 0,
      end: turn.position === last.position ? last.offset : turn.text.length,
    }))
}

const rendered = (episode: Episode) => renderEpisode(episode.turns, TIME_ZONE)

describe('episodes cut from any turns', () => {
  test('hold every character of every turn, in order and without gaps', () => {
    fc.assert(
      fc.property(someTurns, someShape, (turns, shape) => {
        const episodes = shelve(shape, [turns])
        const held = new Map<number, number>()
        for (const { turns: parts } of episodes) {
          for (const { turn, start, end } of parts) {
            const so = held.get(turn.position) ?? 0
            expect(start).toBeLessThanOrEqual(so)
            held.set(turn.position, Math.max(so, end))
          }
        }
        expect([...held]).toEqual(turns.map(({ position, text }) => [position, text.length]))
      }),
    )
  })

  test('never exceed L as rendered, and each begins after the one before it and within its reach', () => {
    fc.assert(
      fc.property(someTurns, someShape, (turns, shape) => {
        const episodes = shelve(shape, [turns])
        for (const [i, episode] of episodes.entries()) {
          const { first, last, tokens } = episode
          // Each whole line, so that a count of the whole is exact where tokens are characters.
          expect(tokens).toBe(countTokens(rendered(episode)))
          expect(tokens).toBeLessThanOrEqual(shape.tokens)
          const previous = episodes[i - 1]
          if (previous === undefined) continue
          expect(order(previous.first, first)).toBeLessThan(0)
          expect(order(previous.last, last)).toBeLessThan(0)
        }
      }),
    )
  })

  test('repeat at most the share δ of L', () => {
    fc.assert(
      fc.property(someTurns, someShape, (turns, shape) => {
        const episodes = shelve(shape, [turns])
        for (const [i, episode] of episodes.entries()) {
          const end = episodes[i - 1]?.last
          if (end === undefined) continue
          const repeated = episode.turns.filter(
            ({ turn, start }) => order({ position: turn.position, offset: start }, end) < 0,
          )
          expect(countTokens(renderEpisode(repeated, TIME_ZONE))).toBeLessThanOrEqual(
            shape.tokens * shape.overlap,
          )
        }
      }),
    )
  })

  test('are the same whether turns come one by one, in portions or at once', () => {
    fc.assert(
      fc.property(someTurns, someShape, fc.integer({ min: 1, max: 7 }), (turns, shape, size) => {
        const atOnce = shelve(shape, [turns])
        const portions = Array.from({ length: Math.ceil(turns.length / size) }, (_, i) =>
          turns.slice(i * size, (i + 1) * size),
        )
        expect(shelve(shape, portions)).toEqual(atOnce)
        expect(atOnce.map(({ sealed }) => sealed)).toEqual(atOnce.map((_, i) => i < atOnce.length - 1))
      }),
    )
  })

  test('made anew from all their turns keep their hash and their tokens', () => {
    fc.assert(
      fc.property(someTurns, someShape, (turns, shape) => {
        const { resegment } = createCut(shape, optionsOf)
        for (const { turns: parts, hash, tokens, first, last, span } of shelve(shape, [turns]))
          expect(resegment(parts)).toMatchObject({ hash, tokens, first, last, span })
      }),
    )
  })
})

const order = (a: Episode['first'], b: Episode['first']) => a.position - b.position || a.offset - b.offset

test('the next episode begins with the last whole turns that δ allows', () => {
  // A line is `"t0" 00:00 "Ana": "…"` and its break: 100 characters each, with a heading of 30 before the first.
  const turns = Array.from({ length: 9 }, (_, i) => ({ ...turnOf('', i, 0), session: 's' as SessionId }))
  const padded = turns.map((turn, i) => {
    const bare = renderEpisode([{ turn, start: 0, end: 0 }], TIME_ZONE).split('\n')[1]!.length + 1
    const text = 'x'.repeat(100 - bare)
    return { ...turn, text, speaker: i % 2 === 0 ? 'Ana' : 'Bo' }
  })
  const episodes = shelve({ tokens: 570, overlap: 0.45, tokenizer: 'characters' }, [padded])
  expect(episodes.map(({ turns: parts }) => parts.map(({ turn }) => turn.id))).toEqual([
    ['t0', 't1', 't2', 't3', 't4'],
    ['t3', 't4', 't5', 't6', 't7'],
    ['t6', 't7', 't8'],
  ])
})

test('an overlap beside which the next turn would not fit is cut short, so that each turn is a step ahead', () => {
  const turns = ['a'.repeat(60), 'b'.repeat(60), 'c'.repeat(280)].map((text, i) => turnOf(text, i, 0))
  const episodes = shelve({ tokens: 350, overlap: 0.9, tokenizer: 'characters' }, [turns])
  expect(episodes.map(({ turns: parts }) => parts.map(({ turn }) => turn.id))).toEqual([['t0', 't1'], ['t2']])
})

test('a turn longer than L is cut after sentences, else between words, and never within a character', () => {
  const shape = { tokens: 200, overlap: 0, tokenizer: 'characters' }
  const textsOf = (text: string) =>
    shelve(shape, [[turnOf(text, 0)]]).flatMap(({ turns: parts }) =>
      parts.map(({ start, end }) => text.slice(start, end)),
    )
  const told = 'We went up the hill at noon. '.repeat(12)
  for (const part of textsOf(told).slice(0, -1)) expect(part).toMatch(/noon\. $/u)
  for (const part of textsOf('word '.repeat(80)).slice(0, -1)) expect(part).toMatch(/word $/u)
  for (const part of textsOf('🎈'.repeat(200))) expect([...part].every((each) => each === '🎈')).toBe(true)
})

test('a further turn costs its own lines alone, however many came before', () => {
  let counted = 0
  const { segment } = createCut(
    { tokens: 2_000, overlap: 0.1, tokenizer: 'characters' },
    {
      countTokens: (text) => {
        counted++
        return text.length
      },
      timeZone: TIME_ZONE,
    },
  )
  const turns = Array.from({ length: 400 }, (_, i) => turnOf('Nothing new on the hill today.', i, 0))
  const costs: number[] = []
  let open: Episode | undefined
  for (const [i, turn] of turns.entries()) {
    counted = 0
    const draft = segment(open, [turn]).at(-1)!
    costs.push(counted)
    open = episodeOf(draft, 1, turns.slice(0, i + 1))
  }
  expect(Math.max(...costs.slice(200))).toBe(Math.max(...costs.slice(0, 200)))
  // Once alone, once in its place; the overlap is counted where an episode is sealed.
  expect(costs.filter((cost) => cost === 2).length).toBeGreaterThan(350)
})

test('a shape that cuts nothing is refused', () => {
  const shape = { tokens: 100, overlap: 0.1, tokenizer: 'characters' }
  expect(() => createCut({ ...shape, tokens: 0 }, optionsOf)).toThrow(RangeError)
  expect(() => createCut({ ...shape, overlap: 1 }, optionsOf)).toThrow(RangeError)
})
