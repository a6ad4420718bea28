import { createAnchor } from '../src/anchor/anchor.ts'
import { induceFrame } from '../src/frame/induce-frame.ts'
import type { Day, Instant } from '../src/model/day-range.ts'
import type { Episode } from '../src/model/episode.ts'
import type { MemoryUnit } from '../src/model/memory-unit.ts'
import type { RecallFrame } from '../src/model/recall-frame.ts'
import type { SessionId, Turn, TurnId } from '../src/model/turn.ts'

/** How the turns of a trial are said: `[id, speaker, text]`, one minute apart, from ten o'clock. */
export type TrialTurn = readonly [id: string, speaker: string, text: string]

/** An episode of one session, for tests. */
export function episodeOf(
  turns: readonly TrialTurn[],
  { number = 1, day = '2023-05-01' as Day, session = 's', from = 1 } = {},
): Episode {
  const all = turns.map(
    ([id, speaker, text], index): Turn => ({
      id: id as TurnId,
      session: session as SessionId,
      speaker,
      text,
      time: new Date(Date.parse(`${day}T10:00:00Z`) + index * 60_000).toISOString() as Instant,
      timeInferred: false,
      role: undefined,
      metadata: undefined,
      position: from + index,
    }),
  )
  return {
    number,
    first: { position: from, offset: 0 },
    last: { position: from + all.length - 1, offset: all.at(-1)?.text.length ?? 0 },
    tokens: 100,
    sealed: true,
    span: { start: all[0]!.time, end: all.at(-1)!.time },
    hash: `hash-${number}`,
    summary: undefined,
    turns: all.map((turn) => ({ turn, start: 0, end: turn.text.length })),
  }
}

/** The units of the turns of episodes, by turn, as a store hands them out. */
export function unitsOfEpisodes(
  episodes: readonly Episode[],
): (turns: readonly TurnId[]) => Promise<readonly MemoryUnit[]> {
  const turns = new Map(
    episodes.flatMap((episode) => episode.turns.map(({ turn }) => [turn.id, { turn, span: episode.span }])),
  )
  const anchor = createAnchor({ timeZone: 'UTC', dateOrder: undefined })
  const { units } = anchor(
    [...turns.values()].map(({ turn, span }) => ({
      turn,
      before: [],
      sessionSpan: span,
      previousSessionDay: undefined,
    })),
  )
  return async (ids) => units.map(({ unit }) => unit).filter(({ sources }) => ids.includes(sources[0]))
}

/** Frames questions against the people and days of episodes. */
export function framesOf(episodes: readonly Episode[], referenceDay: Day): (question: string) => RecallFrame {
  const speakers = [...new Set(episodes.flatMap(({ turns }) => turns.map(({ turn }) => turn.speaker)))]
  const days = episodes.flatMap(({ span }) => [span.start.slice(0, 10), span.end.slice(0, 10)]).sort()
  const history = {
    days: { first: days[0] as Day, last: days.at(-1) as Day },
    speakers,
    persons: speakers,
    aliases: [],
  }
  return (question) =>
    induceFrame(question, { history, referenceDay, dateOrder: undefined, asker: undefined })
}
