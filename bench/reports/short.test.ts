import { expect, test } from 'vitest'
import type { FigureSets } from '../figures.ts'
import { figureRows } from './named-figure.ts'
import type { KeptResult } from './result-folder.ts'
import { headlines, shortRows } from './short.ts'

const figures: FigureSets = {
  'locomo/all/reinstated': { n: 9, 'share@5': 0.5, 'share@10': 0.75 },
  'locomo/clean/tuning/all/reinstated': { n: 3, 'share@5': 0.5, 'share@10': 0.75 },
}
const chosen = (bench: string) =>
  shortRows(bench, figureRows(bench, figures)).map(({ set, n, figures: kept }) => [
    set,
    n,
    kept.map(({ metric }) => metric),
  ])

test('a short page has a choice of sets and metrics, each with its n', () => {
  expect(chosen('diagnostics')).toEqual([['locomo/all/reinstated', 9, ['share@10']]])
})

test('a bench of which nothing was chosen is told whole', () => {
  expect(chosen('time')).toHaveLength(2)
})

test('a report begins with figures of runs without a model, and leaves out what was not measured', () => {
  const result = (options: Readonly<Record<string, string>>): KeptResult => ({
    name: 'retrieval',
    run: {
      commit: 'c',
      changed: false,
      code: 'c',
      seed: 1,
      embedder: 'e5',
      dataHash: undefined,
      node: 'v20',
      date: '2031-05-01T00:00:00.000Z',
    },
    figures: { 'locomo/held-out': { n: 9, 'share@10': 0.75, 'share@10.low': 0.5, 'share@10.high': 1 } },
    options,
    minutes: 1,
  })
  const told = headlines([result({})])
  expect(told.map(({ figure, printed }) => [figure.metric, figure.n, printed])).toEqual([
    ['share@10', 9, '0.7500 [0.5000, 1.0000]'],
  ])
  expect(headlines([result({ model: 'm' })])).toEqual([])
})
