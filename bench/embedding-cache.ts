import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Embedder } from '../src/embed/embedder.ts'
import { ROOT } from './root.ts'

/** Where benches keep what is costly to make again: `.cache/` of the repository, ignored by git. */
export const CACHE_FOLDER = join(ROOT, '.cache')

/**
 * Keeps every vector of an embedder on disk, so that a second run of a bench takes seconds.
 *
 * Vectors are keyed by embedder id, kind and text (SHA-256; no text is kept). Several processes may share the folder: each
 * text is embedded by one of them, and who wants it meanwhile waits for it, or embeds others. What was embedded before an
 * abort is kept.
 */
export function cachedEmbedder(embedder: Embedder, folder: string = CACHE_FOLDER): Embedder {
  const table = openVectors(folder)
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    async embed(texts, kind, options = {}) {
      const keys = texts.map((text) => keyOf(embedder.id, kind, text))
      const vectors = keys.map((key) => table.get(key))
      let missing = placesOf(vectors)
      while (missing.length > 0) {
        options.signal?.throwIfAborted()
        const claimed = table.claim(missing.map((place) => keys[place]!)).map((i) => missing[i]!)
        if (claimed.length === 0) await sleep(WAIT_MS)
        else {
          const passages = claimed.map((place) => texts[place]!)
          const own = claimed.map((place) => keys[place]!)
          try {
            const made = await embedder.embed(passages, kind, options)
            table.put(own.map((key, i) => [key, made[i]!]))
          } catch (error) {
            table.letGo(own)
            throw error
          }
        }
        for (const place of missing) vectors[place] = table.get(keys[place]!)
        missing = placesOf(vectors)
      }
      return vectors.map((vector) => vector!)
    },
  }
}

function placesOf(vectors: readonly (Float32Array | undefined)[]): number[] {
  return [...vectors.keys()].filter((place) => vectors[place] === undefined)
}

/** Texts that one process takes upon itself at once: a tenth of a second of work, so that two share a bank's texts. */
const CLAIM = 16
const WAIT_MS = 20
const LONGEST_CLAIM_MS = 120_000

type VectorTable = {
  get(key: Uint8Array): Float32Array | undefined
  /** Takes the first of these keys upon this process that no living process has; their places, none where all are taken. */
  claim(keys: readonly Uint8Array[]): readonly number[]
  letGo(keys: readonly Uint8Array[]): void
  put(rows: readonly (readonly [key: Uint8Array, vector: Float32Array])[]): void
}

function openVectors(folder: string): VectorTable {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'embeddings.sqlite'))
  database.exec('PRAGMA busy_timeout = 60000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec('CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID')
  database.exec(
    'CREATE TABLE IF NOT EXISTS claim (key BLOB PRIMARY KEY, process INTEGER NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID',
  )
  const select = database.prepare('SELECT value FROM vector WHERE key = ?')
  const insert = database.prepare('INSERT OR IGNORE INTO vector (key, value) VALUES (?, ?)')
  const claimant = database.prepare('SELECT process, since FROM claim WHERE key = ?')
  const take = database.prepare('INSERT OR REPLACE INTO claim (key, process, since) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM claim WHERE key = ?')
  const transact = <Result>(work: () => Result): Result => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
  const isFree = (key: Uint8Array) => {
    if (select.get(key) !== undefined) return false
    const row = claimant.get(key) as { process: number; since: number } | undefined
    // What this very process took upon itself before is under way elsewhere in it: made twice at worst.
    if (row === undefined || row.process === process.pid || !isAlive(row.process)) return true
    // Another program may have the number of a process that was killed.
    return Date.now() - row.since > LONGEST_CLAIM_MS
  }
  return {
    get(key) {
      const row = select.get(key) as { value: Uint8Array } | undefined
      // Copied, as the bytes of a row need not stand where a float may begin.
      return row && new Float32Array(Uint8Array.from(row.value).buffer)
    },
    claim: (keys) =>
      transact(() => {
        const claimed: number[] = []
        for (const [place, key] of keys.entries()) {
          if (claimed.length === CLAIM) break
          if (!isFree(key)) continue
          take.run(key, process.pid, Date.now())
          claimed.push(place)
        }
        return claimed
      }),
    letGo: (keys) =>
      transact(() => {
        for (const key of keys) remove.run(key)
      }),
    put: (rows) =>
      transact(() => {
        for (const [key, vector] of rows) {
          insert.run(key, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
          remove.run(key)
        }
      }),
  }
}

/** Whether a process of this machine still runs. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function keyOf(id: string, kind: string, text: string): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([id, kind, text]))
    .digest()
}
