import { StoreBusyError, StoreFullError } from '../../model/errors.ts'
import type { Connection } from './connection.ts'

/** How long a checkpoint waits for readers of other processes: they read for milliseconds, or for as long as they like. */
const readerWaitMs = 500

export const isUnerased = (connection: Connection): boolean =>
  connection.one<{ unerased: number }>('SELECT unerased FROM bank').unerased === 1

/**
 * Leaves nothing of removed rows in the file and its log, and gives free pages back.
 *
 * `secure_delete` overwrites rows when they go, but old pages stand in the log until it is carried over and cut
 * (checkpoint). That no path through a page leaves a copy of a row that once moved is made certain by writing the file
 * anew (VACUUM), which also gives its free pages back.
 *
 * @returns False when another connection kept old pages alive, or the disk is too full for it.
 */
export function erase(connection: Connection): Promise<boolean> {
  return connection.alone(async () => {
    try {
      return connection.withBusyTimeout(readerWaitMs, () => rewrite(connection))
    } catch (error) {
      // What was removed stays removed; only the bytes are left for the next try.
      if (error instanceof StoreBusyError || error instanceof StoreFullError) return false
      throw error
    }
  })
}

function rewrite(connection: Connection): boolean {
  connection.exec('VACUUM')
  const { busy } = connection.one<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
  if (busy !== 0) return false
  if (isUnerased(connection)) connection.run('UPDATE bank SET unerased = 0')
  return true
}
