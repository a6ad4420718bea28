import type { Evidence } from '../../src/model/evidence.ts'

/**
 * The sessions of a ranking of units, best first. A session is worth the score of its best unit and a little for each
 * further one (the i-th, from 2, counts 1 / 2i), so that of two sessions with like best units the one that keeps speaking
 * of it stands first. Ties keep the order of their best units.
 */
export function rankSessions(evidence: readonly Pick<Evidence, 'unit' | 'score'>[]): string[] {
  const found = new Map<string, { worth: number; units: number; place: number }>()
  for (const [place, { unit, score }] of evidence.entries()) {
    const session = found.get(unit.session) ?? { worth: 0, units: 0, place }
    session.units++
    session.worth += session.units === 1 ? score : score / (2 * session.units)
    found.set(unit.session, session)
  }
  return [...found].sort(([, a], [, b]) => b.worth - a.worth || a.place - b.place).map(([name]) => name)
}
