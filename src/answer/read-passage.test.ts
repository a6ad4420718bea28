import { expect, it } from 'vitest'
import { readPassage } from './read-passage.ts'

const nobody: ReadonlySet<string> = new Set()

it('reads all clauses of a sentence in the mood of the whole', () => {
  const stated = readPassage('I will sail to Rhodes; the boat leaves at noon. The cabin is small.', nobody)
  expect(stated.map(({ text, modality }) => [text, modality])).toEqual([
    ['I will sail to Rhodes', 'planned'],
    ['the boat leaves at noon.', 'planned'],
    ['The cabin is small.', 'stated'],
  ])
})

it('leaves out what only asks, and reads what follows it', () => {
  const stated = readPassage('Is the cabin small; is it cold? The bunk is hard.', nobody)
  expect(stated.map(({ text }) => text)).toEqual(['The bunk is hard.'])
})
