import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import type { TurnId } from '../../model/turn.ts'
import type { Anchor, Reindex, StoredUnit } from '../store.ts'
import { anchorAnew, replaceUnits, withSharedUnits } from './anchor-anew.ts'
import type { Connection } from './connection.ts'
import { unitsByKey } from './read.ts'
import { type TurnRow, toTurn, turnColumns, turnSource } from './rows.ts'
import { draftUnit, windowOf } from './write-units.ts'

/** Turns anchored in one transaction: some tenths of a second, in which other writers wait. */
const chunkSize = 256

export type RebuildOptions = {
  readonly anchor: Anchor
  readonly reindex: Reindex | undefined
  readonly analyserVersion: string
}

/**
 * Draws all units anew from their turns, analyses those of the model anew, and notes by which analyser. Questions are
 * answered meanwhile, from old and new units; when it is broken off, the next rebuild begins again.
 */
export async function rebuildUnits(connection: Connection, options: RebuildOptions): Promise<void> {
  const { anchor, reindex, analyserVersion } = options
  await inChunks(connection, 'SELECT position AS number FROM turn WHERE position > ?', (positions) => {
    const there = positions.filter((position) => exists(connection, position))
    anchorAnew(connection, withSharedUnits(connection, there), anchor)
  })
  if (reindex !== undefined) {
    // Those that are made anew come after all others, and end nothing twice.
    const { newest } = connection.one<{ newest: number }>('SELECT coalesce(max(key), 0) AS newest FROM unit')
    const old = `SELECT unit AS number FROM model_unit WHERE unit <= ${newest} AND unit > ?`
    await inChunks(connection, old, (keys) => {
      for (const unit of unitsByKey(connection, keys)) analyseAnew(connection, unit, reindex)
    })
  }
  await connection.write(() => connection.run('UPDATE bank SET analyser = ?', analyserVersion))
}

async function inChunks(
  connection: Connection,
  sql: string,
  work: (numbers: readonly number[]) => void,
): Promise<void> {
  for (let last = 0; ; ) {
    const numbers = connection
      .all<{ number: number }>(`${sql} ORDER BY number LIMIT ${chunkSize}`, last)
      .map(({ number }) => number)
    if (numbers.length === 0) return
    await connection.write(() => {
      work(numbers)
      connection.run('UPDATE bank SET generation = generation + 1')
    })
    last = numbers.at(-1)!
    // Without a pause the chunks would follow each other before anything else of this process has its turn.
    await nextTurnOfTheLoop()
  }
}

function analyseAnew(connection: Connection, { key, unit }: StoredUnit, reindex: Reindex): void {
  const made = reindex(unit, turnNamed(connection, unit.sources[0]))
  const draft = draftUnit(connection, { unit, ...made }, { window: windowOf(connection, key) })
  replaceUnits(connection, new Set([key]), [draft])
}

const turnNamed = (connection: Connection, id: TurnId) =>
  toTurn(connection.one<TurnRow>(`SELECT ${turnColumns} FROM ${turnSource} WHERE turn.id = ?`, id))

/** A turn may have been forgotten while this waited for its turn to write. */
const exists = (connection: Connection, position: number): boolean =>
  connection.get('SELECT 1 FROM turn WHERE position = ?', position) !== undefined
