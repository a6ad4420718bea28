import { expect, test } from 'vitest'
import { cutToWidth, displayWidth, padEndTo, padStartTo, splitAtWidth } from './display-width.ts'

test.each([
  ['Ana', 3],
  ['Ελένη', 5],
  ['Zoë', 3],
  ['Zoe\u0308', 3],
  ['田中さん', 8],
  ['김민수', 6],
  ['🎉', 2],
  ['👍🏽', 2],
  ['👩‍👩‍👧', 2],
  ['❤️', 2],
  ['a–b “c” …', 9],
  ['אבג', 3],
  ['', 0],
])('%s takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns)
  expect(displayWidth(padEndTo(text, 12))).toBe(12)
  expect(displayWidth(padStartTo(text, 12))).toBe(12)
})

test.each([
  ['a long line', 6, 'a lon…'],
  ['昨日京都に行きました', 7, '昨日京…'],
  ['昨日京都に行きました', 8, '昨日京…'],
  ['ab🎉🎉', 5, 'ab🎉…'],
  ['ab🎉🎉', 4, 'ab…'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ['short', 5, 'short'],
])('%s is cut to %i columns between characters', (text, width, cut) => {
  expect(cutToWidth(text, width)).toBe(cut)
  expect(displayWidth(cut)).toBeLessThanOrEqual(width)
})

test('is split between characters, and always goes on', () => {
  expect(splitAtWidth('昨日京都', 5)).toEqual(['昨日', '京都'])
  expect(splitAtWidth('昨日', 1)).toEqual(['昨', '日'])
  expect(splitAtWidth('abc', 9)).toEqual(['abc', ''])
})
