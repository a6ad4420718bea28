import type { EpisodeTurn } from '../../model/episode.ts'
import type { EpisodeDraft, EpisodeShape, OpenEpisode, Resegment, Segment } from '../episode-shelf.ts'

/**
 * Cuts by words: an episode holds `tokens` words, its first turn repeats the last one of the episode before where
 * `overlap` is not 0, and a turn that does not fit ends it. A turn of more words is cut in parts.
 */
export function wordCut({ tokens, overlap, tokenizer }: EpisodeShape): {
  readonly segment: Segment
  readonly resegment: Resegment
} {
  const draftOf = (parts: readonly EpisodeTurn[], sealed: boolean): EpisodeDraft => {
    const [first, last] = [parts[0]!, parts.at(-1)!]
    const times = parts.map(({ turn }) => turn.time).sort()
    return {
      first: { position: first.turn.position, offset: first.start },
      last: { position: last.turn.position, offset: last.end },
      tokens: wordsIn(parts),
      sealed,
      span: { start: times[0]!, end: times.at(-1)! },
      hash: `${tokenizer}: ${parts.map(({ turn, start, end }) => turn.text.slice(start, end)).join('|')}`,
    }
  }
  const segment = (open: OpenEpisode, turns: Parameters<Segment>[1]): readonly EpisodeDraft[] => {
    const episodes: EpisodeTurn[][] = [open === undefined ? [] : [...open.turns]]
    let sealed = open?.sealed ?? false
    for (const part of turns.flatMap((turn) => partsOf(turn, tokens))) {
      const current = episodes.at(-1)!
      if (current.length > 0 && (sealed || wordsIn(current) + wordsIn([part]) > tokens)) {
        const last = current.at(-1)!
        const repeats = overlap > 0 && last.start === 0 && wordsIn([last, part]) <= tokens
        episodes.push(repeats ? [last, part] : [part])
      } else current.push(part)
      sealed = false
    }
    return episodes.map((parts, i) => draftOf(parts, i < episodes.length - 1))
  }
  return { segment, resegment: (parts) => (parts.length === 0 ? undefined : draftOf(parts, true)) }
}

const wordsIn = (parts: readonly EpisodeTurn[]): number =>
  parts.reduce((sum, { turn, start, end }) => sum + turn.text.slice(start, end).trim().split(/\s+/).length, 0)

function partsOf(turn: EpisodeTurn['turn'], tokens: number): EpisodeTurn[] {
  const ends = [...turn.text.matchAll(/\S+\s*/g)].map((match) => match.index + match[0].length)
  const parts: EpisodeTurn[] = []
  for (let start = 0, i = tokens - 1; start < turn.text.length; i += tokens) {
    const end = ends[i] ?? turn.text.length
    parts.push({ turn, start, end })
    start = end
  }
  return parts
}
