import { appendFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ROOT } from '../root.ts'

/** A folder for what quotes the data: lines of JSON, and pages. */
export type RecordFolder = {
  line(file: string, record: unknown): void
  page(file: string, text: string): void
}

/**
 * Opens a folder for records; files of an earlier run are begun anew.
 *
 * @throws {RangeError} If it lies in the repository: the data's licence is not the code's.
 */
export function openRecordFolder(path: string): RecordFolder {
  const folder = resolve(path)
  if (isInRepository(path))
    throw new RangeError(`Cannot keep records in ${path}: they quote the data, and it lies in the repository`)
  mkdirSync(folder, { recursive: true })
  const begun = new Set<string>()
  return {
    line(file, record) {
      const text = `${JSON.stringify(record)}\n`
      if (begun.has(file)) appendFileSync(join(folder, file), text)
      else writeFileSync(join(folder, file), text)
      begun.add(file)
    },
    page(file, text) {
      writeFileSync(join(folder, file), text)
    },
  }
}

/** Whether a path leads into the repository, whatever links it goes through. */
export function isInRepository(path: string): boolean {
  const way = relative(realpathSync(ROOT), realOf(resolve(path)))
  return !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

/** Where a path really leads, its last parts not made yet. */
function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return join(realOf(dirname(path)), relative(dirname(path), path))
}
