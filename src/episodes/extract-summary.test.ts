import { expect, test } from 'vitest'
import { episodeOf } from '../../test/trial-episode.ts'
import { extractSummary, LONGEST_SUMMARY } from './extract-summary.ts'

const summaryOf = (...texts: readonly string[]) =>
  extractSummary(episodeOf(texts.map((text, i) => [`t${i}`, i % 2 === 0 ? 'Ana' : 'Bo', text])).turns)

test('a summary holds sentences as they are, with their speakers, in the order of the episode', () => {
  const summary = summaryOf('We sold the boat. Then it rained.', 'I met Ida Brandt in Bergen.')
  expect(summary).toBe('Ana: We sold the boat.\nAna: Then it rained.\nBo: I met Ida Brandt in Bergen.')
})

test('a summary is short, and keeps what names things before what is said again and again', () => {
  const chatter = Array.from(
    { length: 200 },
    (_, i) => `Well, that is how it goes with these things, I would say ${i % 3}.`,
  )
  const summary = summaryOf(
    ...chatter.slice(0, 100),
    'Ida Brandt bought the Heron Hotel in Bergen.',
    ...chatter.slice(100),
  )
  expect(summary.length).toBeLessThanOrEqual(LONGEST_SUMMARY)
  expect(summary).toContain('Ida Brandt bought the Heron Hotel in Bergen.')
})

test('an episode without words has an empty summary', () => {
  expect(extractSummary([])).toBe('')
})
