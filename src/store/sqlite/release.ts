import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Each holds up to three files open; a process may hold 1,024 by default, and has others to open. */
const MOST_UNRELEASED = 64

let unreleased = 0
const released = new FinalizationRegistry<undefined>(() => {
  unreleased--
})

/**
 * Sees to it that closed connections let go of their files.
 *
 * The driver keeps a connection, with its files, until the statements made on it are collected, and it cannot be told
 * to end them. An idle process collects nothing, so garbage is collected here once enough connections wait for it.
 *
 * Not async, as its frame would keep the statement while it waits.
 *
 * @param statement Any statement of a connection that was closed.
 */
export function releaseOnce(statement: object): Promise<void> {
  released.register(statement, undefined)
  unreleased++
  if (unreleased < MOST_UNRELEASED) return Promise.resolve()
  collecting ??= collectAll()
  return collecting
}

let collecting: Promise<void> | undefined

/** Once for all that are closed in one go; what is collected is let go of in a task of its own. */
async function collectAll(): Promise<void> {
  await setImmediate()
  collecting = undefined
  collectGarbage()
  await setImmediate()
}

let collect: (() => void) | undefined

function collectGarbage(): void {
  try {
    if (collect === undefined) {
      setFlagsFromString('--expose-gc')
      collect = runInNewContext('gc') as () => void
    }
    collect()
  } catch {
    // A runtime without it collects when it sees fit.
  }
}
