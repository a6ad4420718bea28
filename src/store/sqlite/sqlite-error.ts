import {
  ReadOnlyStoreError,
  ReinstateError,
  StoreBusyError,
  StoreFormatError,
  StoreFullError,
} from '../../model/errors.ts'

/** Primary result codes of SQLite. @see https://sqlite.org/rescode.html */
const code = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const

/** SQLite's own words for its codes: what fails while rows are read comes without a number. */
const codeOfMessage: ReadonlyMap<string, number> = new Map([
  ['database is locked', code.busy],
  ['database table is locked', code.locked],
  ['attempt to write a readonly database', code.readOnly],
  ['disk I/O error', code.inputOutput],
  ['database disk image is malformed', code.corrupt],
  ['database or disk is full', code.full],
  ['unable to open database file', code.cannotOpen],
  ['file is not a database', code.notADatabase],
  // Said of a value in a row that no bank has.
  ['malformed JSON', code.corrupt],
])

/** Said of a schema that has lost a part, under the code for any fault. */
const LOST = /^no such (?:table|column): /

/** The primary result code of an error of the driver; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if (LOST.test(error.message)) return code.corrupt
  const told = codeOfMessage.get(error.message)
  if (told !== undefined) return told
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined
  // The low byte is the primary code, what stands above it tells the kinds of that code apart.
  return error.errcode & 0xff
}

export const isBusy = (error: unknown): boolean =>
  [code.busy, code.locked].includes(resultCode(error) as 5 | 6)

/** Turns an error of the driver into one that callers can act on; every other error comes back as it is. */
export function asStoreError(cause: unknown, bank: string): unknown {
  if (cause instanceof ReinstateError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  switch (resultCode(cause)) {
    case code.busy:
    case code.locked:
      return new StoreBusyError(`Cannot use ${bank}: another process holds its write lock; try again`, {
        cause,
      })
    case code.permission:
    case code.readOnly:
      return new ReadOnlyStoreError(`Cannot write to ${bank}: ${message}`, { cause })
    case code.cannotOpen:
      return new ReadOnlyStoreError(
        `Cannot open ${bank} to read and write: there is no permission for the file or its folder (${message})`,
        { cause },
      )
    case code.full:
    case code.inputOutput:
      return new StoreFullError(
        `Cannot write to ${bank}: the disk is full or the file system refused (${message}); nothing was half written`,
        { cause },
      )
    case code.corrupt:
      return new StoreFormatError(
        `Cannot read ${bank}: the file is damaged or truncated (${message}); the turns that can still be read come out with: reinstate export`,
        { cause },
      )
    case code.notADatabase:
      return new StoreFormatError(`Cannot open ${bank}: the file is no memory bank (${message})`, { cause })
    default:
      return cause
  }
}
