import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnInput } from '../../src/api.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { CACHE_FOLDER } from '../embedding-cache.ts'
import { decidedBy, removeLeftovers, unfinished } from '../kept-files.ts'
import { type BankOptions, episodeBank } from './episode-bank.ts'

/** Where the banks of this code, data and embedding model are kept; those of others are let go of. */
export function folderOfBanks(data: string, model: string, cacheDir: string = CACHE_FOLDER): string {
  const parent = join(cacheDir, 'banks')
  const name = `streams-${decidedBy(DECISIVE, data)}-${model}`
  mkdirSync(join(parent, name), { recursive: true })
  for (const other of readdirSync(parent))
    if (other.startsWith('streams-') && other !== name)
      rmSync(join(parent, other), { recursive: true, force: true })
  removeLeftovers(join(parent, name))
  return join(parent, name)
}

/** What decides a bank. */
const DECISIVE = ['src', 'bench/routing', 'bench/datasets']

/**
 * The same as {@link episodeBank}, read-only, and kept in a file of this name: to make one takes seven times as long as to
 * ask it.
 */
export async function keptEpisodeBank(
  turns: readonly TurnInput[],
  { folder, name, ...options }: BankOptions & { readonly folder: string; readonly name: string },
): Promise<Store> {
  const file = join(folder, `${name}.db`)
  if (!existsSync(file)) {
    // Whole or not at all, whoever else makes it.
    const making = unfinished(file)
    await using store = await episodeBank(turns, options)
    try {
      await store.upkeep.freeze(making)
      renameSync(making, file)
    } finally {
      rmSync(making, { force: true })
    }
  }
  return await openSqliteStore(file, {
    readOnly: true,
    mustExist: true,
    createViews: createUnitViews,
    analyserVersion: 'bench',
  })
}
