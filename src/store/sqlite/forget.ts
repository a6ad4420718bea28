import { NotFoundError } from '../../model/errors.ts'
import type { Anchor, ForgetTarget } from '../store.ts'
import { anchorAnew, modelUnitsOf, sourcesOf, turnUnitsOf, withSharedUnits } from './anchor-anew.ts'
import type { Connection } from './connection.ts'
import { followers } from './followers.ts'
import { groupBy } from './group-by.ts'
import { storable } from './storable.ts'
import { tearEpisodes } from './tear-episodes.ts'
import { dropWindows, windowsOf } from './windows.ts'
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
 * What a model wrote of a window goes with each turn of it, as it may have taken words over into any unit; the window's
 * other turns await the model again. What other turns' units took over from the forgotten ones goes too: turns that shared a unit with them, that saw them
 * as turns before, or whose session was the next one, are anchored anew. Units that come out the same are kept.
 *
 * @throws {NotFoundError} If the bank does not know a turn, the session or the speaker; nothing is removed then.
 */
export function forgetTurns(connection: Connection, target: ForgetTarget, anchor: Anchor): Removal {
  const places = placesOf(connection, target)
  const forgotten = new Set(places.map(({ position }) => position))
  const drawn = turnUnitsOf(connection, forgotten)
  const written = modelUnitsOf(connection, forgotten)
  const kin = sourcesOf(connection, drawn)
  deleteUnits(connection, drawn)
  const dropped = dropWindows(connection, windowsOf(connection, forgotten))
  for (const place of places) deleteTurn(connection, place)
  tidy(connection, places)
  tearEpisodes(connection, forgotten)
  const touched = [...kin, ...followers(connection, places)].filter((position) => !forgotten.has(position))
  const replaced = anchorAnew(connection, withSharedUnits(connection, touched), anchor)
  const { generation } = connection.one<{ generation: number }>(
    'UPDATE bank SET generation = generation + 1, unerased = 1 RETURNING generation - 1 AS generation',
  )
  const gone = [...drawn, ...dropped, ...replaced]
  return { turns: places.length, units: drawn.size + written.size, gone, generation }
}

function placesOf(connection: Connection, target: ForgetTarget): readonly Place[] {
  if (target === 'everything') return connection.all<Place>(`SELECT ${placeColumns} FROM turn`)
  if ('session' in target) return placesIn(connection, 'session', 'id', target.session)
  if ('speaker' in target) return placesIn(connection, 'speaker', 'name', target.speaker)
  return [...new Set(target.map(storable))].map((id) => placeOf(connection, id))
}

function placesIn(
  connection: Connection,
  table: 'session' | 'speaker',
  column: 'id' | 'name',
  value: string,
): readonly Place[] {
  const places = connection.all<Place>(
    `SELECT ${placeColumns} FROM turn WHERE ${table} = (SELECT number FROM ${table} WHERE ${column} = ?)`,
    storable(value),
  )
  if (places.length > 0) return places
  throw new NotFoundError(
    `Cannot forget ${table} ${JSON.stringify(value)}: the bank ${connection.bank} does not know it`,
  )
}

const placeColumns = 'position, session, speaker, time'

function placeOf(connection: Connection, id: string): Place {
  const place = connection.get<Place>(`SELECT ${placeColumns} FROM turn WHERE id = ?`, id)
  if (place === undefined)
    throw new NotFoundError(`Cannot forget turn ${id}: there is no such turn in ${connection.bank}`)
  return place
}

function deleteTurn(connection: Connection, { position }: Place): void {
  connection.run('DELETE FROM alias WHERE turn = ?', position)
  connection.run('DELETE FROM refused_turn WHERE turn = ?', position)
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
