import { StoreFormatError } from '../../model/errors.ts'
import type { MemoryUnit } from '../../model/memory-unit.ts'
import type { Anchor, Verification } from '../store.ts'
import { analyserOf } from './bank-format.ts'
import type { Check } from './check.ts'
import { checks } from './checks.ts'
import type { Connection } from './connection.ts'
import { checkDrawn } from './drawn-units.ts'
import { erase, isUnerased } from './erase.ts'
import { groupBy } from './group-by.ts'
import type { ViewsByOrigin } from './views-by-origin.ts'

type Finding = Verification['findings'][number]

export type Verifier = {
  readonly connection: Connection
  readonly views: ViewsByOrigin
  readonly analyserVersion: string
  /** Draws anew what turns have lost; undefined where that is not looked for. */
  readonly anchor: Anchor | undefined
}

/** Looks at everything before it writes anything, so that a healthy bank is only read. */
export async function verifyBank(verifier: Verifier): Promise<Verification> {
  const { connection, anchor } = verifier
  const findings = [
    ...(await checkFile(connection)),
    ...(await checkRows(connection)),
    ...(await checkDrawn(connection, anchor)),
    ...checkForeignKeys(connection),
    ...checkAnalyser(verifier),
    ...checkViews(verifier),
    ...(await checkErased(connection)),
  ]
  return { healthy: findings.length === 0, ...counts(connection), findings }
}

function counts(connection: Connection) {
  return {
    ...connection.one<{ turns: number; units: number; vectors: number; pending: number }>(
      `SELECT (SELECT count(*) FROM turn) AS turns, (SELECT count(*) FROM unit) AS units,
         (SELECT count(*) FROM vector) AS vectors, (SELECT count(*) FROM pending) AS pending`,
    ),
  }
}

/** Faults of indexes alone, as `integrity_check` words them: the rows are sound, and an index is made of rows. */
const indexFault =
  /missing from index|wrong # of entries in index|non-unique entry in index|row \d+ .* index/i

async function checkFile(connection: Connection): Promise<readonly Finding[]> {
  const faults = integrity(connection)
  if (faults.length === 0) return []
  const mendable = !connection.readOnly && faults.every((fault) => indexFault.test(fault))
  if (mendable) await connection.write(() => connection.exec('REINDEX'))
  const mended = mendable && integrity(connection).length === 0
  return faults.map((fault) => ({ what: `The file is damaged: ${fault}`, mended }))
}

function integrity(connection: Connection): readonly string[] {
  try {
    return connection
      .all<{ integrity_check: string }>('PRAGMA integrity_check(20)')
      .map((row) => row.integrity_check)
      .filter((message) => message !== 'ok')
  } catch (error) {
    if (error instanceof StoreFormatError) return [error.message]
    throw error
  }
}

async function checkRows(connection: Connection): Promise<readonly Finding[]> {
  const found = connection.read(() => checks.filter((check) => count(connection, check) > 0))
  if (found.length === 0) return []
  if (connection.readOnly) return found.map((check) => finding(connection, check, false))
  return connection.write(() => {
    // Mending one may bring another to light, so all are looked at again.
    const findings = checks.flatMap((check) => mend(connection, check))
    connection.run('UPDATE bank SET generation = generation + 1')
    return findings
  })
}

function mend(connection: Connection, check: Check): readonly Finding[] {
  if (count(connection, check) === 0) return []
  const before = finding(connection, check, true)
  for (const sql of check.mend) connection.run(sql)
  return [before]
}

const count = (connection: Connection, check: Check): number =>
  connection.one<{ count: number }>(check.count).count

const finding = (connection: Connection, check: Check, mended: boolean): Finding => ({
  what: check.what(count(connection, check)),
  mended,
})

/** What is left after mending concerns turns themselves, which are never touched. */
function checkForeignKeys(connection: Connection): readonly Finding[] {
  const rows = connection.all<{ table: string; parent: string }>('PRAGMA foreign_key_check')
  const pairs = groupBy(rows, ({ table, parent }) => `${table} without their ${parent}`)
  return [...pairs].map(([pair, { length }]) => ({
    what: `There are ${length} rows of ${pair}`,
    mended: false,
  }))
}

function checkAnalyser({ connection, analyserVersion }: Verifier): readonly Finding[] {
  const analyser = analyserOf(connection)
  if (analyser === analyserVersion) return []
  return [
    { what: `The terms were made by analyser ${analyser}, questions by ${analyserVersion}`, mended: false },
  ]
}

function checkViews({ connection, views }: Verifier): readonly Finding[] {
  return (['turn', 'model'] as const).flatMap((origin) => {
    if (views[origin].views === undefined) return []
    const { size, vectors } = views[origin].current()
    const rows = countsOf(connection, origin)
    if (size === rows.units && vectors === rows.vectors) return []
    views[origin].letGo()
    return [{ what: 'The views in memory did not agree with the rows', mended: true }]
  })
}

function countsOf(connection: Connection, origin: MemoryUnit['origin']) {
  const model = connection.one<{ units: number; vectors: number }>(
    `SELECT count(*) AS units, count(vector.unit) AS vectors FROM model_unit LEFT JOIN vector USING (unit)`,
  )
  if (origin === 'model') return model
  const all = counts(connection)
  return { units: all.units - model.units, vectors: all.vectors - model.vectors }
}

async function checkErased(connection: Connection): Promise<readonly Finding[]> {
  if (!isUnerased(connection)) return []
  const mended = !connection.readOnly && (await erase(connection))
  return [{ what: 'Words of forgotten turns may still stand in free space of the file', mended }]
}
