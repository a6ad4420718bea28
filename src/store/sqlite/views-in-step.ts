import type { UnitEntry } from '../views/unit-entry.ts'
import type { UnitViews } from '../views/unit-views.ts'
import type { Connection } from './connection.ts'
import { type EntryRow, toEntry } from './rows.ts'
import { narrowVector } from './vector-code.ts'
import type { ViewHolder, ViewPool } from './view-pool.ts'

/** Entries handed to the views at a time: enough to spare calls, little to hold. */
const batchSize = 512

export type ViewOptions = {
  readonly createViews: () => UnitViews
  readonly pool: ViewPool
  readonly maxViewBytes: number
}

/**
 * Views that agree with the rows of this moment. Filled at the first use; then what any process added is caught up by
 * key and by vector change. When rows were removed or replaced (another generation) they are filled anew.
 */
export class ViewsInStep implements ViewHolder {
  readonly #connection: Connection
  readonly #options: ViewOptions
  #views: UnitViews | undefined
  #stamp = ''
  #generation = 0
  #lastKey = 0
  #lastChange = 0

  constructor(connection: Connection, options: ViewOptions) {
    this.#connection = connection
    this.#options = options
  }

  get views(): UnitViews | undefined {
    return this.#views
  }

  current(): UnitViews {
    if (this.#views === undefined || this.#stamp !== this.#connection.stamp()) this.#catchUp()
    this.#options.pool.touch(this, this.#options.maxViewBytes)
    return this.#views!
  }

  /**
   * Takes out what was forgotten, so that the views need not be filled anew; `generation` is the bank's before. What
   * came in meanwhile is caught up at the next use.
   */
  remove({ gone, generation }: { readonly gone: readonly number[]; readonly generation: number }): void {
    if (this.#views === undefined || this.#generation !== generation) return
    this.#views.remove(gone)
    this.#generation = generation + 1
  }

  letGo(): void {
    this.#views = undefined
  }

  close(): void {
    this.#options.pool.drop(this)
    this.letGo()
  }

  #catchUp(): void {
    const views = this.#views
    // Half-filled views must not be found again, should reading fail.
    this.#views = undefined
    this.#views = this.#connection.read(() => {
      const { generation } = this.#connection.one<{ generation: number }>('SELECT generation FROM bank')
      const base = views !== undefined && generation === this.#generation ? views : this.#empty()
      this.#generation = generation
      this.#addUnits(base)
      this.#addVectors(base)
      this.#stamp = this.#connection.stamp()
      return base
    })
  }

  #empty(): UnitViews {
    this.#lastKey = 0
    this.#lastChange = 0
    return this.#options.createViews()
  }

  #addUnits(views: UnitViews): void {
    let batch: UnitEntry[] = []
    const rows = this.#connection.iterate<EntryRow>(
      'SELECT * FROM unit WHERE key > ? ORDER BY key',
      this.#lastKey,
    )
    for (const row of rows) {
      if (batch.push(toEntry(row)) === batchSize) {
        views.add(batch)
        batch = []
      }
      this.#lastKey = row.key
    }
    views.add(batch)
  }

  #addVectors(views: UnitViews): void {
    type Row = { unit: number; change: number; scale: number; numbers: Uint8Array }
    // By key when all are read: the order of the table, which spares a jump for each row.
    const sql =
      this.#lastChange === 0
        ? 'SELECT * FROM vector WHERE change > ? ORDER BY unit'
        : 'SELECT * FROM vector WHERE change > ? ORDER BY change'
    for (const row of this.#connection.iterate<Row>(sql, this.#lastChange)) {
      const { values, scale } = narrowVector(row)
      views.setVector(row.unit, values, scale)
    }
    this.#lastChange = this.#connection.one<{ change: number }>(
      'SELECT vector_change AS change FROM bank',
    ).change
  }
}
