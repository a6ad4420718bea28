import { IndexCorruptError, ReinstateError } from '../../model/errors.ts'
import type { MemoryUnit } from '../../model/memory-unit.ts'
import type { SourcePlace } from '../views/unit-entry.ts'
import type { UnitViews } from '../views/unit-views.ts'
import type { Connection } from './connection.ts'
import { groupBy } from './group-by.ts'
import { type EntryTuple, toEntry } from './rows.ts'
import { narrowVector } from './vector-code.ts'
import type { ViewHolder, ViewPool } from './view-pool.ts'
import { batchSize, viewRows } from './view-rows.ts'

export type ViewOptions = {
  readonly createViews: () => UnitViews
  /** Whose units these views hold. */
  readonly origin: MemoryUnit['origin']
  readonly pool: ViewPool
  readonly maxViewBytes: number
}

/**
 * Views of the units of one origin that agree with the rows of this moment. Filled at the first use; then what any process added is caught up by
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
      this.#fill(base)
      this.#stamp = this.#connection.stamp()
      return base
    })
  }

  /** Rows that do not fit together are no views; `verify` only reads rows, and mends them. */
  #fill(views: UnitViews): void {
    try {
      this.#addUnits(views)
      this.#addVectors(views)
    } catch (cause) {
      if (cause instanceof ReinstateError) throw cause
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new IndexCorruptError(
        `Cannot search ${this.#connection.bank}: its index is damaged (${why}); mend it with \`reinstate verify\``,
        { cause },
      )
    }
  }

  #empty(): UnitViews {
    this.#lastKey = 0
    this.#lastChange = 0
    return this.#options.createViews()
  }

  #addUnits(views: UnitViews): void {
    const { newest } = this.#connection.one<{ newest: number }>(
      'SELECT coalesce(max(key), 0) AS newest FROM unit',
    )
    const { units } = viewRows[this.#options.origin]
    for (let last = this.#lastKey; ; ) {
      const rows = this.#connection.tuples<EntryTuple>(units, last)
      const further = this.#furtherSources(rows)
      views.add(rows.map((row) => toEntry(row, further.get(row[0]) ?? [])))
      if (rows.length < batchSize) break
      last = rows.at(-1)![0]
    }
    // Those of the other origin need not be passed over again.
    this.#lastKey = newest
  }

  #furtherSources(rows: readonly EntryTuple[]): ReadonlyMap<number, readonly SourcePlace[]> {
    const found = this.#connection.all<SourcePlace & { unit: number }>(
      `SELECT further_source.unit, turn.session, turn.speaker, turn.time, turn.day
       FROM further_source JOIN turn ON turn.position = further_source.turn
       WHERE further_source.unit BETWEEN ? AND ?`,
      rows[0]?.[0] ?? 0,
      rows.at(-1)?.[0] ?? 0,
    )
    return groupBy(found, ({ unit }) => unit)
  }

  #addVectors(views: UnitViews): void {
    const { change } = this.#connection.one<{ change: number }>('SELECT vector_change AS change FROM bank')
    if (change === this.#lastChange) return
    if (this.#lastChange === 0) this.#addAllVectors(views)
    else this.#addNewVectors(views)
    this.#lastChange = change
  }

  /** In the order of the table, which spares a jump for each row. */
  #addAllVectors(views: UnitViews): void {
    const sql = viewRows[this.#options.origin].vectors
    let rows = this.#connection.tuples<VectorTuple>(sql, 0)
    for (; rows.length > 0; rows = this.#connection.tuples<VectorTuple>(sql, rows.at(-1)![1])) {
      setVectors(views, rows)
    }
  }

  #addNewVectors(views: UnitViews): void {
    const sql = viewRows[this.#options.origin].newVectors
    let rows = this.#connection.tuples<VectorTuple>(sql, this.#lastChange, Number.MAX_SAFE_INTEGER)
    while (rows.length > 0) {
      setVectors(views, rows)
      const [change, unit] = rows.at(-1)!
      rows = this.#connection.tuples<VectorTuple>(sql, change, unit)
    }
  }
}

type VectorTuple = readonly [change: number, unit: number, scale: number, numbers: Uint8Array]

function setVectors(views: UnitViews, rows: readonly VectorTuple[]): void {
  for (const [, unit, scale, numbers] of rows) {
    const narrow = narrowVector({ numbers, scale })
    views.setVector(unit, narrow.values, narrow.scale)
  }
}
