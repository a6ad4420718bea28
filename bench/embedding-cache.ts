import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Embedder } from '../src/embed/embedder.ts'

/** Where benches keep what is costly to make again: `.cache/` of the repository, ignored by git. */
export const CACHE_FOLDER = fileURLToPath(new URL('../.cache', import.meta.url))

/**
 * Keeps every vector of an embedder on disk, so that a second run of a bench takes seconds.
 *
 * Vectors are keyed by embedder id, kind and text (SHA-256; no text is kept). Several processes may share the folder.
 * What was embedded before an abort is kept.
 */
export function cachedEmbedder(embedder: Embedder, folder: string = CACHE_FOLDER): Embedder {
  const table = openVectors(folder)
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    async embed(texts, kind, options = {}) {
      const keys = texts.map((text) => keyOf(embedder.id, kind, text))
      const vectors = keys.map((key) => table.get(key))
      const missing = [...vectors.keys()].filter((place) => vectors[place] === undefined)
      for (let from = 0; from < missing.length; from += PORTION) {
        const places = missing.slice(from, from + PORTION)
        const made = await embedder.embed(
          places.map((place) => texts[place]!),
          kind,
          options,
        )
        table.put(places.map((place, i) => [keys[place]!, made[i]!]))
        for (const [i, place] of places.entries()) vectors[place] = made[i]
      }
      return vectors.map((vector) => vector!)
    },
  }
}

/** Texts embedded between two commits: some seconds of work. */
const PORTION = 256

type VectorTable = {
  get(key: Uint8Array): Float32Array | undefined
  put(rows: readonly (readonly [key: Uint8Array, vector: Float32Array])[]): void
}

function openVectors(folder: string): VectorTable {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'embeddings.sqlite'))
  database.exec('PRAGMA busy_timeout = 60000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec('CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID')
  const select = database.prepare('SELECT value FROM vector WHERE key = ?')
  const insert = database.prepare('INSERT OR IGNORE INTO vector (key, value) VALUES (?, ?)')
  return {
    get(key) {
      const row = select.get(key) as { value: Uint8Array } | undefined
      // Copied, as the bytes of a row need not stand where a float may begin.
      return row && new Float32Array(Uint8Array.from(row.value).buffer)
    },
    put(rows) {
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const [key, vector] of rows)
          insert.run(key, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
  }
}

function keyOf(id: string, kind: string, text: string): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([id, kind, text]))
    .digest()
}
