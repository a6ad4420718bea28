import { NotFoundError } from '../../model/errors.ts'
import type { TurnId } from '../../model/turn.ts'
import type { Anchor, AnchoredUnit } from '../store.ts'
import { contextsOf, turnsBefore } from './anchor-context.ts'
import type { Connection } from './connection.ts'
import { groupBy } from './group-by.ts'
import { storable } from './storable.ts'
import { deleteUnits, draftUnit, insertAlias, insertUnit, storedDraft } from './write-units.ts'

export type Removal = {
  readonly turns: number
  /** How many units were drawn from the turns. */
  readonly units: number
  /** Keys of all units that are gone, those that were made anew among them. */
  readonly gone: readonly number[]
  /** The generation of the bank before. */
  readonly generation: number
}

type Place = { position: number; session: number; speaker: number; time: number }

/**
 * Removes turns and all that derives from them; must run inside one transaction.
 *
 * What other turns' units took over from the forgotten ones goes too: turns that shared a unit with them, that saw them
 * as turns before, or whose session was the next one, are anchored anew. Units that come out the same are kept.
 *
 * @throws {NotFoundError} If a turn is not in the bank; nothing is removed then.
 */
export function forgetTurns(connection: Connection, ids: readonly TurnId[], anchor: Anchor): Removal {
  const places = [...new Set(ids.map(storable))].map((id) => placeOf(connection, id))
  const drawn = unitsOf(connection, places)
  const kin = sourcesOf(connection, drawn)
  deleteUnits(connection, drawn)
  for (const place of places) deleteTurn(connection, place)
  tidy(connection, places)
  const touched = new Set([...kin, ...followers(connection, places)])
  const replaced = anchorAnew(connection, withSharedUnits(connection, touched, places), anchor)
  const { generation } = connection.one<{ generation: number }>(
    'UPDATE bank SET generation = generation + 1, unerased = 1 RETURNING generation - 1 AS generation',
  )
  return { turns: places.length, units: drawn.size, gone: [...drawn, ...replaced], generation }
}

function placeOf(connection: Connection, id: string): Place {
  const place = connection.get<Place>('SELECT position, session, speaker, time FROM turn WHERE id = ?', id)
  if (place === undefined)
    throw new NotFoundError(`Cannot forget turn ${id}: there is no such turn in ${connection.bank}`)
  return place
}

function unitsOf(connection: Connection, turns: Iterable<{ readonly position: number }>): Set<number> {
  const keys = new Set<number>()
  for (const { position } of turns) {
    const rows = connection.all<{ key: number }>(
      'SELECT key FROM unit WHERE turn = ?1 UNION SELECT unit FROM further_source WHERE turn = ?1',
      position,
    )
    for (const { key } of rows) keys.add(key)
  }
  return keys
}

/** Positions of all source turns of units. */
function sourcesOf(connection: Connection, keys: Iterable<number>): Set<number> {
  const positions = new Set<number>()
  for (const key of keys) {
    const rows = connection.all<{ turn: number }>(
      'SELECT turn FROM unit WHERE key = ?1 UNION SELECT turn FROM further_source WHERE unit = ?1',
      key,
    )
    for (const { turn } of rows) positions.add(turn)
  }
  return positions
}

function deleteTurn(connection: Connection, { position }: Place): void {
  connection.run('DELETE FROM alias WHERE turn = ?', position)
  connection.run('DELETE FROM turn WHERE position = ?', position)
}

/** Sessions and speakers that lost turns are counted anew, and go with their last. */
function tidy(connection: Connection, places: readonly Place[]): void {
  for (const session of new Set(places.map((place) => place.session))) {
    connection.run(
      `UPDATE session SET (first, last, turns) =
         (SELECT coalesce(min(time), 0), coalesce(max(time), 0), count(*) FROM turn WHERE session = ?1)
       WHERE number = ?1`,
      session,
    )
    connection.run('DELETE FROM session WHERE number = ? AND turns = 0', session)
  }
  for (const [speaker, lost] of groupBy(places, (place) => place.speaker)) {
    connection.run('UPDATE speaker SET turns = turns - ? WHERE number = ?', lost.length, speaker)
    connection.run('DELETE FROM speaker WHERE number = ? AND turns = 0', speaker)
  }
}

/** Turns that were anchored in sight of the forgotten ones: the next in the session, and the session that came next. */
function followers(connection: Connection, places: readonly Place[]): Set<number> {
  const found = new Set<number>()
  const add = (rows: readonly { position: number }[]) => {
    for (const { position } of rows) found.add(position)
  }
  for (const { session, time, position } of places) {
    add(
      connection.all(
        `SELECT position FROM turn WHERE session = ? AND (time, position) > (?, ?)
         ORDER BY time, position LIMIT ${turnsBefore}`,
        session,
        time,
        position,
      ),
    )
    add(
      connection.all(
        `SELECT turn.position FROM turn JOIN session ON session.number = turn.session
         WHERE turn.session =
           (SELECT session FROM turn WHERE (time, position) > (?, ?) ORDER BY time, position LIMIT 1)
           AND session.number <> ? AND session.first >= ?`,
        time,
        position,
        session,
        time,
      ),
    )
  }
  return found
}

/** Units of several turns tie these together: all of them are anchored anew or none. */
function withSharedUnits(
  connection: Connection,
  touched: ReadonlySet<number>,
  forgotten: readonly Place[],
): Set<number> {
  const all = new Set(touched)
  for (const { position } of forgotten) all.delete(position)
  // A set is walked in the order of insertion, what is added meanwhile included.
  for (const position of all) {
    for (const other of sourcesOf(connection, unitsOf(connection, [{ position }]))) all.add(other)
  }
  return all
}

/** Returns the keys of the units that went. */
function anchorAnew(
  connection: Connection,
  positions: ReadonlySet<number>,
  anchor: Anchor,
): readonly number[] {
  if (positions.size === 0) return []
  const turns = [...positions].map((position) => ({ position }))
  const old = unitsOf(connection, turns)
  for (const { position } of turns) connection.run('DELETE FROM alias WHERE turn = ?', position)
  const { units, aliases } = anchor(contextsOf(connection, [...positions]))
  const gone = replaceUnits(connection, old, units)
  for (const alias of aliases) insertAlias(connection, alias)
  return gone
}

function replaceUnits(
  connection: Connection,
  old: ReadonlySet<number>,
  anchored: readonly AnchoredUnit[],
): readonly number[] {
  const unchanged = new Map([...old].map((key) => [JSON.stringify(storedDraft(connection, key)), key]))
  const fresh = anchored
    .map((unit) => draftUnit(connection, unit))
    .filter((draft) => !unchanged.has(JSON.stringify(draft)))
  const wanted = new Set(anchored.map((unit) => JSON.stringify(draftUnit(connection, unit))))
  const gone = [...unchanged].filter(([draft]) => !wanted.has(draft)).map(([, key]) => key)
  deleteUnits(connection, gone)
  for (const draft of fresh) insertUnit(connection, draft)
  return gone
}
