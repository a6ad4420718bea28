import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Example, fitCalibration, fitWeights, scoresOf } from './fit-weights.ts'

/** Evidence is what has the most of the first feature; the second is noise. */
const examples = (rows: readonly (readonly [number, number])[][]): Example[] =>
  rows.map((features) => {
    const best = Math.max(...features.map(([first]) => first))
    return { features, relevant: features.map(([first]) => first === best) }
  })

const part = fc.integer({ min: 0, max: 100 }).map((n) => n / 100)
const questions = fc.array(fc.array(fc.tuple(part, part), { minLength: 3, maxLength: 6 }), {
  minLength: 20,
  maxLength: 30,
})

test('what tells evidence apart gets the weight, whatever noise stands beside it', () => {
  fc.assert(
    fc.property(questions, (rows) => {
      const [signal, noise] = fitWeights(examples(rows))
      expect(signal!).toBeGreaterThan(Math.abs(noise!))
    }),
    { numRuns: 20 },
  )
})

test('the same examples give the same weights', () => {
  const fixed = examples([
    [
      [1, 0.5],
      [0.2, 0.9],
    ],
    [
      [0.1, 0.3],
      [0.8, 0.1],
    ],
  ])
  expect(fitWeights(fixed)).toEqual(fitWeights(fixed))
})

test('the calibration gives a half where evidence becomes as likely as not', () => {
  const features = Array.from({ length: 101 }, (_, i) => [i / 10])
  const relevant = features.map((_, i) => (i % 2 === 0 ? i > 60 : i > 40))
  const { slope, midpoint } = fitCalibration([{ features, relevant }], [1])
  expect(slope).toBeGreaterThan(0)
  expect(midpoint).toBeCloseTo(5, 0)
  expect(scoresOf({ features: [[2, 3]] }, [1, 10])).toEqual([32])
})
