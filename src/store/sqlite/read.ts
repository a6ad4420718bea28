import type { UnitId } from '../../model/memory-unit.ts'
import type { Session, SessionId, Turn } from '../../model/turn.ts'
import { instantOf } from '../../time/zone.ts'
import type { StoredUnit, TurnFilter, UnitFilter } from '../store.ts'
import type { Connection } from './connection.ts'
import { hasMetadata, turnWhere, unitWhere, type Where } from './filter.ts'
import { groupBy } from './group-by.ts'
import { type TurnRow, toStoredUnit, toTurn, turnColumns, turnSource, type UnitRow } from './rows.ts'

/** Rows read at a time: some 100 kB of text. */
const pageSize = 256

/**
 * Turns by time and position, read in pages. Turns that are appended while it runs are left out; those forgotten
 * meanwhile come no more.
 */
export async function* readTurns(connection: Connection, filter: TurnFilter): AsyncIterable<Turn> {
  const where = turnWhere(filter)
  const select = `SELECT ${turnColumns} FROM ${turnSource}`
  const order = ['turn.time', 'turn.position']
  for (const row of pages<TurnRow>(connection, { select, where, order })) {
    if (hasMetadata(row.metadata, filter.metadata)) yield toTurn(row)
  }
}

type FullUnitRow = UnitRow & { time: number; position: number; part: number; metadata: string | null }

/** Units by time, position and part, in pages as `readTurns`. */
export async function* readUnits(connection: Connection, filter: UnitFilter): AsyncIterable<StoredUnit> {
  const where = unitWhere(filter)
  const order = ['turn.time', 'turn.position', 'unit.part', 'unit.key']
  for (const row of pages<FullUnitRow>(connection, { select: unitSelect, where, order })) {
    const { metadata } = filter
    if (hasMetadata(row.metadata, metadata) && furtherHave(connection, row.key, metadata))
      yield toStoredUnit(row)
  }
}

function furtherHave(connection: Connection, unit: number, wanted: TurnFilter['metadata']): boolean {
  if (wanted === undefined) return true
  const rows = connection.all<{ metadata: string | null }>(
    `SELECT turn.metadata FROM further_source JOIN turn ON turn.position = further_source.turn
     WHERE further_source.unit = ?`,
    unit,
  )
  return rows.every(({ metadata }) => hasMetadata(metadata, wanted))
}

/** Units by key, those that are there. */
export function unitsByKey(connection: Connection, keys: Iterable<number>): readonly StoredUnit[] {
  return [...keys].flatMap((key) => {
    const row = connection.get<FullUnitRow>(`${unitSelect} WHERE unit.key = ?`, key)
    return row === undefined ? [] : [toStoredUnit(row)]
  })
}

export function unitIds(connection: Connection, keys: readonly number[]): ReadonlyMap<number, UnitId> {
  const rows = connection.tuples<readonly [key: number, id: UnitId]>(
    `SELECT unit, json_extract(content, '$.id') FROM unit_text WHERE unit IN (SELECT value FROM json_each(?))`,
    JSON.stringify(keys),
  )
  return new Map(rows)
}

const unitSelect = `SELECT unit.key, unit.part, unit_text.content, turn.time, turn.position, turn.metadata,
    session.id AS session, session.first, session.last
  FROM ${turnSource} JOIN unit ON unit.turn = turn.position JOIN unit_text ON unit_text.unit = unit.key`

type Query = { readonly select: string; readonly where: Where; readonly order: readonly string[] }

/** Walks a query page by page; each page begins after the order columns of the last row before it. */
function* pages<Row extends object>(
  connection: Connection,
  { select, where, order }: Query,
): IterableIterator<Row> {
  const newest = connection.one<{ newest: number }>(
    'SELECT coalesce(max(position), 0) AS newest FROM turn',
  ).newest
  const columns = order.join(', ')
  const bounded = [...where.conditions, '+turn.position <= ?'] // a plus: the order leads, not this bound
  const query = (conditions: readonly string[]) =>
    `${select} WHERE ${conditions.join(' AND ')} ORDER BY ${columns} LIMIT ${pageSize}`
  const names = order.map((column) => column.split('.')[1] as keyof Row)
  let rows = connection.all<Row>(query(bounded), ...where.values, newest)
  for (;;) {
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    const after = `(${columns}) > (${order.map(() => '?').join(', ')})`
    const start = names.map((name) => last[name] as number)
    rows = connection.all<Row>(query([...bounded, after]), ...where.values, newest, ...start)
  }
}

type SessionRow = { number: number; id: string; first: number; last: number; turns: number }

/** Sessions by their first turn. */
export function readSessions(connection: Connection): readonly Session[] {
  return connection.read(() => {
    const speakers = groupBy(
      connection.all<{ session: number; name: string }>(
        `SELECT turn.session, speaker.name, min(turn.time) AS since, min(turn.position) AS position
         FROM turn JOIN speaker ON speaker.number = turn.speaker
         GROUP BY turn.session, turn.speaker ORDER BY since, position`,
      ),
      (row) => row.session,
    )
    return connection.all<SessionRow>('SELECT * FROM session ORDER BY first, number').map((row) => ({
      id: row.id as SessionId,
      span: { start: instantOf(row.first), end: instantOf(row.last) },
      turns: row.turns,
      speakers: (speakers.get(row.number) ?? []).map(({ name }) => name),
    }))
  })
}
