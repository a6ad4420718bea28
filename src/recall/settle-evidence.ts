import type { Evidence } from '../model/evidence.ts'
import type { ReflectionRound } from '../model/recollection.ts'
import { collectEvidence, unitsOf } from './collect.ts'
import type { GatherContext, Gathering } from './gather.ts'
import { mergeRestated, type Place } from './merge-restated.ts'
import type { RecallPlan } from './plan-recall.ts'
import { type Reflecting, reflectOn } from './reflect.ts'
import { joinFound, searchFurther } from './search-further.ts'
import { headOf, type Listed, type Selection } from './select-evidence.ts'

/** What was ranked for a plan. */
export type Ranking = {
  readonly plan: RecallPlan
  readonly gathering: Gathering
  readonly selection: Selection
}

export type Settled = {
  readonly evidence: readonly Evidence[]
  readonly rounds: readonly ReflectionRound[]
}

/** Takes the first K of a ranking as evidence; with somebody who reflects, of the ranking and what further searches find. */
export async function settleEvidence(
  ranking: Ranking,
  context: GatherContext,
  reflecting: Reflecting | undefined,
): Promise<Settled> {
  const first = await headEvidence(ranking, [], context)
  if (reflecting === undefined) return { evidence: first, rounds: [] }
  const { rounds: most, searches: mostSearches } = ranking.plan.settings.model.reflection
  const rounds: ReflectionRound[] = []
  const found: (readonly Listed[])[] = []
  let evidence = first
  let calls = reflecting.calls
  while (rounds.length < most && calls > 0) {
    const searched = [
      ...ranking.plan.queries.map(({ text }) => text),
      ...rounds.flatMap((round) => round.searches),
    ]
    const { calls: spent, ...missed } = await reflectOn(
      { frame: ranking.plan.frame, evidence, searched },
      { ...reflecting, calls },
      context.signal,
    )
    calls -= spent
    const searches = missed.searches.slice(0, mostSearches)
    found.push(...(await searchFurther(searches, ranking, context)))
    const before = new Set(evidence.map(({ unit }) => unit.id))
    evidence = searches.length === 0 ? evidence : await headEvidence(ranking, found, context)
    const units = evidence.map(({ unit }) => unit.id).filter((id) => !before.has(id))
    rounds.push({ ...missed, searches, found: units })
    // The same evidence would be found wanting for the same reason.
    if (units.length === 0) break
  }
  return { evidence, rounds }
}

/** How many units of both origins are looked at for one place: what restates another takes none. */
const UNITS_A_PLACE = 5

async function headEvidence(
  { plan, selection }: Ranking,
  found: readonly (readonly Listed[])[],
  { store }: GatherContext,
): Promise<readonly Evidence[]> {
  const places = await placesOf(selection.ordered, found, { plan, store })
  return collectEvidence(headOf(places, plan.limit), { plan, selection }, store)
}

async function placesOf(
  ordered: readonly Listed[],
  found: readonly (readonly Listed[])[],
  { plan, store }: { plan: RecallPlan; store: GatherContext['store'] },
): Promise<readonly Place[]> {
  const alone = (list: readonly Listed[]) => list.map((item): Place => ({ ...item, restatedBy: [] }))
  if (plan.origins.length === 1) return alone(joinFound(ordered, found, plan.limit))
  const considered = ordered.slice(0, plan.limit * UNITS_A_PLACE)
  const units = await unitsOf(
    [...considered, ...found.flat()].map(({ candidate }) => candidate.key),
    store,
  )
  const places = mergeRestated(considered, units)
  return mergeRestated(joinFound<Listed & Partial<Place>>(places, found, plan.limit), units)
}
