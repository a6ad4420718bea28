import { cutToWidth, displayWidth, padEndTo, padStartTo } from './display-width.ts'

/** A column of a table; numbers stand to the right. */
export type Column = { readonly title: string; readonly right?: boolean }

/** Rows from which the widths are taken, so that a table of any length can be streamed. */
const MEASURED_ROWS = 200

/**
 * Lays rows out in aligned columns, the titles first.
 *
 * @param options.width Lines are cut there; undefined cuts nothing.
 */
export async function* aligned(
  columns: readonly Column[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { width, title = (text) => text }: { width: number | undefined; title?: (text: string) => string },
): AsyncGenerator<string> {
  const measured: (readonly string[])[] = []
  let widths: readonly number[] | undefined
  const begin = () => {
    const all = [columns.map((column) => column.title), ...measured]
    widths = columns.map((_, index) => Math.max(...all.map((row) => displayWidth(row[index] ?? ''))))
    return [
      title(
        line(
          columns.map((column) => column.title),
          columns,
          widths,
          width,
        ),
      ),
      ...measured.map((row) => line(row, columns, widths ?? [], width)),
    ]
  }
  for await (const row of rows) {
    if (widths) yield `${line(row, columns, widths, width)}\n`
    else if (measured.push(row) === MEASURED_ROWS) for (const text of begin()) yield `${text}\n`
  }
  if (!widths) for (const text of begin()) yield `${text}\n`
}

function line(
  row: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  width: number | undefined,
): string {
  const cells = row.map((cell, index) => {
    if (columns[index]?.right) return padStartTo(cell, widths[index] ?? 0)
    return index === columns.length - 1 ? cell : padEndTo(cell, widths[index] ?? 0)
  })
  const text = cells.join('  ').trimEnd()
  return width === undefined ? text : cutToWidth(text, width)
}
