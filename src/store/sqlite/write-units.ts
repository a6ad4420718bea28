import type { Alias } from '../../model/history.ts'
import type { TurnId } from '../../model/turn.ts'
import type { AnchoredUnit } from '../store.ts'
import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { joinList, toContent } from './rows.ts'
import { storable } from './storable.ts'

/** What is written of a unit; equal drafts make equal rows. */
export type UnitDraft = {
  /** Values of `unit` after its key, in the order of its columns. */
  readonly entry: readonly SqlValue[]
  readonly content: string
  readonly passage: string | null
  /** Positions of the source turns after the first. */
  readonly further: readonly number[]
}

type SourceRow = { position: number; session: number; speaker: number; time: number; day: number }

/** @throws {RangeError} If a source turn is not in the bank. */
export function draftUnit(connection: Connection, { unit, entry, passage }: AnchoredUnit): UnitDraft {
  const [source, ...further] = unit.sources.map((id) => sourceOf(connection, id)) as [
    SourceRow,
    ...SourceRow[],
  ]
  return {
    entry: [
      source.position,
      entry.part,
      source.session,
      source.speaker,
      source.time,
      source.day,
      entry.eventFirst ?? null,
      entry.eventLast ?? null,
      entry.flags,
      storable(joinList(entry.persons)),
      storable(joinList(entry.terms)),
    ],
    content: toContent(unit),
    passage: passage === unit.restatement ? null : storable(passage),
    further: further.map(({ position }) => position),
  }
}

/** Inserts a unit as pending and returns its key. */
export function insertUnit(connection: Connection, { entry, content, passage, further }: UnitDraft): number {
  const key = connection.run(
    `INSERT INTO unit (turn, part, session, speaker, time, day, event_first, event_last, flags, persons, terms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...entry,
  )
  connection.run('INSERT INTO unit_text (unit, content, passage) VALUES (?, ?, ?)', key, content, passage)
  connection.run('INSERT INTO pending (unit) VALUES (?)', key)
  for (const position of further) {
    connection.run('INSERT OR IGNORE INTO further_source (turn, unit) VALUES (?, ?)', position, key)
  }
  countPersons(connection, content, 1)
  return key
}

export function insertAlias(connection: Connection, { alias, person, source }: Alias): void {
  connection.run(
    'INSERT OR IGNORE INTO alias (turn, alias, person) VALUES (?, ?, ?)',
    sourceOf(connection, source).position,
    storable(alias),
    storable(person),
  )
}

/** The draft that would make the rows of a stored unit, its keys in the order of `draftUnit`. */
export function storedDraft(connection: Connection, key: number): UnitDraft {
  const { key: _key, ...entry } = connection.one<Record<string, SqlValue>>(
    'SELECT * FROM unit WHERE key = ?',
    key,
  )
  const text = connection.one<{ content: string; passage: string | null }>(
    'SELECT content, passage FROM unit_text WHERE unit = ?',
    key,
  )
  const further = connection.all<{ turn: number }>('SELECT turn FROM further_source WHERE unit = ?', key)
  return {
    entry: Object.values(entry),
    content: text.content,
    passage: text.passage,
    further: further.map(({ turn }) => turn),
  }
}

/** Removes units with everything that hangs on them. */
export function deleteUnits(connection: Connection, keys: Iterable<number>): void {
  for (const key of keys) {
    const text = connection.get<{ content: string }>('SELECT content FROM unit_text WHERE unit = ?', key)
    if (text !== undefined) countPersons(connection, text.content, -1)
    for (const table of ['vector', 'pending', 'unembeddable', 'further_source', 'unit_text']) {
      connection.run(`DELETE FROM ${table} WHERE unit = ?`, key)
    }
    connection.run('DELETE FROM unit WHERE key = ?', key)
  }
  connection.run('DELETE FROM person WHERE units <= 0')
}

function sourceOf(connection: Connection, id: TurnId): SourceRow {
  const row = connection.get<SourceRow>(
    'SELECT position, session, speaker, time, day FROM turn WHERE id = ?',
    id,
  )
  if (row === undefined) throw new RangeError(`Cannot store a unit drawn from ${id}: there is no such turn`)
  return row
}

function countPersons(connection: Connection, content: string, by: 1 | -1): void {
  const { context } = JSON.parse(content) as { context: { persons: readonly string[] } }
  for (const name of new Set(context.persons.map(storable))) {
    connection.run(
      'INSERT INTO person (name, units) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET units = units + ?2',
      name,
      by,
    )
  }
}
