import { personTerms } from '../language/persons.ts'
import { analyse } from '../language/terms.ts'
import type { Instant } from '../model/day-range.ts'
import type { Evidence, EvidenceReason, Standing } from '../model/evidence.ts'
import type { MemoryUnit, UnitId } from '../model/memory-unit.ts'
import type { TracedUnit } from '../model/recollection.ts'
import type { Turn, TurnId } from '../model/turn.ts'
import { EVERY_TURN, type Store, type UnitFilter } from '../store/store.ts'
import type { Place } from './merge-restated.ts'
import type { RecallPlan } from './plan-recall.ts'
import type { Listed, Selection } from './select-evidence.ts'

/** The lists of the trace. */
export type TracedLists = {
  readonly contextList: readonly TracedUnit[]
  readonly contentList: readonly TracedUnit[]
}

/** How deep the lists stand in the trace: enough to see what was ranked below the evidence. */
const TRACED_UNITS = 30

/** Reads the units and turns of places, best first. Units that were forgotten meanwhile are left out. */
export async function collectEvidence(
  places: readonly Place[],
  { plan, selection }: { plan: RecallPlan; selection: Selection },
  store: Store,
): Promise<readonly Evidence[]> {
  const keys = places.flatMap(({ candidate, restatedBy }) => [candidate.key, ...restatedBy])
  const units = await unitsOf(keys, store)
  const turns = await turnsOf(
    places.flatMap(({ candidate }) => units.get(candidate.key)?.sources ?? []),
    store,
  )
  const standings = standingsOf(selection)
  return places.flatMap((place) => evidenceOf(place, { units, turns, standings, plan }))
}

/** Reads the ids of what stands first in both lists. */
export async function traceLists({ context, content }: Selection, store: Store): Promise<TracedLists> {
  const traced = { context: context.slice(0, TRACED_UNITS), content: content.slice(0, TRACED_UNITS) }
  const keys = [...traced.context, ...traced.content].map(({ candidate }) => candidate.key)
  const ids = await store.unitIds([...new Set(keys)])
  return {
    contextList: traced.context.flatMap((item) => tracedUnit(item, ids)),
    contentList: traced.content.flatMap((item) => tracedUnit(item, ids)),
  }
}

/** Units by key; what was forgotten has no entry. */
export async function unitsOf(
  keys: readonly number[],
  store: Pick<Store, 'units'>,
): Promise<Map<number, MemoryUnit>> {
  const filter: UnitFilter = { ...EVERY_TURN, keys: [...new Set(keys)] }
  const units = new Map<number, MemoryUnit>()
  if (keys.length === 0) return units
  for await (const { key, unit } of store.units(filter)) units.set(key, unit)
  return units
}

type Standings = Readonly<Record<'context' | 'content', ReadonlyMap<number, Standing>>>

type Read = {
  readonly units: ReadonlyMap<number, MemoryUnit>
  readonly turns: ReadonlyMap<TurnId, Turn>
  readonly standings: Standings
  readonly plan: RecallPlan
}

function evidenceOf(item: Place, { units, turns, standings, plan }: Read): Evidence[] {
  const unit = units.get(item.candidate.key)
  const [first, ...others] = (unit?.sources ?? []).flatMap((id) => turns.get(id) ?? [])
  if (unit === undefined || first === undefined) return []
  return [
    {
      unit: asOf(unit, plan.filter.notAfter),
      restatedBy: item.restatedBy.flatMap((key) => {
        const restating = units.get(key)
        return restating === undefined ? [] : [asOf(restating, plan.filter.notAfter)]
      }),
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

function tracedUnit(item: Listed, ids: ReadonlyMap<number, UnitId>): TracedUnit[] {
  const id = ids.get(item.candidate.key)
  if (id === undefined) return []
  const { fused, lexicalRank, denseRank, tier, origin } = item
  return [{ unit: id, origin, score: fused, lexicalRank, denseRank, tier }]
}

async function turnsOf(ids: readonly TurnId[], store: Store): Promise<Map<TurnId, Turn>> {
  const turns = new Map<TurnId, Turn>()
  if (ids.length === 0) return turns
  for await (const turn of store.turns({ ...EVERY_TURN, ids: [...new Set(ids)] })) turns.set(turn.id, turn)
  return turns
}
