import { EmbeddingDimensionError, EmbeddingModelError } from '../../model/errors.ts'
import type { KeyedVector, VectorQueue } from '../store.ts'
import type { Connection } from './connection.ts'
import { keptReading } from './kept-reading.ts'
import { encodeVector, storedVector, type VectorRow } from './vector-code.ts'

type Model = { readonly id: string; readonly dimension: number }

export function vectorQueue(connection: Connection): VectorQueue {
  // To count is to go through all rows, and every recall wants to know.
  const count = keptReading(connection, () => countUnits(connection))
  return {
    get model() {
      return modelOf(connection)
    },
    async pending(limit) {
      const rows = connection.all<{ key: number; passage: string }>(
        `SELECT pending.unit AS key, coalesce(passage, json_extract(content, '$.restatement')) AS passage
         FROM pending JOIN unit_text USING (unit) ORDER BY pending.unit LIMIT ?`,
        limit,
      )
      return rows.map(({ key, passage }) => ({ key, passage }))
    },
    count: async () => count(),
    async put(model, vectors) {
      const rows = vectors.map((keyed) => coded(connection.bank, model, keyed))
      await connection.write(() => putVectors(connection, model, rows))
    },
    async exact(keys) {
      // All at once: a recall scores a hundred and more, and a query for each costs twice as much.
      const rows = connection.tuples<readonly [unit: number, scale: number, numbers: Uint8Array]>(
        'SELECT unit, scale, numbers FROM vector WHERE unit IN (SELECT value FROM json_each(?))',
        JSON.stringify(keys),
      )
      const byKey = new Map(rows.map(([unit, scale, numbers]) => [unit, { scale, numbers }]))
      return keys.map((key) => {
        const row = byKey.get(key)
        return row && storedVector(row)
      })
    },
    reset: (model) => connection.write(() => resetVectors(connection, model)),
  }
}

function countUnits(connection: Connection): { readonly units: number; readonly pending: number } {
  const { units, pending } = connection.one<{ units: number; pending: number }>(
    'SELECT (SELECT count(*) FROM unit) AS units, (SELECT count(*) FROM pending) AS pending',
  )
  return { units, pending }
}

function modelOf(connection: Connection): Model | undefined {
  const { model, dimension } = connection.one<{ model: string | null; dimension: number | null }>(
    'SELECT model, dimension FROM bank',
  )
  return model === null || dimension === null ? undefined : { id: model, dimension }
}

type CodedVector = { readonly key: number; readonly row: VectorRow | undefined }

function coded(bank: string, { dimension }: Model, { key, vector }: KeyedVector): CodedVector {
  if (vector.length !== dimension) throw otherDimension(bank, dimension, vector.length)
  return { key, row: encodeVector(vector) }
}

function putVectors(connection: Connection, model: Model, vectors: readonly CodedVector[]): void {
  bindModel(connection, model)
  const { change } = connection.one<{ change: number }>(
    'UPDATE bank SET vector_change = vector_change + 1 RETURNING vector_change AS change',
  )
  for (const { key, row } of vectors) {
    if (connection.get('SELECT 1 FROM unit WHERE key = ?', key) === undefined) continue
    connection.run('DELETE FROM pending WHERE unit = ?', key)
    if (row === undefined) markUnembeddable(connection, key)
    else storeVector(connection, key, { ...row, change })
  }
}

function bindModel(connection: Connection, model: Model): void {
  const bound = modelOf(connection)
  if (bound === undefined) {
    connection.run('UPDATE bank SET model = ?, dimension = ?', model.id, model.dimension)
    const bytes = 2 * model.dimension
    connection.run('UPDATE summary SET scale = NULL, numbers = NULL WHERE length(numbers) <> ?', bytes)
  } else if (bound.dimension !== model.dimension) {
    throw otherDimension(connection.bank, bound.dimension, model.dimension)
  } else if (bound.id !== model.id) {
    throw new EmbeddingModelError(
      `The vectors of ${connection.bank} were made by ${bound.id}, not by ${model.id}: make them anew with "reinstate reembed"`,
    )
  }
}

const otherDimension = (bank: string, held: number, given: number) =>
  new EmbeddingDimensionError(
    `The vectors of ${bank} have ${held} dimensions, these have ${given}: make them anew with "reinstate reembed"`,
  )

function storeVector(
  connection: Connection,
  key: number,
  row: VectorRow & { readonly change: number },
): void {
  connection.run('DELETE FROM unembeddable WHERE unit = ?', key)
  connection.run(
    'INSERT OR REPLACE INTO vector (unit, change, scale, numbers) VALUES (?, ?, ?, ?)',
    key,
    row.change,
    row.scale,
    row.numbers,
  )
}

/** A vector that the unit had before must leave the views too. */
function markUnembeddable(connection: Connection, key: number): void {
  if (connection.get('DELETE FROM vector WHERE unit = ? RETURNING 1', key) !== undefined) {
    connection.run('UPDATE bank SET generation = generation + 1')
  }
  connection.run('INSERT OR IGNORE INTO unembeddable (unit) VALUES (?)', key)
}

function resetVectors(connection: Connection, model: Model | undefined): void {
  connection.run('DELETE FROM vector')
  connection.run('DELETE FROM unembeddable')
  connection.run('UPDATE summary SET scale = NULL, numbers = NULL')
  connection.run('INSERT OR IGNORE INTO pending (unit) SELECT key FROM unit')
  connection.run(
    'UPDATE bank SET model = ?, dimension = ?, generation = generation + 1',
    model?.id ?? null,
    model?.dimension ?? null,
  )
}
