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
    const some = rows.slice(from, from + count)
    const last = connection.run(statementOf(into, some), ...some.flat())
    for (let each = last - count + 1; each <= last; each++) ids.push(each)
    from += count
  }
  return ids
}

/** Powers of two, so that few statements serve all counts. */
const rowsAtOnce = (left: number): number => (left >= MOST_ROWS ? MOST_ROWS : 1 << (31 - Math.clz32(left)))

const MOST_ROWS = 16

function statementOf(into: string, rows: readonly (readonly SqlValue[])[]): string {
  const row = `(${rows[0]!.map(() => '?').join(', ')})`
  return `INSERT INTO ${into} VALUES ${rows.map(() => row).join(', ')}`
}
