import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleWriter } from './bundle-writer.ts'
import { checkBank } from './check-bank.ts'

export type DurabilityOptions = {
  /** How many writers are killed, from 1. */
  kills: number
  /** Decides at which moments. */
  seed: number
  onProgress?: (line: string) => void
}

/** Longest life of a writer after its first acknowledgement: some dozens of appends. */
const longestLifeMs = 120
/** Every so many kills the life is counted from the moment when the writer got its bank: opening is met as well. */
const earlyKillEvery = 4
const longestEarlyLifeMs = 60
/** Then a new bank is begun, so that its making is met by kills as well. */
const killsPerBank = 8
/** Writers that live at once, each on a bank of its own: one a core of a small machine. */
const lanes = 2

/**
 * Kills writers (SIGKILL) at random moments and checks what is left of what they were told to be stored.
 *
 * @returns One set, `kills`: `n` kills; `acknowledged` turns; `lostTurns` acknowledged and missing; `corruptBanks` that
 *   failed verification or hold a part of a batch; `recallable`, the share of acknowledged turns found by their own word.
 */
export async function durability(
  options: DurabilityOptions,
): Promise<Record<string, Record<string, number>>> {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-durability-'))
  const random = seeded(options.seed)
  await using bundle = await bundleWriter()
  const total = { n: 0, acknowledged: 0, lostTurns: 0, corruptBanks: 0, found: 0 }
  try {
    await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { n, acknowledged, lostTurns, corruptBanks, found } = total
  return {
    kills: { n, acknowledged, lostTurns, corruptBanks, recallable: found / Math.max(1, acknowledged) },
  }

  async function runLane(lane: number): Promise<void> {
    let acknowledged: string[] = []
    let spare = startWriter(bundle.script)
    for (let kill = 0; kill * lanes + lane < options.kills; kill++) {
      if (kill % killsPerBank === 0) acknowledged = []
      const file = join(folder, `bank-${lane}-${Math.floor(kill / killsPerBank)}.db`)
      const writer = spare
      spare = startWriter(bundle.script)
      const early = kill % earlyKillEvery === 0
      const lifeMs = random() * (early ? longestEarlyLifeMs : longestLifeMs)
      const recent = await killWriter(await writer, { file, name: `w${lane}x${kill}`, early, lifeMs })
      acknowledged.push(...recent)
      const check = await checkBank(file, { acknowledged, recent })
      total.n++
      total.acknowledged += recent.length
      total.lostTurns += check.lost
      total.corruptBanks += check.corrupt ? 1 : 0
      total.found += check.recallable
      options.onProgress?.(`kill ${total.n}: ${recent.length} turns acknowledged, ${check.lost} lost`)
    }
    ;(await spare).kill('SIGKILL')
  }
}

type Writer = ChildProcessByStdio<Writable, Readable, null>

/** Starts a writer before it is needed, as loading takes longer than its life. */
async function startWriter(script: string): Promise<Writer> {
  const writer = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  writer.stdout.setEncoding('utf8')
  await firstOutput(writer)
  return writer
}

/** @throws {Error} If the writer ends by itself, which it never does. */
async function firstOutput(writer: Writer): Promise<void> {
  const ended = once(writer, 'close').then(() => {
    throw new Error('The writer ended before it was killed')
  })
  await Promise.race([once(writer.stdout, 'data'), ended])
}

type Job = { readonly file: string; readonly name: string; readonly early: boolean; readonly lifeMs: number }

/** Gives a writer its bank and its end; returns the ids that it printed. */
async function killWriter(writer: Writer, { file, name, early, lifeMs }: Job): Promise<readonly string[]> {
  let output = ''
  writer.stdout.on('data', (chunk: string) => {
    output += chunk
  })
  writer.stdin.write(`${file}\t${name}\n`)
  if (!early) await firstOutput(writer)
  await sleep(lifeMs)
  const closed = once(writer, 'close')
  writer.kill('SIGKILL')
  await closed
  // What stands after the last line break was cut off by the end.
  return output.split('\n').slice(0, -1)
}

/** Numbers in [0, 1), the same for the same seed. @see Tommy Ettinger, mulberry32 */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
