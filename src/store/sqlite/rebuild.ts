import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import type { Anchor } from '../store.ts'
import { anchorAnew, withSharedUnits } from './anchor-anew.ts'
import type { Connection } from './connection.ts'

/** Turns anchored in one transaction: some tenths of a second, in which other writers wait. */
const chunkSize = 256

/**
 * Draws all units anew from their turns and notes by which analyser. Questions are answered meanwhile, from old and new
 * units; when it is broken off, the next rebuild begins again.
 */
export async function rebuildUnits(
  connection: Connection,
  { anchor, analyserVersion }: { readonly anchor: Anchor; readonly analyserVersion: string },
): Promise<void> {
  for (let last = 0; ; ) {
    const positions = connection
      .all<{ position: number }>(
        `SELECT position FROM turn WHERE position > ? ORDER BY position LIMIT ${chunkSize}`,
        last,
      )
      .map(({ position }) => position)
    if (positions.length === 0) break
    await connection.write(() => {
      const there = positions.filter((position) => exists(connection, position))
      anchorAnew(connection, withSharedUnits(connection, there), anchor)
      connection.run('UPDATE bank SET generation = generation + 1')
    })
    last = positions.at(-1)!
    // Without a pause the chunks would follow each other before anything else of this process has its turn.
    await nextTurnOfTheLoop()
  }
  await connection.write(() => connection.run('UPDATE bank SET analyser = ?', analyserVersion))
}

/** A turn may have been forgotten while this waited for its turn to write. */
const exists = (connection: Connection, position: number): boolean =>
  connection.get('SELECT 1 FROM turn WHERE position = ?', position) !== undefined
