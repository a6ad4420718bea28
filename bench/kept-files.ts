import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeHash, dataHashOf, packagesHash } from './report.ts'

/** Names all that decides what is kept on disk of a run: the code in these folders, packages, Node and the data. */
export function decidedBy(folders: readonly string[], data: string): string {
  return [codeHash(folders), packagesHash(), process.version, dataHashOf(data)].join('-')
}

/** The name of what is being made and is not to be found yet; this process alone makes it. */
export const unfinished = (name: string): string => `${name}${UNFINISHED}${process.pid}`

const UNFINISHED = '.made-by-'

/** Removes what processes left unfinished that were killed. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(name.split(UNFINISHED)[1]?.split('-')[0])
    if (Number.isInteger(pid) && !isRunning(pid)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process runs as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
