import type { Evidence } from '../model/evidence.ts'
import type { Question } from './question.ts'
import { statementsOf } from './statement.ts'
import { timelyPools } from './timely.ts'

/** On which evidence an answer may rest, by the time that the question asks about. */
export type Admissible = {
  /** Of the time asked about; all evidence where none is. */
  readonly timely: ReadonlySet<Evidence>
  /**
   * Where no evidence is of that time: what was said near it and tells of no other time; and what held at its end, for a
   * question of what holds. An answer that rests on these says so.
   */
  readonly fallback: ReadonlySet<Evidence>
}

/**
 * Tells which evidence an answer may rest on. Where there is some of tier `within`, of an event within the time or of a
 * rule that repeats in it, an answer rests on it alone, except that a state lasts: where somebody lived in May is told
 * by what they said in April.
 *
 * @see RaMem, section 3.3: evidence that is compatible goes before what is merely related
 */
export function admissible(evidence: readonly Evidence[], question: Question, timeZone: string): Admissible {
  const { time } = question.frame
  if (time.status !== 'grounded') return { timely: new Set(evidence), fallback: new Set() }
  const people = new Set(question.frame.persons.map((person) => person.toLowerCase()))
  const statements = statementsOf(evidence, { timeZone, people })
  const happens = { ...question, asksState: false }
  const pieces = (pools: ReturnType<typeof timelyPools>) => pools.flat().map(({ piece }) => piece)
  const timely = new Set([
    ...evidence.filter(({ tier }) => tier === 'within'),
    ...pieces(timelyPools(statements, happens)),
  ])
  const lasting = question.asksState ? pieces(timelyPools(statements, question)) : []
  const near = timely.size > 0 ? [] : evidence.filter(isNear)
  return { timely, fallback: new Set([...lasting, ...near].filter((piece) => !timely.has(piece))) }
}

function isNear({ tier, unit }: Evidence): boolean {
  return tier === 'near' && unit.context.eventTime === undefined
}
