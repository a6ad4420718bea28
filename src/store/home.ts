import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NotFoundError, ReadOnlyStoreError, ValidationError } from '../model/errors.ts'

/** A bank in a home folder. */
export type BankFile = { readonly name: string; readonly path: string }

const EXTENSION = '.db'
/** What SQLite may keep beside a file. */
const SIDECARS = ['', '-wal', '-shm', '-journal']
/** File names end at 255 bytes in most file systems; SQLite and temporary copies add to it. */
const LONGEST_STEM = 230

/** Names that Windows keeps for devices, whatever extension follows. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** Letters and digits of one case, so that two names never meet on a file system that ignores case. */
const PLAIN = /^[a-z0-9_-]$/

/**
 * The path of a bank in a home folder: `<home>/<encoded name>.db`, whatever the name.
 *
 * All but a-z, 0-9, `_` and `-` is written as %xx of its UTF-8 bytes [`Ana K.` → `%41na%20%4b%2e.db`], and so is the
 * first letter of a Windows device name: each name has one file, each file one name, and all lie in the home.
 *
 * @throws {ValidationError} If the name is empty, no well-formed text, or too long to be a file name.
 */
export function bankPath(home: string, name: string): string {
  return join(home, bankFileName(name))
}

/** Lists the banks of a home by name; other files are passed over. A home that does not exist has none. */
export async function listBanks(home: string): Promise<readonly BankFile[]> {
  const files = await readdir(home).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return []
    if (cause.code === 'ENOTDIR') {
      const what = `${home} is a file, or lies below one; a home is a folder`
      throw new ReadOnlyStoreError(`Cannot list the banks: ${what}`, { cause })
    }
    throw new ReadOnlyStoreError(`Cannot list the banks of ${home}: ${cause.message}`, { cause })
  })
  return files
    .flatMap((file) => {
      const name = bankNameOf(file)
      return name === undefined ? [] : [{ name, path: join(home, file) }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Deletes the files of a bank, so that not even its name remains. Close every handle on it before.
 *
 * @throws {NotFoundError} If there is no such bank.
 */
export async function removeBank(home: string, name: string): Promise<void> {
  const path = bankPath(home, name)
  if (!(await listBanks(home)).some((bank) => bank.name === name)) {
    throw new NotFoundError(`There is no bank “${name}” in ${home}`)
  }
  for (const sidecar of SIDECARS) await rm(`${path}${sidecar}`, { force: true })
}

/** The file name of a bank; `bankNameOf` is its inverse. */
export function bankFileName(name: string): string {
  if (name === '') throw new ValidationError('bank', 'A bank needs a name, got an empty text')
  if (/\p{Surrogate}/u.test(name))
    throw new ValidationError('bank', 'A bank name is well-formed text, got half a character')
  const plain = [...name]
    .map((character) => (PLAIN.test(character) ? character : escaped(character)))
    .join('')
  const stem = DEVICES.test(plain) ? `${escaped(plain.slice(0, 1))}${plain.slice(1)}` : plain
  if (stem.length > LONGEST_STEM) {
    throw new ValidationError(
      'bank',
      `The bank name “${name.slice(0, 40)}…” is too long for a file name: at most ${LONGEST_STEM} characters, of which any but a-z, 0-9, _ and - count for three or more`,
    )
  }
  return `${stem}${EXTENSION}`
}

/** The bank whose file this is; undefined for any other file. */
export function bankNameOf(file: string): string | undefined {
  if (!file.endsWith(EXTENSION)) return undefined
  try {
    const name = decodeURIComponent(file.slice(0, -EXTENSION.length))
    return bankFileName(name) === file ? name : undefined
  } catch {
    return undefined
  }
}

function escaped(character: string): string {
  return [...Buffer.from(character, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
