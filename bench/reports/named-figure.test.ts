import { expect, test } from 'vitest'
import { figureRows, metricName, printFigure } from './named-figure.ts'

test('bounds join the metric that they bound, whatever they are called', () => {
  const [row] = figureRows('routing', {
    set: {
      n: 4,
      'all@5': 0.5,
      low: 0.25,
      high: 0.75,
      change: -0.1,
      changeLow: -0.2,
      changeHigh: 0,
      blocks: 25,
    },
  })
  expect(row!.n).toBe(4)
  expect(row!.figures.map(({ metric, value, interval }) => [metric, value, interval])).toEqual([
    ['all@5', 0.5, { low: 0.25, high: 0.75 }],
    ['change', -0.1, { low: -0.2, high: 0 }],
    ['blocks', 25, undefined],
  ])
})

test('a bound without the other, or of no metric of the set, is a figure of its own', () => {
  const [row] = figureRows('any', { set: { mrr: 0.5, 'mrr.low': 0.4, low: 3 } })
  expect(row!.figures.map(({ metric, interval }) => [metric, interval])).toEqual([
    ['mrr', undefined],
    ['mrr.low', undefined],
    ['low', undefined],
  ])
})

test('figures have as many digits as matter', () => {
  const printed = (metric: string, value: number) =>
    printFigure(figureRows('any', { set: { [metric]: value } })[0]!.figures[0]!)
  expect(printed('share@10', 1)).toBe('1.0000')
  expect(printed('share@10', 0.81234)).toBe('0.8123')
  expect(printed('calls', 3)).toBe('3')
  expect(printed('recallP50Ms', 12.345)).toBe('12.3')
  expect(printed('T_L', 16_910.4)).toBe('16910')
  expect(printed('avgD@5', 1.234)).toBe('1.23')
  expect(printed('mrr', Number.NaN)).toBe('–')
})

test('a figure without the name of its metric cannot be printed', () => {
  const figure = { experiment: 'any', set: 'set', value: 0.5, n: 1, interval: undefined }
  // @ts-expect-error: it has no metric.
  const unnamed = () => printFigure(figure)
  // @ts-expect-error: a text is no name of a metric until it was looked at.
  const misnamed = () => printFigure({ ...figure, metric: '' })
  expect([unnamed, misnamed]).toHaveLength(2)
  expect(() => metricName(' ')).toThrow(TypeError)
  expect(printFigure({ ...figure, metric: metricName('mrr') })).toBe('0.5000')
})
