import type { Day, Instant } from '../model/day-range.ts'
import type { Episode } from '../model/episode.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'

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
