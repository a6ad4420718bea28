import { expect, test } from 'vitest'
import { extractSummary } from '../../src/episodes/extract-summary.ts'
import type { EpisodeTurn } from '../../src/model/episode.ts'
import type { Turn } from '../../src/model/turn.ts'
import { rememberingExtract } from './episode-bank.ts'

const TEXT = 'The mill of Ada Holt stands by the Lune. It was built in 1802. Nobody lives there now.'

test('a part of a turn, or what another speaker said, is not taken for what was read before, and what is said twice is two sentences', () => {
  const twice = [part('Ada', 0), part('Bo', 0), part('Ada', 0)]
  const episodes = [
    twice,
    [part('Ada', 0, 40)],
    [part('Ada', 0, TEXT.length)],
    [part('Bo', 0, 40)],
    [part('Ada', 41)],
  ]
  for (const turns of [...episodes, ...episodes])
    expect(rememberingExtract(turns)).toBe(extractSummary(turns))
})

function part(speaker: string, start: number, end = TEXT.length): EpisodeTurn {
  return { turn: { speaker, text: TEXT } as Turn, start, end }
}
