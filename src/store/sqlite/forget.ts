import { NotFoundError } from '../../model/errors.ts'
import type { TurnId } from '../../model/turn.ts'
import type { Anchor } from '../store.ts'
import { anchorAnew, sourcesOf, unitsOf, withSharedUnits } from './anchor-anew.ts'
import { turnsBefore } from './anchor-context.ts'
import type { Connection } from './connection.ts'
import { groupBy } from './group-by.ts'
import { storable } from './storable.ts'
import { deleteUnits } from './write-units.ts'

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
  const drawn = unitsOf(
    connection,
    places.map(({ position }) => position),
  )
  const kin = sourcesOf(connection, drawn)
  deleteUnits(connection, drawn)
  for (const place of places) deleteTurn(connection, place)
  tidy(connection, places)
  const forgotten = new Set(places.map(({ position }) => position))
  const touched = [...kin, ...followers(connection, places)].filter((position) => !forgotten.has(position))
  const replaced = anchorAnew(connection, withSharedUnits(connection, touched), anchor)
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
