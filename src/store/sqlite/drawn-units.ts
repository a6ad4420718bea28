import type { Anchor, Verification } from '../store.ts'
import { anchorAnew, withSharedUnits } from './anchor-anew.ts'
import { contextsOf } from './anchor-context.ts'
import { removeUnits } from './check.ts'
import type { Connection } from './connection.ts'

type Finding = Verification['findings'][number]

/** Turns anchored in one transaction. @see rebuild.ts */
const chunkSize = 256

const textless = 'key NOT IN (SELECT unit FROM unit_text)'

/** A unit of several turns stands under the first and is shared by the others. */
const withoutUnits = `SELECT position FROM turn WHERE position NOT IN
    (SELECT turn FROM unit WHERE key NOT IN (SELECT unit FROM model_unit)
     UNION SELECT turn FROM further_source WHERE unit NOT IN (SELECT unit FROM model_unit))`

/** The parts of a turn are numbered without a gap; that the last of them is missing shows only where it was the only one. */
const withGaps = `SELECT turn AS position FROM unit WHERE key NOT IN (SELECT unit FROM model_unit)
  GROUP BY turn HAVING max(part) >= count(DISTINCT part)`

/**
 * Looks for memory units that have lost their text and for turns that have lost memory units, and draws them anew.
 *
 * @param anchor Undefined where nothing can be drawn: lost texts are told then, lost units are not looked for.
 */
export async function checkDrawn(
  connection: Connection,
  anchor: Anchor | undefined,
): Promise<readonly Finding[]> {
  const mended = anchor !== undefined && !connection.readOnly
  const texts = textlessUnits(connection)
  if (texts > 0 && mended) await removeTextless(connection)
  const lost = anchor === undefined ? [] : lostTurns(connection, anchor)
  if (anchor !== undefined && mended) await drawAnew(connection, lost, anchor)
  return [
    ...finding(texts, ['memory unit has lost its text', 'memory units have lost their text'], mended),
    ...finding(lost.length, ['turn has lost memory units', 'turns have lost memory units'], mended),
  ]
}

function finding(
  count: number,
  [one, several]: readonly [one: string, several: string],
  mended: boolean,
): readonly Finding[] {
  return count === 0 ? [] : [{ what: `${count} ${count === 1 ? one : several}`, mended }]
}

const textlessUnits = (connection: Connection): number =>
  connection.one<{ count: number }>(`SELECT count(*) AS count FROM unit WHERE ${textless}`).count

/** What a model wrote of a window goes as a whole, so that its turns await the model again. */
function removeTextless(connection: Connection): Promise<void> {
  const windows = `SELECT anchor_window FROM model_unit JOIN unit ON unit.key = model_unit.unit WHERE ${textless}`
  const ofWindows = `key IN (SELECT unit FROM model_unit WHERE anchor_window IN (${windows}))`
  return connection.write(() => {
    connection.run(`CREATE TEMP TABLE broken_window AS ${windows}`)
    for (const sql of removeUnits(`${textless} OR ${ofWindows}`)) connection.run(sql)
    connection.run('DELETE FROM window_turn WHERE anchor_window IN (SELECT anchor_window FROM broken_window)')
    connection.run('DROP TABLE broken_window')
    connection.run('UPDATE bank SET generation = generation + 1')
  })
}

/** A turn without any word has no memory unit, and has lost none. */
function lostTurns(connection: Connection, anchor: Anchor): readonly number[] {
  return connection.read(() => {
    const bare = positionsOf(connection, withoutUnits).filter(
      (position) => anchor(contextsOf(connection, [position])).units.length > 0,
    )
    return [...new Set([...bare, ...positionsOf(connection, withGaps)])].sort((a, b) => a - b)
  })
}

const positionsOf = (connection: Connection, sql: string): readonly number[] =>
  connection.all<{ position: number }>(sql).map(({ position }) => position)

async function drawAnew(connection: Connection, lost: readonly number[], anchor: Anchor): Promise<void> {
  for (let start = 0; start < lost.length; start += chunkSize) {
    const chunk = lost.slice(start, start + chunkSize)
    await connection.write(() => {
      anchorAnew(connection, withSharedUnits(connection, chunk), anchor)
      connection.run('UPDATE bank SET generation = generation + 1')
    })
  }
}
