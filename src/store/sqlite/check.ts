/** A fault that derived rows may have: a query that counts it, how it is told, and the statements that mend it. */
export type Check = {
  readonly count: string
  readonly what: (count: number) => string
  readonly mend: readonly string[]
}

/** Tables whose rows belong to a unit, by its key in `unit`. */
export const hangingTables = [
  'vector',
  'pending',
  'unembeddable',
  'further_source',
  'model_unit',
  'unit_text',
] as const

/** Statements that remove the units which a condition on `unit` names, with all that hangs on them. */
export const removeUnits = (condition: string): readonly string[] => [
  // The condition may look at rows that go before the units do.
  `CREATE TEMP TABLE doomed AS SELECT key FROM unit WHERE ${condition}`,
  ...hangingTables.map((table) => `DELETE FROM ${table} WHERE unit IN (SELECT key FROM doomed)`),
  'DELETE FROM unit WHERE key IN (SELECT key FROM doomed)',
  'DROP TABLE doomed',
]
