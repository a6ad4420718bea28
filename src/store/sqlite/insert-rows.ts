import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'

/**
 * Inserts rows, several a statement, as a statement costs more than its rows.
 *
 * @param into Table and columns, as `pending (unit)`.
 * @param rows Values in the order of the columns.
 * @returns Row ids in the order of the rows, for a table that counts them up.
 */
export function insertRows(
  connection: Connection,
  into: string,
  rows: readonly (readonly SqlValue[])[],
): readonly number[] {
  const ids: number[] = []
  for (let from = 0; from < rows.length; ) {
    const count = rowsAtOnce(rows.length - from)
    const values = count === 1 ? rows[from]! : rows.slice(from, from + count).flat()
    const last = connection.run(statementOf(into, count, rows[from]!.length), ...values)
    for (let each = last - count + 1; each <= last; each++) ids.push(each)
    from += count
  }
  return ids
}

/** Powers of two, so that few statements serve all counts. */
const rowsAtOnce = (left: number): number => (left >= MOST_ROWS ? MOST_ROWS : 1 << (31 - Math.clz32(left)))

const MOST_ROWS = 16

/** By table and columns, then by how many rows: to write a statement takes as long as to run it. */
const statements = new Map<string, Map<number, string>>()

function statementOf(into: string, rows: number, columns: number): string {
  const known = statements.get(into) ?? new Map<number, string>()
  statements.set(into, known)
  const statement = known.get(rows) ?? written(into, rows, columns)
  known.set(rows, statement)
  return statement
}

function written(into: string, rows: number, columns: number): string {
  const row = `(${Array(columns).fill('?').join(', ')})`
  return `INSERT INTO ${into} VALUES ${Array(rows).fill(row).join(', ')}`
}
