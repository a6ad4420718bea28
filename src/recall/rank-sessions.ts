import type { Recollection } from '../model/recollection.ts'
import type { SessionId, TurnId } from '../model/turn.ts'

/** A session by what was recalled of it. */
export type RankedSession = {
  readonly session: SessionId
  /** In [0, 1], higher is better. */
  readonly score: number
}

/**
 * The sessions of a recollection, best first: those that its evidence comes from, each once.
 *
 * The score of a session is the mean of its two best turns, the second weighing less. Ties keep the order of their best
 * evidence. Recall with a limit of about 100 where five sessions are wanted: sessions without evidence are not ranked.
 */
export function rankSessions({ evidence }: Pick<Recollection, 'evidence'>): RankedSession[] {
  const sessions = new Map<SessionId, Map<TurnId, number>>()
  for (const { unit, score } of evidence) {
    const turns = sessions.get(unit.session) ?? new Map<TurnId, number>()
    // Evidence stands best first: what follows of a long turn that was split says no second thing.
    if (!turns.has(unit.sources[0])) turns.set(unit.sources[0], score)
    sessions.set(unit.session, turns)
  }
  return [...sessions]
    .map(([session, turns]) => ({ session, score: scoreOf([...turns.values()]) }))
    .sort((a, b) => b.score - a.score)
}

/**
 * A second turn bears out that a session is about what is asked; a sum over all turns prefers long sessions to those that
 * say it. From 0.5 to 1 no figure of the tuning conversations falls below those of the best turn or of such a sum.
 */
const SECOND = 0.75

function scoreOf([best = 0, second = 0]: readonly number[]): number {
  return (best + SECOND * second) / (1 + SECOND)
}
