import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreFormatError, ValidationError } from '../../model/errors.ts'
import { isTimeZone } from '../../time/zone.ts'
import { logSize } from './bank-file.ts'
import type { Connection } from './connection.ts'
import { applicationId, migrations } from './schema.ts'

export type BankSettings = {
  readonly timeZone: string | undefined
  readonly dateOrder: 'DMY' | 'MDY' | undefined
  readonly analyserVersion: string
}

export type BankRow = {
  readonly time_zone: string
  readonly date_order: 'DMY' | 'MDY' | null
  readonly frozen: number
}

/**
 * Says how many migrations a file has, and writes nothing; 0 is an empty file.
 *
 * @throws {StoreFormatError} If it is another program's database or a newer release's bank.
 */
export function schemaVersion(connection: Connection): number {
  const application = connection.one<{ application_id: number }>('PRAGMA application_id').application_id
  const version = connection.one<{ user_version: number }>('PRAGMA user_version').user_version
  const { tables } = connection.one<{ tables: number }>('SELECT count(*) AS tables FROM sqlite_schema')
  if (application === 0 && version === 0 && tables === 0) return 0
  if (application !== applicationId) {
    throw new StoreFormatError(
      `Cannot open ${connection.bank}: it is a database of another program, no memory bank`,
    )
  }
  if (version > migrations.length) {
    throw new StoreFormatError(
      `Cannot open ${connection.bank}: a newer release has written it (schema ${version}, this release knows ${migrations.length})`,
    )
  }
  return version
}

/** Brings a bank to the schema of this release, each step in a transaction of its own; fills a new one's settings in. */
export async function migrate(connection: Connection, settings: BankSettings): Promise<void> {
  for (const [index, sql] of migrations.entries()) {
    const number = index + 1
    if (schemaVersion(connection) >= number) continue
    await connection.write(() => {
      // Another process may have done it while this one waited.
      if (schemaVersion(connection) >= number) return
      connection.exec(sql)
      if (number === 1) insertSettings(connection, settings)
      connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${number}`)
    })
  }
}

/**
 * Lets a bank of an older schema be read without writing it: what it lacks stands, empty, in the connection's temporary
 * tables. Migrations after the first add tables alone.
 */
export function standIn(connection: Connection, version: number): void {
  for (const sql of migrations.slice(version)) {
    const tables = sql.replace(/CREATE (?:UNIQUE )?INDEX [^;]*;/g, '')
    connection.exec(tables.replaceAll('CREATE TABLE', 'CREATE TEMP TABLE'))
  }
}

function insertSettings(
  connection: Connection,
  { timeZone, dateOrder, analyserVersion }: BankSettings,
): void {
  connection.run(
    'INSERT INTO bank (id, time_zone, date_order, analyser) VALUES (1, ?, ?, ?)',
    timeZone ?? 'UTC',
    dateOrder ?? null,
    analyserVersion,
  )
}

export function bankRow(connection: Connection): BankRow {
  const row = connection.get<BankRow>('SELECT time_zone, date_order, frozen FROM bank')
  if (row === undefined)
    throw new StoreFormatError(`Cannot open ${connection.bank}: its settings are missing`)
  if (!isTimeZone(row.time_zone))
    throw new StoreFormatError(
      `Cannot open ${connection.bank}: its time zone ${JSON.stringify(row.time_zone)} is unknown here; the file is damaged, or this runtime has older time zones`,
    )
  return row
}

/** By which analyser the terms of the bank were made. */
export const analyserOf = (connection: Connection): string =>
  connection.one<{ analyser: string }>('SELECT analyser FROM bank').analyser

/** @throws {ValidationError} If a setting that was asked for is not the one that the bank was made with. */
export function checkSettings(
  connection: Connection,
  row: BankRow,
  { timeZone, dateOrder }: BankSettings,
): void {
  if (timeZone !== undefined && canonicalZone(timeZone) !== canonicalZone(row.time_zone)) {
    throw new ValidationError(
      'timeZone',
      `The bank ${connection.bank} was made with the time zone ${row.time_zone}, not ${timeZone}`,
    )
  }
  if (dateOrder !== undefined && dateOrder !== row.date_order) {
    throw new ValidationError(
      'dateOrder',
      `The bank ${connection.bank} was made with the date order ${row.date_order ?? 'unset'}, not ${dateOrder}`,
    )
  }
}

/** @throws {ValidationError} If there is no such time zone. */
export function canonicalZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch (cause) {
    throw new ValidationError('timeZone', `There is no time zone ${timeZone}`, { cause })
  }
}

/** Longer than a checkpoint leaves a file shorter than its pages. */
const checkpointMs = 50

/**
 * SQLite itself sees that a file lacks pages only where no process has the index of its log in memory.
 *
 * @throws {StoreFormatError} If the file is shorter than its pages.
 */
export async function refuseTruncated(connection: Connection): Promise<void> {
  if (!lacksPages(connection)) return
  await sleep(checkpointMs)
  if (lacksPages(connection)) {
    throw new StoreFormatError(`Cannot open ${connection.bank}: the file is damaged or truncated`)
  }
}

function lacksPages(connection: Connection): boolean {
  const file = statSync(connection.bank, { throwIfNoEntry: false })
  if (file === undefined || logSize(connection.bank) > 0) return false
  const { page_size } = connection.one<{ page_size: number }>('PRAGMA page_size')
  const { page_count } = connection.one<{ page_count: number }>('PRAGMA page_count')
  return file.size < page_size * page_count
}
