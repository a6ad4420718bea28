import { setTimeout as sleep } from 'node:timers/promises'
import { ClosedError, ReadOnlyStoreError } from '../../model/errors.ts'
import type { Database, SqlValue, Statement } from './driver.ts'
import { releaseOnce } from './release.ts'
import { asStoreError, isBusy } from './sqlite-error.ts'

/** Longest pause between two tries to get the write lock: short, as another writer holds it for about a millisecond. */
const longestPauseMs = 4

/**
 * One connection to one bank: statements prepared once, errors of the driver turned into the store's, transactions.
 *
 * Calls are synchronous. Writers of this handle come one after the other in the order of their calls; for the lock of
 * another process they wait without blocking the event loop.
 */
export class Connection {
  readonly bank: string
  readonly readOnly: boolean
  readonly #database: Database
  readonly #busyTimeoutMs: number
  readonly #statements = new Map<string, Statement>()
  readonly #tupleStatements = new Map<string, Statement>()
  #lastWrite: Promise<unknown> = Promise.resolve()
  #commits = 0
  #closed = false
  /** How long SQLite waits for a lock as it is set now. Told only when it changes: to tell it costs as much as a query. */
  #waitMs: number
  /** While it must stay so: under a bound, or in a transaction that writes, which has its lock. */
  #waitIsBound = false

  constructor(
    database: Database,
    options: { readonly bank: string; readonly readOnly: boolean; readonly busyTimeoutMs: number },
  ) {
    this.#database = database
    this.bank = options.bank
    this.readOnly = options.readOnly
    this.#busyTimeoutMs = options.busyTimeoutMs
    this.#waitMs = options.busyTimeoutMs
  }

  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return this.#guarded(() => this.#statement(sql).get(...values) as Row | undefined)
  }

  /** The row of a query that always has one. */
  one<Row>(sql: string, ...values: readonly SqlValue[]): Row {
    const row = this.get<Row>(sql, ...values)
    if (row === undefined) throw new RangeError(`No row for: ${sql}`)
    return row
  }

  all<Row>(sql: string, ...values: readonly SqlValue[]): Row[] {
    return this.#guarded(() => this.#statement(sql).all(...values) as Row[])
  }

  /** Rows as arrays of their columns, which costs half of what objects do: for loading many. */
  tuples<Tuple extends readonly SqlValue[]>(sql: string, ...values: readonly SqlValue[]): Tuple[] {
    return this.#guarded(() => this.#statement(sql, true).all(...values) as unknown as Tuple[])
  }

  /** Returns the row id of the last insert. */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#guarded(() => Number(this.#statement(sql).run(...values).lastInsertRowid))
  }

  exec(sql: string): void {
    this.#guarded(() => this.#open().exec(sql))
  }

  /** Changes whenever this or another connection has committed. */
  stamp(): string {
    return `${this.one<{ data_version: number }>('PRAGMA data_version').data_version}.${this.#commits}`
  }

  /** Runs queries that must see one state. */
  read<Result>(work: () => Result): Result {
    this.exec('BEGIN')
    return this.#finish(work)
  }

  /** Runs a synchronous change in one transaction: all of it or, when `work` throws, nothing. */
  async write<Result>(work: () => Result): Promise<Result> {
    return this.alone(() => this.#transact(work))
  }

  /** Runs work that no writer of this handle may meet; outside of any transaction. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#open()
    if (this.readOnly) throw new ReadOnlyStoreError(`Cannot write to ${this.bank}: it is open read-only`)
    const turn = this.#lastWrite.then(() => {
      this.#open()
      return work()
    })
    this.#lastWrite = turn.catch(() => undefined)
    return turn
  }

  /** Bounds how long SQLite itself waits for a lock, while `work` runs. */
  withBusyTimeout<Result>(timeoutMs: number, work: () => Result): Result {
    this.#setWait(timeoutMs)
    this.#waitIsBound = true
    try {
      return work()
    } finally {
      this.#waitIsBound = false
    }
  }

  #setWait(timeoutMs: number): void {
    if (this.#waitMs === timeoutMs) return
    this.#open().exec(`PRAGMA busy_timeout = ${timeoutMs}`)
    this.#waitMs = timeoutMs
  }

  /** Lets the writers end, then closes; closing again does nothing. */
  async close(): Promise<void> {
    await this.#lastWrite
    if (this.#closed) return
    this.#emptyLog()
    this.#closed = true
    await this.#release()
  }

  #release(): Promise<void> {
    const [statement] = this.#statements.values()
    this.#statements.clear()
    this.#tupleStatements.clear()
    this.#database.close()
    return statement === undefined ? Promise.resolve() : releaseOnce(statement)
  }

  /**
   * The driver lets go of a connection only when its statements are collected, so the log would stay full for as long.
   * Where others read or write at the moment, they carry it over later.
   */
  #emptyLog(): void {
    if (this.readOnly) return
    try {
      this.withBusyTimeout(0, () => this.get('PRAGMA wal_checkpoint(TRUNCATE)'))
    } catch {}
  }

  #finish<Result>(work: () => Result): Result {
    try {
      const result = work()
      this.run('COMMIT')
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  /** Some failures (a full disk) have ended the transaction already; then there is nothing to undo. */
  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK')
    } catch {}
  }

  /** From the lock to the commit nothing is awaited: whoever read in between would meet an open transaction. */
  async #transact<Result>(work: () => Result): Promise<Result> {
    const deadline = performance.now() + this.#busyTimeoutMs
    for (;;) {
      const error = this.#tryBegin()
      if (error === undefined) {
        this.#waitIsBound = true
        try {
          const result = this.#finish(work)
          this.#commits++
          return result
        } finally {
          this.#waitIsBound = false
        }
      }
      if (!isBusy(error) || performance.now() > deadline) throw asStoreError(error, this.bank)
      // Random, so that two waiting writers do not keep meeting.
      await sleep(1 + Math.random() * longestPauseMs)
      this.#open()
    }
  }

  #tryBegin(): unknown {
    try {
      this.#setWait(0)
      this.#statement('BEGIN IMMEDIATE').run()
      return undefined
    } catch (error) {
      return error
    }
  }

  #statement(sql: string, asTuples = false): Statement {
    const database = this.#open()
    const statements = asTuples ? this.#tupleStatements : this.#statements
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    if (asTuples) statement.setReturnArrays(true)
    statements.set(sql, statement)
    return statement
  }

  #open(): Database {
    if (this.#closed) throw new ClosedError(`The handle on ${this.bank} was closed`)
    return this.#database
  }

  #guarded<Result>(call: () => Result): Result {
    try {
      if (!this.#waitIsBound && !this.#closed) this.#setWait(this.#busyTimeoutMs)
      return call()
    } catch (error) {
      throw asStoreError(error, this.bank)
    }
  }
}
