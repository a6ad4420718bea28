import { expect, test } from 'vitest'
import type { Candidate } from '../store/views/view-query.ts'
import { activate, type RouteFindings } from './activate.ts'
import type { ScoredPassage } from './route-passages.ts'
import { defaults, emem, type RouteSettings } from './route-settings.ts'

/** Passage `key` lies in episode `key / 10`, rounded down: 10 to 19 in the first. */
const passage = (key: number, scores: Partial<ScoredPassage>): ScoredPassage => ({
  candidate: { key, turn: key } as Candidate,
  semantic: undefined,
  symbolic: 0,
  timely: 0,
  score: 0,
  ...scores,
})

const findings = (passages: readonly ScoredPassage[], rest: Partial<RouteFindings> = {}): RouteFindings => ({
  passages: passages.toSorted((a, b) => b.score - a.score),
  episodesOf: ({ key }) => [Math.floor(key / 10)],
  global: new Map(),
  evidence: new Map(),
  ...rest,
})

const settings = (rest: Partial<RouteSettings>): RouteSettings => ({ ...defaults, ...rest })
const numbers = (found: RouteFindings, rest: Partial<RouteSettings> = {}) =>
  activate(found, settings(rest)).map(({ episode }) => episode)

test('an episode stands by its best passage, however many good ones another has; ties go to the earlier', () => {
  const found = findings([
    passage(10, { symbolic: 0.5, score: 0.5 }),
    passage(20, { symbolic: 0.9, score: 0.9 }),
    passage(30, { symbolic: 0.8, score: 0.8 }),
    passage(31, { symbolic: 0.8, score: 0.8 }),
    passage(32, { symbolic: 0.8, score: 0.8 }),
    passage(40, { symbolic: 0.5, score: 0.5 }),
  ])
  expect(numbers(found)).toEqual([2, 3, 1, 4])
  expect(numbers(found, { episodes: 3 })).toEqual([2, 3, 1])
})

test('each activation names its pathways and their ranks', () => {
  const found = findings(
    [
      passage(10, { semantic: 1, symbolic: 0.2, score: 1.1 }),
      passage(20, { semantic: 0.4, symbolic: 1, timely: 1, score: 0.7 }),
    ],
    { global: new Map([[2, 0.9]]), evidence: new Map([[1, 1]]) },
  )
  expect(activate(found, settings({ weights: { ...defaults.weights, evidence: 0.3 } }))).toMatchObject([
    {
      episode: 1,
      pathways: [
        { pathway: 'semantic', rank: 1 },
        { pathway: 'symbolic', rank: 2 },
        { pathway: 'evidence', rank: 1 },
      ],
    },
    {
      episode: 2,
      pathways: [
        { pathway: 'global', rank: 1 },
        { pathway: 'semantic', rank: 2 },
        { pathway: 'symbolic', rank: 1 },
        { pathway: 'time', rank: 1 },
      ],
    },
  ])
})

test('evidence of the fast mode activates its episode though no passage of it was found', () => {
  const found = findings([passage(10, { symbolic: 1, score: 0.1 })], { evidence: new Map([[7, 1]]) })
  expect(numbers(found)).toEqual([7, 1])
  expect(numbers(found, { byEvidence: false, weights: { ...defaults.weights, evidence: 0 } })).toEqual([1])
})

test('the union holds the heads of the pathways alone', () => {
  const found = findings(
    Array.from({ length: 6 }, (_, i) => passage(10 * (i + 1), { semantic: 1 - i / 10, score: 1 - i / 10 })),
  )
  expect(numbers(found, { heads: 2 })).toEqual([1, 2])
})

test('the first of each pathway keeps a place where firsts are kept', () => {
  const found = findings([
    ...Array.from({ length: 5 }, (_, i) =>
      passage(10 * (i + 1), { semantic: 1 - i / 10, score: 2 - i / 10 }),
    ),
    passage(90, { symbolic: 1, score: 0.3 }),
  ])
  expect(numbers(found, { keepFirsts: false })).toEqual([1, 2, 3, 4, 5])
  expect(numbers(found, { keepFirsts: true })).toEqual([1, 2, 3, 4, 9])
})

test('the published way spreads each pathway over the episodes and adds them by its shares', () => {
  const found = findings(
    [
      passage(10, { semantic: 1, symbolic: 0.2, score: 1 }),
      passage(20, { semantic: 0.6, symbolic: 1, score: 1 }),
      passage(30, { semantic: 0.2, symbolic: 0.6, score: 1 }),
    ],
    {
      global: new Map([
        [1, 0.5],
        [2, 1],
        [3, 0.1],
      ]),
    },
  )
  const scores = activate(found, emem).map(({ episode, score }) => [episode, Number(score.toFixed(3))])
  expect(scores).toEqual([
    // 0.3 · 1 + 0.4 · 0.5 + 0.3 · 1
    [2, 0.8],
    // 0.3 · 4/9 + 0.4 · 1 + 0.3 · 0
    [1, 0.533],
    // 0 + 0 + 0.3 · 0.5
    [3, 0.15],
  ])
})

test('nothing found activates nothing', () => {
  expect(activate(findings([]), defaults)).toEqual([])
})
