import { expect, test } from 'vitest'
import type { DayRange } from '../../src/model/day-range.ts'
import { rangeOf } from './distractor.ts'
import { failureSets, fateOf } from './failures.ts'
import type { Observation } from './observe.ts'
import { trialPlace, trialUnit } from './trial-unit.ts'

const LABEL = { turns: new Set(['evidence']), sessions: new Set(['S1']), ranges: [], single: true }

function observed(change: {
  kinds: Parameters<typeof trialPlace>[0][]
  drawn?: boolean
  searched?: DayRange
  tuning?: boolean
}): Observation {
  const places = change.kinds.map(trialPlace)
  const units = change.drawn === false ? [] : [trialUnit('evidence', { day: '2024-03-10' })]
  return {
    question: {
      asked: { text: 'Which colour?', referenceTime: '2024-06-01T00:00:00Z' },
      conversation: 'c',
      index: 0,
      category: 4,
      answer: 'dark green',
      tuning: change.tuning ?? false,
      labels: { official: LABEL, clean: LABEL },
    },
    triggered: change.searched !== undefined,
    searched: change.searched,
    evidenceUnits: { official: units, clean: units },
    said: {},
    seen: { ours: { official: places, clean: places } },
  }
}

const fate = (observation: Observation, said: string) =>
  fateOf(observation, { variant: 'ours', labels: 'official', said: () => said, timeZone: 'UTC' })

test('a question is lost where its evidence first went missing', () => {
  const march = rangeOf(['2024-03-01', '2024-03-31'])
  const may = rangeOf(['2024-05-01', '2024-05-31'])
  expect(fate(observed({ kinds: ['both'], drawn: false }), 'dark green')).toBe('notConstructed')
  expect(fate(observed({ kinds: ['both'], searched: may }), 'dark green')).toBe('notActivated')
  expect(fate(observed({ kinds: ['both'], searched: march }), 'dark green')).toBe('notRetrieved')
  expect(fate(observed({ kinds: ['both'] }), 'dark green')).toBe('notRetrieved')
  expect(fate(observed({ kinds: ['both', 'evidence'] }), 'red')).toBe('notGenerated')
  expect(fate(observed({ kinds: ['both', 'evidence'] }), 'dark blue')).toBe('generated')
})

test('where the context list is off nothing was to be activated', () => {
  const observation = observed({ kinds: ['both'], searched: rangeOf(['2024-05-01', '2024-05-31']) })
  const off = { ...observation, seen: { 'content-only': observation.seen.ours! } }
  const options = { labels: 'official', said: () => '', timeZone: 'UTC' } as const
  expect(fateOf(off, { variant: 'content-only', ...options })).toBe('notRetrieved')
})

test('a unit that is found below the first ten is not retrieved', () => {
  const kinds = [...Array.from({ length: 10 }, () => 'both' as const), 'evidence' as const]
  expect(fate(observed({ kinds }), 'dark green')).toBe('notRetrieved')
})

test('fates are shares of all questions, failures of the generator are of those retrieved', () => {
  const said = new Map([
    [0, 'dark green'],
    [1, 'red'],
    [2, 'red'],
  ])
  const observations = [
    observed({ kinds: ['evidence'] }),
    observed({ kinds: ['evidence'], tuning: true }),
    observed({ kinds: ['both'] }),
  ]
  const sets = failureSets(observations, {
    subsets: { all: () => true },
    labels: ['official'],
    variants: ['ours'],
    said: (each) => said.get(observations.indexOf(each))!,
    timeZone: 'UTC',
  })
  expect(sets['locomo/all/failures/without-model/ours']).toMatchObject({
    n: 3,
    notRetrieved: 1 / 3,
    notGenerated: 1 / 3,
    generated: 1 / 3,
    'generatorFailure@10': 1 / 2,
  })
  expect(Object.keys(sets)).toEqual([
    'locomo/all/failures/without-model/ours',
    'locomo/held-out/all/failures/without-model/ours',
    'locomo/tuning/all/failures/without-model/ours',
  ])
  expect(sets['locomo/tuning/all/failures/without-model/ours']).toMatchObject({ n: 1, notGenerated: 1 })
})
