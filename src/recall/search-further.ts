import type { ViewQuery } from '../store/views/view-query.ts'
import { compatibilityOf } from './compatibility.ts'
import { exactCosines } from './exact-cosines.ts'
import { scorerOf } from './fuse.ts'
import { embedTexts, type GatherContext, type Gathered, type Gathering } from './gather.ts'
import type { RecallPlan } from './plan-recall.ts'
import type { Listed } from './select-evidence.ts'

/** Units that a search may bring in: the best of each origin where both are searched. */
const FOUND_PER_SEARCH = 2

/**
 * Searches by meaning for what was missed. What is found is scored as the question scores it, so that it can stand in
 * one list with what was found before.
 *
 * @returns For each search its finds, best first.
 */
export async function searchFurther(
  texts: readonly string[],
  { plan, gathering }: { plan: RecallPlan; gathering: Gathering },
  context: GatherContext,
): Promise<readonly (readonly Listed[])[]> {
  const vectors = (await embedTexts(texts, context)).filter((vector) => vector !== undefined)
  const lists: Listed[][] = []
  for (const vector of vectors) {
    const query = { ...gathering.query, vectors: [vector], context: undefined }
    const found: Listed[] = []
    for (const gathered of gathering.gathered)
      found.push(...(await nearest(query, { plan, gathering, gathered }, context)))
    lists.push(found)
  }
  return lists
}

async function nearest(
  query: ViewQuery,
  { plan, gathering, gathered }: { plan: RecallPlan; gathering: Gathering; gathered: Gathered },
  { store, signal }: GatherContext,
): Promise<Listed[]> {
  const candidates = await store.search(query, gathered.origin)
  signal?.throwIfAborted()
  const places = Math.ceil(FOUND_PER_SEARCH / plan.origins.length)
  const found = (await exactCosines(candidates, query, store)).content
    .filter(({ dense }) => dense !== undefined)
    .sort((a, b) => b.dense! - a.dense! || a.key - b.key)
    .slice(0, places)
  const score = scorerOf(plan, gathered)
  const asAsked = await exactCosines(
    { ...candidates, content: found, context: [] },
    { vectors: gathering.query.vectors, depth: places },
    store,
  )
  return asAsked.content.map((candidate) => {
    const placed = { candidate, lexicalRank: undefined, denseRank: undefined }
    return {
      origin: gathered.origin,
      ...placed,
      ...score(placed),
      ...compatibilityOf(candidate, plan.context),
    }
  })
}

/**
 * Puts finds of further searches into the first `limit` places: below what was found for the question itself, in its
 * last places, at most half of all. The best of every search comes before the second best of any.
 */
export function joinFound<Item extends Listed>(
  ordered: readonly Item[],
  lists: readonly (readonly Item[])[],
  limit: number,
): readonly Item[] {
  const most = Math.floor(limit / 2)
  const safe = new Set(ordered.slice(0, limit - most).map(keyOf))
  const found = new Map<number, Item>()
  const deepest = Math.max(0, ...lists.map((list) => list.length))
  for (let place = 0; place < deepest; place++)
    for (const list of lists) {
      const item = list[place]
      if (item !== undefined && !safe.has(keyOf(item)) && found.size < most) found.set(keyOf(item), item)
    }
  const kept = ordered.slice(0, limit - found.size)
  const placed = new Set(kept.map(keyOf))
  const joining = [...found.values()].filter((item) => !placed.has(keyOf(item)))
  for (const item of joining) placed.add(keyOf(item))
  return [...kept, ...joining, ...ordered.filter((item) => !placed.has(keyOf(item)))]
}

function keyOf({ candidate }: Listed): number {
  return candidate.key
}
