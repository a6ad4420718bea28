import type { Instant } from '../../model/day-range.ts'
import type { Alias, History } from '../../model/history.ts'
import type { MemoryUnit } from '../../model/memory-unit.ts'
import type { TurnId } from '../../model/turn.ts'
import { dayOfNumber } from '../../time/day-range.ts'
import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { keptReading } from './kept-reading.ts'

export function historyReader(connection: Connection): (notAfter?: Instant) => History {
  const now = keptReading(connection, () => connection.read(() => readHistory(connection)))
  return (notAfter) =>
    notAfter === undefined ? now() : connection.read(() => readHistoryUpTo(connection, Date.parse(notAfter)))
}

/** Reads the units themselves, as what is counted beside them knows no time. */
function readHistoryUpTo(connection: Connection, time: number): History {
  const { first, last } = connection.one<{ first: number | null; last: number | null }>(
    'SELECT min(day) AS first, max(day) AS last FROM turn WHERE time <= ?',
    time,
  )
  const speakers = names(
    connection,
    `SELECT name FROM speaker JOIN turn ON turn.speaker = speaker.number WHERE time <= ?
     GROUP BY speaker.number ORDER BY count(*) DESC, speaker.number`,
    time,
  )
  return {
    days:
      first === null || last === null ? undefined : { first: dayOfNumber(first), last: dayOfNumber(last) },
    speakers,
    persons: unique(namedUpTo(connection, 'turn', time), speakers, namedUpTo(connection, 'model', time)),
    aliases: aliases(connection, time),
  }
}

/** Units all of whose turns were told by then. */
function namedUpTo(connection: Connection, origin: MemoryUnit['origin'], time: number): string[] {
  return names(
    connection,
    `SELECT person.value AS name
     FROM unit JOIN unit_text ON unit_text.unit = unit.key, json_each(unit_text.content, '$.context.persons') AS person
     WHERE unit.time <= ?1 AND ${origin === 'turn' ? 'NOT' : ''} EXISTS
         (SELECT 1 FROM model_unit WHERE model_unit.unit = unit.key)
       AND NOT EXISTS (SELECT 1 FROM further_source JOIN turn ON turn.position = further_source.turn
         WHERE further_source.unit = unit.key AND turn.time > ?1)
     GROUP BY person.value ORDER BY count(*) DESC, person.value`,
    time,
  )
}

function readHistory(connection: Connection): History {
  const first = connection.get<{ day: number }>('SELECT day FROM turn ORDER BY time, position LIMIT 1')
  const last = connection.get<{ day: number }>(
    'SELECT day FROM turn ORDER BY time DESC, position DESC LIMIT 1',
  )
  const speakers = names(connection, 'SELECT name FROM speaker ORDER BY turns DESC, number')
  const named = (table: 'person' | 'model_person') =>
    names(connection, `SELECT name FROM ${table} ORDER BY units DESC, name`)
  return {
    days: first && last && { first: dayOfNumber(first.day), last: dayOfNumber(last.day) },
    speakers,
    persons: unique(named('person'), speakers, named('model_person')),
    aliases: aliases(connection, Number.MAX_SAFE_INTEGER),
  }
}

/** A model may name others than the turns do, but ranks nobody. */
const unique = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())]

function aliases(connection: Connection, notAfter: number): readonly Alias[] {
  return connection
    .all<{ alias: string; person: string; id: string }>(
      // A cross join keeps the order: from the few aliases to their turns, never through all turns by time.
      `SELECT alias.alias, alias.person, turn.id FROM alias CROSS JOIN turn ON turn.position = alias.turn
       WHERE turn.time <= ? ORDER BY turn.time, turn.position, alias.alias, alias.person`,
      notAfter,
    )
    .map(({ alias, person, id }): Alias => ({ alias, person, source: id as TurnId }))
}

const names = (connection: Connection, sql: string, ...values: readonly SqlValue[]): string[] =>
  connection.all<{ name: string }>(sql, ...values).map(({ name }) => name)
