import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it that are missing, for their owner alone; does nothing where it is there.
 *
 * Node's own `recursive` goes round for ever where the nearest folder that exists says that it does not, as `/proc` does
 * in Node 20, so that each is made by itself here.
 *
 * @throws What the file system says, where one cannot be made, or is no folder.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = []
  let nearest = resolve(folder)
  while (!existsSync(nearest) && dirname(nearest) !== nearest) {
    missing.unshift(nearest)
    nearest = dirname(nearest)
  }
  if (missing.length === 0 && !statSync(nearest).isDirectory()) {
    throw Object.assign(new Error(`${nearest} is not a folder`), { code: 'ENOTDIR' })
  }
  for (const each of missing) makeOne(each)
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it just now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
