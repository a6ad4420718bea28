import { NativeModuleError } from '../../model/errors.ts'

/** The slice of the `node:sqlite` API that this store uses. */
export type Database = {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

export type SqlValue = null | number | string | Uint8Array

export type Statement = {
  get(...values: readonly SqlValue[]): unknown
  all(...values: readonly SqlValue[]): unknown[]
  setReturnArrays(arrays: boolean): void
  run(...values: readonly SqlValue[]): { changes: number; lastInsertRowid: number | bigint }
}

export type OpenDatabase = (
  location: string,
  options: { readonly readOnly: boolean; readonly timeoutMs: number },
) => Database

/** Gives the driver's module; an argument so that a module that does not load can be tried. */
export type LoadModule = () => Promise<{
  readonly DatabaseSync: new (location: string, options: { readOnly: boolean; timeout: number }) => Database
}>

const moduleName = '@photostructure/sqlite'

/**
 * Loads the native driver when the first bank is opened, so that importing the library never fails for want of it.
 *
 * @throws {NativeModuleError} If the module is missing or was built for another platform or Node release.
 */
export async function loadDriver(
  load: LoadModule = () => import('@photostructure/sqlite'),
): Promise<OpenDatabase> {
  try {
    const { DatabaseSync } = await load()
    // The binding may only be loaded when it is first used.
    new DatabaseSync(':memory:', { readOnly: false, timeout: 0 }).close()
    return (location, { readOnly, timeoutMs }) => new DatabaseSync(location, { readOnly, timeout: timeoutMs })
  } catch (cause) {
    const reason = String(cause instanceof Error ? cause.message : cause).split('\n')[0]
    throw new NativeModuleError(
      `Cannot load the native sqlite module ${moduleName} (${reason}): reinstall it for this platform and Node release with "npm rebuild ${moduleName}" or "npm install"`,
      { cause },
    )
  }
}
