import { personTerms } from '../language/persons.ts'
import { analyse } from '../language/terms.ts'
import type { Instant } from '../model/day-range.ts'
import type { Evidence, EvidenceReason, Standing } from '../model/evidence.ts'
import type { MemoryUnit, UnitId } from '../model/memory-unit.ts'
import type { TracedUnit } from '../model/recollection.ts'
import type { Turn, TurnId } from '../model/turn.ts'
import { EVERY_TURN, type Store, type UnitFilter } from '../store/store.ts'
import type { RecallPlan } from './plan-recall.ts'
import type { Listed, Selection } from './select-evidence.ts'

export type Collected = {
  readonly evidence: readonly Evidence[]
  readonly contextList: readonly TracedUnit[]
  readonly contentList: readonly TracedUnit[]
}

/** How deep the lists stand in the trace: enough to see what was ranked below the evidence. */
const TRACED_UNITS = 30

/** Reads the units and turns of a selection. Units that were forgotten meanwhile are left out. */
export async function collect(selection: Selection, plan: RecallPlan, store: Store): Promise<Collected> {
  const traced = {
    context: selection.context.slice(0, TRACED_UNITS),
    content: selection.content.slice(0, TRACED_UNITS),
  }
  const wanted = [...selection.evidence, ...traced.context, ...traced.content]
  const units = await unitsOf(new Set(wanted.map(({ candidate }) => candidate.key)), store)
  const turns = await turnsOf(
    selection.evidence.flatMap(({ candidate }) => units.get(candidate.key)?.sources ?? []),
    store,
  )
  const standings = standingsOf(selection)
  return {
    evidence: selection.evidence.flatMap((item) => evidenceOf(item, { units, turns, standings, plan })),
    contextList: traced.context.flatMap((item) => tracedUnit(item, units)),
    contentList: traced.content.flatMap((item) => tracedUnit(item, units)),
  }
}

type Standings = Readonly<Record<'context' | 'content', ReadonlyMap<number, Standing>>>

type Read = {
  readonly units: ReadonlyMap<number, MemoryUnit>
  readonly turns: ReadonlyMap<TurnId, Turn>
  readonly standings: Standings
  readonly plan: RecallPlan
}

function evidenceOf(item: Listed, { units, turns, standings, plan }: Read): Evidence[] {
  const unit = units.get(item.candidate.key)
  const [first, ...others] = (unit?.sources ?? []).flatMap((id) => turns.get(id) ?? [])
  if (unit === undefined || first === undefined) return []
  return [
    {
      unit: asOf(unit, plan.filter.notAfter),
      restatedBy: [],
      turns: [first, ...others],
      tier: item.tier,
      score: item.score,
      reason: reasonOf(item, unit, { standings, plan }),
    },
  ]
}

/** What was told later is not known yet, nor that its session went on. */
function asOf(unit: MemoryUnit, notAfter: Instant | undefined): MemoryUnit {
  const { start, end } = unit.context.sessionSpan
  if (notAfter === undefined || end <= notAfter) return unit
  return { ...unit, context: { ...unit.context, sessionSpan: { start, end: notAfter } } }
}

function reasonOf(
  item: Listed,
  unit: MemoryUnit,
  { standings, plan }: Pick<Read, 'standings' | 'plan'>,
): EvidenceReason {
  const { candidate, lexicalRank, denseRank, distanceDays } = item
  const inUnit = new Set(analyse(unit.restatement))
  const persons = new Set(unit.context.persons.flatMap(personTerms))
  return {
    lexical: lexicalRank === undefined ? undefined : { rank: lexicalRank, score: candidate.lexical },
    dense: denseRank === undefined ? undefined : { rank: denseRank, score: candidate.dense ?? 0 },
    context: standings.context.get(candidate.key),
    content: standings.content.get(candidate.key),
    distanceDays,
    matchedTerms: plan.terms.filter((term) => inUnit.has(term)),
    matchedPersons: plan.frame.persons.filter((person) =>
      personTerms(person).some((term) => persons.has(term)),
    ),
  }
}

function standingsOf({ context, content }: Selection): Standings {
  const places = (list: readonly Listed[]) =>
    new Map(list.map(({ candidate, fused }, i) => [candidate.key, { rank: i + 1, score: fused }]))
  return { context: places(context), content: places(content) }
}

function tracedUnit(item: Listed, units: ReadonlyMap<number, MemoryUnit>): TracedUnit[] {
  const id: UnitId | undefined = units.get(item.candidate.key)?.id
  if (id === undefined) return []
  const { fused, lexicalRank, denseRank, tier } = item
  return [{ unit: id, score: fused, lexicalRank, denseRank, tier }]
}

async function unitsOf(keys: ReadonlySet<number>, store: Store): Promise<Map<number, MemoryUnit>> {
  const filter: UnitFilter = { ...EVERY_TURN, keys: [...keys] }
  const units = new Map<number, MemoryUnit>()
  if (keys.size === 0) return units
  for await (const { key, unit } of store.units(filter)) units.set(key, unit)
  return units
}

async function turnsOf(ids: readonly TurnId[], store: Store): Promise<Map<TurnId, Turn>> {
  const turns = new Map<TurnId, Turn>()
  if (ids.length === 0) return turns
  for await (const turn of store.turns({ ...EVERY_TURN, ids: [...new Set(ids)] })) turns.set(turn.id, turn)
  return turns
}
