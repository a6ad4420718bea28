import { hashOfRendered, renderEpisode } from '../../src/episodes/render-episode.ts'
import type { Instant } from '../../src/model/day-range.ts'
import type { Episode, EpisodeTurn } from '../../src/model/episode.ts'
import type { SessionId, TurnId } from '../../src/model/turn.ts'
import { bankTurns } from '../speed/bank-turns.ts'

export type EpisodesOptions = {
  readonly data: string
  readonly seed: number
  readonly count: number
  /** Of one episode, as rendered. */
  readonly tokens: number
  readonly countTokens: (text: string) => number
}

/** Sealed episodes of consecutive turns, each the longest within the tokens. */
export function episodesOfTokens({
  data,
  seed,
  count,
  tokens,
  countTokens,
}: EpisodesOptions): readonly Episode[] {
  const parts = bankTurns(data, { size: count * Math.ceil(tokens / FEWEST_TOKENS), seed }).map(partOf)
  const episodes: Episode[] = []
  let from = 0
  for (let number = 1; number <= count; number += 1) {
    let to = from + 1
    while (to < parts.length && countTokens(renderEpisode(parts.slice(from, to + 1), 'UTC')) <= tokens)
      to += 1
    episodes.push(episodeOf(parts.slice(from, to), number, countTokens))
    from = to
  }
  return episodes
}

/** No turn is rendered in fewer: its id, time and speaker take as many. */
const FEWEST_TOKENS = 15

function partOf(turn: ReturnType<typeof bankTurns>[number], index: number): EpisodeTurn {
  const text = String(turn.text)
  return {
    turn: {
      id: `${turn.id}` as TurnId,
      session: `${turn.session}` as SessionId,
      speaker: turn.speaker,
      text,
      time: `${turn.time}` as Instant,
      timeInferred: false,
      role: undefined,
      metadata: undefined,
      position: index + 1,
    },
    start: 0,
    end: text.length,
  }
}

function episodeOf(
  turns: readonly EpisodeTurn[],
  number: number,
  countTokens: (text: string) => number,
): Episode {
  const rendered = renderEpisode(turns, 'UTC')
  const first = turns[0]!.turn
  const last = turns.at(-1)!.turn
  return {
    number,
    first: { position: first.position, offset: 0 },
    last: { position: last.position, offset: last.text.length },
    tokens: countTokens(rendered),
    sealed: true,
    span: { start: first.time, end: last.time },
    hash: hashOfRendered(rendered),
    summary: undefined,
    turns,
  }
}
