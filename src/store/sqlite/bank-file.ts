import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { NotFoundError, ReadOnlyStoreError, StoreFormatError } from '../../model/errors.ts'
import { type BankPath, parentToMake } from './bank-path.ts'
import { asFileError, hasCode } from './file-error.ts'

/*
 * A bank's file is never opened here once it exists: closing it would drop the locks that other handles of this process
 * hold on it (POSIX locks belong to the process; see https://sqlite.org/howtocorrupt.html, section 2.2).
 */

/**
 * Makes an empty file, for its owner alone, where there is none; its folder where that is missing.
 *
 * @throws {NotFoundError} If there is none and none may be made.
 * @throws {ReadOnlyStoreError} If the folder does not permit it.
 */
export function ensureBankFile(path: BankPath, mayMake: boolean): void {
  const { file } = path
  if (existsSync(file)) {
    const found = statSync(file)
    if (found.isFile()) return
    const what = found.isDirectory() ? 'it is a folder' : 'it is a device, a pipe or a socket'
    throw new StoreFormatError(`Cannot open ${file}: ${what}`)
  }
  if (!mayMake) throw new NotFoundError(`There is no bank ${file}`)
  try {
    const parent = parentToMake(path, existsSync)
    if (parent !== undefined) makeFolder(parent)
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process may have made it just now.
    if (!hasCode(error, 'EEXIST')) throw asFileError(error, file)
  }
}

/** Undefined when file and folder can be written: beside the file stands its log. */
export function writeObstacle(file: string): ReadOnlyStoreError | undefined {
  return obstacle(file, file) ?? obstacle(file, dirname(file))
}

function obstacle(file: string, path: string): ReadOnlyStoreError | undefined {
  try {
    accessSync(path, constants.W_OK)
    return undefined
  } catch (cause) {
    const what = path === file ? 'the file' : `the folder ${path}`
    return new ReadOnlyStoreError(`Cannot write to ${file}: there is no permission to write to ${what}`, {
      cause,
    })
  }
}

/** Bytes of the log beside a bank: what is not carried over into its file yet. */
export const logSize = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
