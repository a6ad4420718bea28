/** The figures of one set: `n` and metrics by name. */
export type Figures = Readonly<Record<string, number>>

/** Figures by set. */
export type FigureSets = Readonly<Record<string, Figures>>

/** The mean of each metric over records that all have the same metrics; `n` records. */
export function meanOf(records: readonly Figures[]): Figures {
  const names = Object.keys(records[0] ?? {})
  const mean = (name: string) => records.reduce((sum, record) => sum + record[name]!, 0) / records.length
  return { n: records.length, ...Object.fromEntries(names.map((name) => [name, mean(name)])) }
}
