import type { Statement } from './statement.ts'

/** By when it was said; within an instant by order of arrival. */
export function compareSaid(a: Statement, b: Statement): number {
  return compareText(a.turn.time, b.turn.time) || a.turn.position - b.turn.position
}

/** By when it happened, or else was said. */
export function compareHappened(a: Statement, b: Statement): number {
  const day = ({ piece, day: said }: Statement) => piece.unit.context.eventTime?.first ?? said
  return compareText(day(a), day(b)) || compareSaid(a, b)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
