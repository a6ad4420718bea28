import type { Evidence } from '../../src/model/evidence.ts'

/**
 * The sessions of a ranking of units, best first. A session is worth the harmonic sum of its units' scores: its best unit
 * whole, the second a half, the third a third; so that of two sessions with like best units the one that keeps speaking
 * of it stands first. Ties keep the order of their best units. (Chosen on the tuning conversations among the best unit
 * alone, plain sums and sums of ranks.)
 */
export function rankSessions(evidence: readonly Pick<Evidence, 'unit' | 'score'>[]): string[] {
  const found = new Map<string, { worth: number; units: number; place: number }>()
  for (const [place, { unit, score }] of evidence.entries()) {
    const session = found.get(unit.session) ?? { worth: 0, units: 0, place }
    session.units++
    session.worth += score / session.units
    found.set(unit.session, session)
  }
  return [...found].sort(([, a], [, b]) => b.worth - a.worth || a.place - b.place).map(([name]) => name)
}
