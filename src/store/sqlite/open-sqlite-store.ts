import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { StoreFormatError } from '../../model/errors.ts'
import type { Store } from '../store.ts'
import type { UnitViews } from '../views/unit-views.ts'
import { ensureBankFile, logSize, writeObstacle } from './bank-file.ts'
import {
  type BankSettings,
  bankRow,
  canonicalZone,
  checkSettings,
  migrate,
  refuseTruncated,
  schemaVersion,
  standIn,
} from './bank-format.ts'
import { resolveBankPath } from './bank-path.ts'
import { Connection } from './connection.ts'
import { type Database, type LoadModule, loadDriver, type OpenDatabase } from './driver.ts'
import { asStoreError, isBusy, resultCode } from './sqlite-error.ts'
import { sqliteStore } from './sqlite-store.ts'

export type SqliteStoreOptions = {
  /** IANA name, written when the bank is made; later it must agree. Default `UTC`. */
  timeZone?: string | undefined
  /** Written when the bank is made; later it must agree. Default: not set. */
  dateOrder?: 'DMY' | 'MDY' | undefined
  /** Never writes; a bank that does not exist is a `NotFoundError`. */
  readOnly: boolean
  /** A bank that does not exist is a `NotFoundError` rather than made. */
  mustExist: boolean
  createViews: () => UnitViews
  /** Names how terms are made; a bank remembers by which its terms were. */
  analyserVersion: string
  /** How long a writer waits for another process. Default 5,000. */
  busyTimeoutMs?: number | undefined
  /** Bound on the views of all banks of the process, in bytes. Default 512 MiB. */
  maxViewBytes?: number | undefined
}

const defaults = { busyTimeoutMs: 5_000, maxViewBytes: 512 * 2 ** 20 }

/** The log is cut back to this after a burst. */
const keptLogBytes = 8 * 2 ** 20

/**
 * Opens a bank in an SQLite file, or `:memory:`. A file that does not exist is made with mode 0600; a frozen one opens
 * read-only.
 *
 * @throws {NativeModuleError} If the driver cannot be loaded.
 * @throws {NotFoundError} If the bank does not exist and must.
 * @throws {ReadOnlyStoreError} If it cannot be written and `readOnly` is not set.
 * @throws {StoreFormatError} If the file is no bank, is damaged or was made by a newer release.
 * @throws {ValidationError} If path, time zone or date order do not hold or do not agree with the bank.
 */
export async function openSqliteStore(
  path: string,
  options: SqliteStoreOptions,
  loadModule?: LoadModule,
): Promise<Store> {
  const open = await loadDriver(loadModule)
  if (options.timeZone !== undefined) canonicalZone(options.timeZone)
  const settings: BankSettings = {
    timeZone: options.timeZone,
    dateOrder: options.dateOrder,
    analyserVersion: options.analyserVersion,
  }
  const busyTimeoutMs = options.busyTimeoutMs ?? defaults.busyTimeoutMs
  const connection = await connect(path, { open, settings, busyTimeoutMs, ...pick(options) })
  return sqliteStore(connection, {
    open,
    createViews: options.createViews,
    analyserVersion: options.analyserVersion,
    maxViewBytes: options.maxViewBytes ?? defaults.maxViewBytes,
  })
}

const pick = ({ readOnly, mustExist }: SqliteStoreOptions) => ({ readOnly, mustExist })

type Opening = {
  readonly open: OpenDatabase
  readonly settings: BankSettings
  readonly readOnly: boolean
  readonly mustExist: boolean
  readonly busyTimeoutMs: number
}

async function connect(path: string, opening: Opening): Promise<Connection> {
  if (path === ':memory:') return prepared(connection(path, opening, false), opening)
  const place = resolveBankPath(path)
  ensureBankFile(place, !opening.readOnly && !opening.mustExist)
  const obstacle = opening.readOnly ? undefined : writeObstacle(place.file)
  const readOnly = opening.readOnly || obstacle !== undefined
  const opened = await prepared(connection(place.file, opening, readOnly), opening)
  const frozen = bankRow(opened).frozen === 1
  if (frozen && !readOnly) {
    await opened.close()
    return prepared(connection(place.file, opening, true), opening)
  }
  if (obstacle !== undefined && !frozen) {
    await opened.close()
    throw obstacle
  }
  return opened
}

/** Checks the format, brings the schema up to date and compares the settings; closes the connection when it fails. */
async function prepared(connection: Connection, { settings, busyTimeoutMs }: Opening): Promise<Connection> {
  try {
    const version = schemaVersion(connection)
    await refuseTruncated(connection)
    if (connection.readOnly && version === 0)
      throw new StoreFormatError(`Cannot read ${connection.bank}: the file is empty`)
    if (connection.readOnly || isFrozen(connection, version)) standIn(connection, version)
    else {
      if (version === 0) await useLog(connection, busyTimeoutMs)
      connection.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON')
      connection.exec(`PRAGMA journal_size_limit = ${keptLogBytes}`)
      await migrate(connection, settings)
    }
    checkSettings(connection, bankRow(connection), settings)
    return connection
  } catch (error) {
    await connection.close()
    throw damaged(error, connection.bank)
  }
}

const isFrozen = (connection: Connection, version: number): boolean =>
  version > 0 && bankRow(connection).frozen === 1

/** A bank without one of its tables has lost them. */
function damaged(error: unknown, bank: string): unknown {
  const genericError = 1
  if (resultCode(error) !== genericError) return error
  return new StoreFormatError(`Cannot open ${bank}: the file is damaged (${(error as Error).message})`, {
    cause: error,
  })
}

/** Write-ahead logging, so that readers and a writer do not wait for each other. Kept in the file once it is set. */
async function useLog(connection: Connection, busyTimeoutMs: number): Promise<void> {
  const deadline = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      connection.run('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      // Processes that make the same bank at once meet here, and SQLite does not wait for this lock.
      const cause = error instanceof Error ? error.cause : undefined
      if (!isBusy(cause) || performance.now() > deadline) throw error
      await sleep(5)
    }
  }
}

function connection(file: string, { open, busyTimeoutMs }: Opening, readOnly: boolean): Connection {
  const options = { readOnly, timeoutMs: busyTimeoutMs }
  try {
    const database = readOnly ? openToRead(file, open, options) : open(file, options)
    return new Connection(database, { bank: file, readOnly, busyTimeoutMs })
  } catch (error) {
    throw asStoreError(error, file)
  }
}

type DatabaseOptions = Parameters<OpenDatabase>[1]

/** Where neither log nor index of the log can be made, the file cannot change either, and is read by itself. */
function openToRead(file: string, open: OpenDatabase, options: DatabaseOptions): Database {
  const database = open(file, options)
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return database
  } catch (error) {
    database.close()
    // Which of the two is said depends on whether the file itself could be written.
    const [readOnly, cannotOpen] = [8, 14]
    const code = resultCode(error)
    if ((code !== readOnly && code !== cannotOpen) || logSize(file) > 0) throw error
    return open(`${pathToFileURL(file).href}?immutable=1`, options)
  }
}
