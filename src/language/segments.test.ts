import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentWords } from './content-words.ts'
import { segmentsOf } from './segments.ts'
import { sentences } from './sentences.ts'
import { analyse } from './terms.ts'

const words = new Intl.Segmenter('en', { granularity: 'word' })

describe('segmentsOf', () => {
  it('gives what the segmenter gives where the text fits into a block', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect([...segmentsOf(text, words)].map(({ start, end }) => text.slice(start, end))).toEqual(
          [...words.segment(text)].map(({ segment }) => segment),
        )
      }),
    )
  })

  it('cuts a long text where the segmenter cuts it, also at the ends of blocks', () => {
    const text = 'Some words, of which no two blocks break alike: 3.14 don’t 👩‍👧. '.repeat(150)
    expect([...segmentsOf(text, words)].map(({ start, end }) => text.slice(start, end))).toEqual(
      [...words.segment(text)].map(({ segment }) => segment),
    )
  })
})

// In the square of these lengths the copies of the text alone would be several gigabytes.
describe.each([
  ['Chinese', '安娜在湖边放风筝'],
  ['Japanese', '昨日は東京タワーに行きました'],
  ['Thai', 'เมื่อวานฉันไปเล่นว่าวที่ทะเลสาบ'],
  ['Khmer', 'ខ្ញុំទៅលេងខ្លែងនៅមាត់បឹង'],
  ['Korean', '친구를만났다'],
  ['combining marks', 'a\u0301\u0302\u0300'],
  ['joined emoji', '👩‍👧'],
])('a long run of %s without a space', (_, piece) => {
  const run = piece.repeat(Math.ceil(100_000 / piece.length))

  it('is read whole, in memory that goes with its length', () => {
    expect([...segmentsOf(run, words)].reduce((sum, { start, end }) => sum + end - start, 0)).toBe(run.length)
    expect(sentences(run).length).toBeGreaterThan(0)
    expect(analyse(run).length).toBeLessThanOrEqual(2 * run.length)
    expect(contentWords(run).length).toBeLessThanOrEqual(run.length)
  })
})
