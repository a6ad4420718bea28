import { chmodSync, closeSync, constants, copyFileSync, linkSync, openSync, rmSync } from 'node:fs'
import { ValidationError } from '../../model/errors.ts'
import { resolveBankPath } from './bank-path.ts'
import type { Connection } from './connection.ts'
import type { OpenDatabase } from './driver.ts'
import { asFileError, hasCode } from './file-error.ts'

/**
 * Writes a read-only copy of one state of the bank, mode 0400, whole or not at all.
 *
 * @throws {ValidationError} If there is a file of that name.
 */
export function freezeBank(connection: Connection, target: string, open: OpenDatabase): void {
  const { file } = resolveBankPath(target)
  const draft = `${file}.${process.pid}.draft`
  try {
    // Made beforehand for its mode; SQLite fills an empty file.
    closeSync(openSync(draft, 'wx', 0o600))
    connection.run('VACUUM INTO ?', draft)
    markFrozen(draft, open)
    chmodSync(draft, 0o400)
    putInPlace(draft, file)
  } catch (error) {
    throw asFileError(error, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

function markFrozen(draft: string, open: OpenDatabase): void {
  const copy = open(draft, { readOnly: false, timeoutMs: 0 })
  try {
    // Without a log: a single file that can be read in a folder without write permission.
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.exec('UPDATE bank SET frozen = 1, unerased = 0')
  } finally {
    copy.close()
  }
}

/** Unlike a rename, a link fails where there is a file. */
function putInPlace(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST'))
      throw new ValidationError('path', `Cannot freeze to ${file}: the file exists`)
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS')) throw error
    // A file system without links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
    chmodSync(file, 0o400)
  }
}
