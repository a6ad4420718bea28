import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../store.ts'
import { createUnitViews } from '../views/create-unit-views.ts'
import type { LoadModule } from './driver.ts'
import { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.ts'

/** A fresh folder for a test's files, and stores in it. */
export type TrialFolder = Disposable & {
  readonly path: string
  file(name: string): string
  open(name: string, options?: Partial<SqliteStoreOptions>, loadModule?: LoadModule): Promise<Store>
  /** The bytes of all files in the folder, one after the other. */
  bytes(): Buffer
}

export function trialFolder(): TrialFolder {
  const path = mkdtempSync(join(tmpdir(), 'reinstate-'))
  const file = (name: string) => join(path, name)
  return {
    path,
    file,
    open: (name, options, loadModule) =>
      openSqliteStore(
        name === ':memory:' ? name : file(name),
        {
          readOnly: false,
          mustExist: false,
          createViews: createUnitViews,
          analyserVersion: 'trial',
          ...options,
        },
        loadModule,
      ),
    bytes: () => Buffer.concat(readdirSync(path).map((name) => readFileSync(file(name)))),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
