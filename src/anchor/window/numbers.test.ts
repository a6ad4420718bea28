import { describe, expect, it } from 'vitest'
import { measuresIn, numbersIn } from './numbers.ts'

const values = (text: string) => numbersIn(text).map(({ value }) => value)

describe('numbers of a text', () => {
  it.each<[string, number[]]>([
    ['15,700 and 15.700 and 15700', [15_700, 15_700, 15_700]],
    ['2.5 litres, 2,5 litres', [2.5, 2.5]],
    ['15.7k, 3 million', [15_700, 3_000_000]],
    ['twenty-one and twenty one', [21, 21]],
    ['two hundred and fifty, a hundred, a dozen', [250, 100, 12]],
    ['at 10:30 on the 3rd', [10.3, 3]],
    ['the third time, twice', [3, 2]],
    ['one of the first, for a second', []],
    ['B12 and covid-19', [19]],
    ['none at all', []],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  it('have the unit of measure beside them by one name', () => {
    const measures = (text: string) => numbersIn(text).map(({ measure }) => measure)
    expect(measures('$40, 40 dollars, 40 US dollars, 40 bucks')).toEqual([
      'dollar',
      'dollar',
      'dollar',
      'dollar',
    ])
    expect(measures('5 km, 5-year, 5 chairs')).toEqual(['kilometre', 'year', undefined])
  })

  it('may have their unit of measure anywhere', () => {
    expect([...measuresIn('15700 a month, in dollars')]).toEqual(['month', 'dollar'])
    expect([...measuresIn('£5')]).toEqual(['pound'])
  })
})
