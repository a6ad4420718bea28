import type { Day, Instant } from '../../src/model/day-range.ts'
import type { MemoryUnit, UnitId } from '../../src/model/memory-unit.ts'
import type { SessionId, TurnId } from '../../src/model/turn.ts'
import type { JudgedUnit } from './distractor.ts'

/** An invented unit of one turn, told on a day. */
export function trialUnit(
  id: string,
  {
    session = 'S1',
    day = '2024-03-01',
    event,
    persons = [],
    keywords = [],
    entities = [],
    topic,
  }: {
    session?: string
    day?: string
    event?: string
    persons?: string[]
    keywords?: string[]
    entities?: string[]
    topic?: string
  } = {},
): MemoryUnit {
  const at = (time: string) => `${day}T${time}.000Z` as Instant
  return {
    id: `${id}#0` as UnitId,
    origin: 'turn',
    session: session as SessionId,
    restatement: `Someone (${day}): ${keywords.join(' ')}`,
    keywords,
    context: {
      eventTime:
        event === undefined ? undefined : { first: event as Day, last: event as Day, certainty: 'stated' },
      mentionTime: event,
      recurrence: undefined,
      sessionSpan: { start: at('10:00:00'), end: at('10:30:00') },
      persons,
      location: undefined,
      entities,
      topic,
    },
    modality: 'stated',
    speaker: 'Someone',
    sources: [id as TurnId],
    passage: { start: 0, end: 1 },
  }
}

/** A judged place: evidence, a distractor by both rules, by session alone, by time alone, or neither. */
export function trialPlace(
  kind: 'evidence' | 'both' | 'session' | 'time' | 'harmless' | 'unrelated',
): JudgedUnit {
  return {
    unit: kind,
    sources: [kind],
    tokens: 10,
    covers: kind === 'evidence',
    related: kind !== 'unrelated',
    otherSession: kind !== 'time' && kind !== 'harmless' && kind !== 'evidence',
    otherTime: kind === 'both' || kind === 'time' || kind === 'unrelated',
  }
}
