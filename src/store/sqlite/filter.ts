import type { Json } from '../../model/turn.ts'
import { dayNumber } from '../../time/day-range.ts'
import type { TurnFilter, UnitFilter } from '../store.ts'
import { canonicalJson } from './canonical-json.ts'
import type { SqlValue } from './driver.ts'
import { turnSource } from './rows.ts'
import { storable } from './storable.ts'

/** Conditions on `turn`, `session`, `speaker` and `unit` rows, joined by AND; no condition is an empty list. */
export type Where = { readonly conditions: readonly string[]; readonly values: readonly SqlValue[] }

export function turnWhere(filter: TurnFilter): Where {
  return joined([ids(filter, 'turn.id IN (SELECT value FROM json_each(?))'), ...coordinates(filter)])
}

/** A unit is let through when all its source turns are; by `ids` when one of them is named. */
export function unitWhere(filter: UnitFilter): Where {
  const { keys, origin } = filter
  const listed = '(SELECT position FROM turn AS named WHERE named.id IN (SELECT value FROM json_each(?)))'
  return joined([
    keys && { condition: 'unit.key IN (SELECT value FROM json_each(?))', values: [JSON.stringify(keys)] },
    ids(
      filter,
      `(unit.turn IN ${listed} OR unit.key IN (SELECT unit FROM further_source WHERE turn IN ${listed}))`,
    ),
    origin && {
      condition: `${origin === 'turn' ? 'NOT ' : ''}EXISTS (SELECT 1 FROM model_unit WHERE model_unit.unit = unit.key)`,
      values: [],
    },
    ...coordinates(filter),
    allFurther(coordinates(filter)),
  ])
}

/** Says of the further source turns what the conditions say of the first. */
function allFurther(conditions: readonly Condition[]): Condition {
  const { conditions: each, values } = joined(conditions)
  if (each.length === 0) return undefined
  return {
    condition: `NOT EXISTS (
      SELECT 1 FROM ${turnSource} JOIN further_source ON further_source.turn = turn.position
      WHERE further_source.unit = unit.key AND (${each.join(' AND ')}) IS NOT 1)`,
    values,
  }
}

type Condition = { readonly condition: string; readonly values: readonly SqlValue[] } | undefined

function ids(filter: TurnFilter, condition: string): Condition {
  if (filter.ids === undefined) return undefined
  const list = JSON.stringify(filter.ids.map(storable))
  return { condition, values: Array(condition.split('?').length - 1).fill(list) }
}

function coordinates({ session, speaker, during, notAfter, metadata }: TurnFilter): readonly Condition[] {
  return [
    session === undefined ? undefined : { condition: 'session.id = ?', values: [storable(session)] },
    speaker === undefined ? undefined : { condition: 'speaker.name = ?', values: [storable(speaker)] },
    during && {
      condition: 'turn.day BETWEEN ? AND ?',
      values: [dayNumber(during.first), dayNumber(during.last)],
    },
    notAfter === undefined ? undefined : { condition: 'turn.time <= ?', values: [Date.parse(notAfter)] },
    ...Object.entries(metadata ?? {}).map(([key, value]) => metadataPair(key, value)),
  ]
}

/**
 * Metadata is stored as canonical JSON, in which an equal pair is an equal text. The text may also stand deeper inside,
 * therefore `hasMetadata` checks what this lets through.
 */
function metadataPair(key: string, value: Json): Condition {
  return { condition: 'instr(turn.metadata, ?) > 0', values: [canonicalJson({ [key]: value }).slice(1, -1)] }
}

export function hasMetadata(stored: string | null, wanted: TurnFilter['metadata']): boolean {
  const pairs = Object.entries(wanted ?? {})
  if (pairs.length === 0) return true
  const metadata = new Map(Object.entries<Json>(JSON.parse(stored ?? '{}')))
  return pairs.every(([key, value]) => {
    const found = metadata.get(key)
    return found !== undefined && canonicalJson(found) === canonicalJson(value)
  })
}

function joined(conditions: readonly Condition[]): Where {
  const set = conditions.filter((condition) => condition !== undefined)
  return { conditions: set.map(({ condition }) => condition), values: set.flatMap(({ values }) => values) }
}
