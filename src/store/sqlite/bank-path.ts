import nodePath from 'node:path'
import { fileURLToPath } from 'node:url'
import { ValidationError } from '../../model/errors.ts'

/** The functions of `node:path` that are needed; `path.win32` or `path.posix` in tests. */
export type PathRules = Pick<typeof nodePath, 'resolve' | 'dirname' | 'parse' | 'sep'>

export type BankPath = {
  /** Absolute. */
  readonly file: string
  readonly parent: string
  /** A root (`D:\`, `/`) is never made. */
  readonly parentIsRoot: boolean
}

/**
 * Reads the name of a bank, a path or a `file:` URL, by the rules of a platform. Touches no file.
 *
 * @throws {ValidationError} If the name is empty, holds a NUL character or is a URL that names no local file.
 */
export function resolveBankPath(name: string, rules: PathRules = nodePath): BankPath {
  if (name === '' || name.includes('\0')) {
    throw new ValidationError('bank', 'The path of a bank must not be empty or hold a NUL character')
  }
  const path = name.startsWith('file:') ? pathOfUrl(name, rules) : name
  const file = rules.resolve(path)
  const parent = rules.dirname(file)
  return { file, parent, parentIsRoot: rules.parse(parent).root === parent }
}

/** The folder that must be made before the bank can be; undefined when it is there, or is a root. */
export function parentToMake(path: BankPath, exists: (folder: string) => boolean): string | undefined {
  return path.parentIsRoot || exists(path.parent) ? undefined : path.parent
}

function pathOfUrl(url: string, rules: PathRules): string {
  try {
    return fileURLToPath(url, { windows: rules.sep === '\\' })
  } catch (cause) {
    throw new ValidationError('bank', `The URL ${url} names no local file`, { cause })
  }
}
