import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled } from '../compiled.ts'
import type { Figures } from '../figures.ts'
import type { ImportInput, ImportMessage } from './import-process.ts'
import type { ServerMessage } from './server-process.ts'

/** The server answers after so long. */
const LATENCY_MS = 50
const CONCURRENCY = 8
/** W and O. @see RaMem, appendix C.2 */
const SHAPE = { turns: 40, overlap: 2 }
/** How much longer than its calls alone the calling stage may take. */
const ALLOWANCE = 1.3

const SERVER = 'bench/anchoring/server-process.ts'
const IMPORT = 'bench/anchoring/import-process.ts'

/**
 * How long an import takes against a server on loopback that answers after 50 ms: windows are cut, asked for at once,
 * checked and stored in their order, in a bank on disk. Server and import each have a process of their own, and run
 * compiled code, as users do.
 *
 * Figures:
 * - `n` windows, `calls`, `atOnce` calls at most, `units` stored
 * - `callingMs`: the calling stage, from the first request sent to the last reply received; `boundMs`: 1.3 × 50 ms ×
 *   ⌈calls / 8⌉; `callingShare` of the bound that the calling stage took
 * - `wholeMs`: the whole pass, from the first turn read to the last unit stored, the loading of what speaks to the server
 *   included; `wholeShare` of the same bound
 * - `cpuMs` of processor that the import took, as on a busy machine this is what is scarce
 */
export async function throughput(windows: number): Promise<Figures> {
  using program = await compiled([SERVER, IMPORT])
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-anchoring-'))
  const server = start(program.script(SERVER), String(LATENCY_MS))
  try {
    const { baseURL } = await told<Extract<ServerMessage, { baseURL: string }>>(server)
    const input: ImportInput = {
      baseURL,
      bank: join(folder, 'bank.db'),
      windows,
      concurrency: CONCURRENCY,
      shape: SHAPE,
    }
    const importing = start(program.script(IMPORT), JSON.stringify(input))
    const { units, callingMs, wholeMs, cpuMs } = await told<ImportMessage>(importing)
    server.send('end')
    const { calls, atOnce } = await told<Extract<ServerMessage, { calls: number }>>(server)
    const boundMs = ALLOWANCE * LATENCY_MS * Math.ceil(calls / CONCURRENCY)
    const shares = { callingShare: callingMs / boundMs, wholeShare: wholeMs / boundMs }
    return { n: windows, calls, atOnce, units, callingMs, wholeMs, boundMs, ...shares, cpuMs }
  } finally {
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

function start(script: string, argument: string): ChildProcess {
  return fork(script, [argument], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    // None that this process was started with: it may have been given a loader.
    execArgv: [],
  })
}

/** @throws {Error} If the process ends without a word; what it printed goes to stderr. */
async function told<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`Cannot measure the anchoring of windows: a process ended with code ${code}`)
  })
  // Whichever comes second is nobody's.
  ended.catch(() => undefined)
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message]
  return message
}
