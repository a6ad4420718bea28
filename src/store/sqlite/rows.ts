import type { EpisodicContext, MemoryUnit } from '../../model/memory-unit.ts'
import type { SessionId, Turn, TurnId } from '../../model/turn.ts'
import { instantOf } from '../../time/zone.ts'
import type { StoredUnit } from '../store.ts'
import type { SourcePlace, UnitEntry } from '../views/unit-entry.ts'

/** Columns of a turn as every query names them, with its session and speaker by name. */
export const turnColumns = `turn.position, turn.id, turn.time, turn.time_inferred, turn.day, turn.role, turn.text, turn.metadata,
  session.id AS session, speaker.name AS speaker`
export const turnSource = `turn JOIN session ON session.number = turn.session JOIN speaker ON speaker.number = turn.speaker`

export type TurnRow = {
  position: number
  id: string
  time: number
  time_inferred: number
  day: number
  role: string | null
  text: string
  metadata: string | null
  session: string
  speaker: string
}

export function toTurn(row: TurnRow): Turn {
  return {
    id: row.id as TurnId,
    session: row.session as SessionId,
    speaker: row.speaker,
    text: row.text,
    time: instantOf(row.time),
    timeInferred: row.time_inferred === 1,
    role: row.role ?? undefined,
    metadata: row.metadata === null ? undefined : JSON.parse(row.metadata),
    position: row.position,
  }
}

/** `turnColumns` in their order. */
export type TurnTuple = readonly [
  position: number,
  id: string,
  time: number,
  timeInferred: number,
  day: number,
  role: string | null,
  text: string,
  metadata: string | null,
  session: string,
  speaker: string,
]

export function turnOfTuple(tuple: TurnTuple): Turn {
  const [position, id, time, time_inferred, day, role, text, metadata, session, speaker] = tuple
  return toTurn({ position, id, time, time_inferred, day, role, text, metadata, session, speaker })
}

export type UnitRow = { key: number; content: string; session: string; first: number; last: number }

/** What is stored of a unit as JSON: what the rows beside it do not say. Absent keys are undefined ones. */
type UnitContent = Omit<MemoryUnit, 'session' | 'context' | 'origin'> & {
  /** Absent: `turn`. */
  readonly origin?: 'model'
  readonly context: Partial<StoredContext>
}
type StoredContext = Omit<EpisodicContext, 'sessionSpan'>

export function toContent(unit: MemoryUnit): string {
  const { session: _session, context, origin, ...rest } = unit
  const { sessionSpan: _span, ...stored } = context
  return JSON.stringify({
    ...rest,
    ...(origin === 'model' && { origin }),
    context: stored,
  } satisfies UnitContent)
}

/** The unit with the span that its session has now: later turns may have widened it. */
export function toStoredUnit(row: UnitRow): StoredUnit {
  const content = JSON.parse(row.content) as UnitContent
  const { context } = content
  return {
    key: row.key,
    unit: {
      id: content.id,
      origin: content.origin ?? 'turn',
      session: row.session as SessionId,
      restatement: content.restatement,
      keywords: content.keywords,
      context: {
        eventTime: context.eventTime,
        mentionTime: context.mentionTime,
        recurrence: context.recurrence,
        sessionSpan: { start: instantOf(row.first), end: instantOf(row.last) },
        persons: context.persons ?? [],
        location: context.location,
        entities: context.entities ?? [],
        topic: context.topic,
      },
      modality: content.modality,
      ...(content.type && { type: content.type }),
      speaker: content.speaker,
      sources: content.sources,
      passage: content.passage,
    },
  }
}

export const entryColumns =
  'key, turn, part, session, speaker, time, day, event_first, event_last, flags, persons, terms'

type Nullable = number | null
/** `entryColumns` in their order. */
export type EntryTuple = readonly [
  key: number,
  turn: number,
  part: number,
  session: number,
  speaker: number,
  time: number,
  day: number,
  eventFirst: Nullable,
  eventLast: Nullable,
  flags: number,
  persons: string,
  terms: string,
]

export function toEntry(row: EntryTuple, further: readonly SourcePlace[]): UnitEntry {
  const [key, turn, part, session, speaker, time, day, eventFirst, eventLast, flags, persons, terms] = row
  return {
    key,
    session,
    speaker,
    turn,
    time,
    part,
    terms: splitList(terms),
    eventFirst: eventFirst ?? undefined,
    eventLast: eventLast ?? undefined,
    day,
    persons: splitList(persons),
    flags,
    further,
  }
}

/** Terms hold no line break. */
export const joinList = (items: readonly string[]): string => items.join('\n')
const splitList = (text: string): string[] => (text === '' ? [] : text.split('\n'))
