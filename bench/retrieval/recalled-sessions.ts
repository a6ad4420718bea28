import type { Evidence } from '../../src/model/evidence.ts'

/**
 * The sessions of a ranking of units, best first: each stands where its best unit stands, and its further units lift it
 * by a little, the i-th found (i from 2) by `score / (i · WEIGHT)`, so that of two sessions with equal best units the one
 * that keeps speaking of it stands first.
 */
export function rankSessions(evidence: readonly Pick<Evidence, 'unit' | 'score'>[]): string[] {
  const found = new Map<string, { total: number; units: number; place: number }>()
  for (const [place, { unit, score }] of evidence.entries()) {
    const session = found.get(unit.session) ?? { total: 0, units: 0, place }
    session.units++
    session.total += session.units === 1 ? score : score / (session.units * WEIGHT)
    found.set(unit.session, session)
  }
  return [...found.entries()]
    .sort(([, a], [, b]) => b.total - a.total || a.place - b.place)
    .map(([name]) => name)
}

const WEIGHT = 2
