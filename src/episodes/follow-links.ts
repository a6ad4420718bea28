import type { MemoryUnit } from '../model/memory-unit.ts'
import { EVERY_TURN, type Store } from '../store/store.ts'
import type { Candidate, Candidates } from '../store/views/view-query.ts'
import { linksOf, namesToFollow } from './follow-names.ts'
import { lift, type ScoredPassage, withFurther } from './route-passages.ts'
import type { RouteSettings } from './route-settings.ts'

export type FollowContext = {
  readonly store: Pick<Store, 'units'>
  readonly settings: RouteSettings
  /** Words of the question. */
  readonly known: ReadonlySet<string>
  /** Searches passages by words alone. */
  readonly search: (terms: readonly string[]) => Promise<Candidates>
}

/** Lifts the passages to which names of the best ones lead, and takes in those that the question itself did not find. */
export async function followLinks(
  passages: readonly ScoredPassage[],
  context: FollowContext,
): Promise<readonly ScoredPassage[]> {
  const { settings, store } = context
  const { weights } = settings
  if (weights.followed === 0) return passages
  const links = new Map<number, number>()
  const further = new Map<number, Candidate>()
  for (const { turn, unit } of await namingPassages(passages, settings.followed, store)) {
    const names = namesToFollow(unit, context.known)
    const terms = [...new Set(names.flat())]
    if (terms.length === 0) continue
    const found = await context.search(terms)
    // What a passage says of its own names is no further hop.
    const content = found.content.filter((candidate) => candidate.turn !== turn)
    for (const candidate of content) further.set(candidate.key, candidate)
    for (const [key, strength] of linksOf(names, terms, { ...found, content }))
      links.set(key, Math.max(links.get(key) ?? 0, strength))
  }
  // Against the best: where words alone are searched, scores are lower.
  const weight = weights.followed * Math.max(0, passages[0]?.score ?? 0)
  const linked = [...further.values()].filter(({ key }) => links.has(key))
  return lift(withFurther(passages, linked), links, { weight, as: 'symbolic' })
}

/** The first passages of different turns, with their scores and units. */
export async function namingPassages(
  passages: readonly ScoredPassage[],
  count: number,
  store: Pick<Store, 'units'>,
): Promise<readonly { readonly turn: number; readonly score: number; readonly unit: MemoryUnit }[]> {
  const firsts = new Map<number, ScoredPassage>()
  for (const passage of passages) {
    if (firsts.size >= count) break
    const { turn } = passage.candidate
    if (!firsts.has(turn)) firsts.set(turn, passage)
  }
  if (firsts.size === 0) return []
  const keys = [...firsts.values()].map(({ candidate }) => candidate.key)
  const units = new Map<number, MemoryUnit>()
  for await (const { key, unit } of store.units({ ...EVERY_TURN, keys })) units.set(key, unit)
  return [...firsts].flatMap(([turn, { candidate, score }]) => {
    const unit = units.get(candidate.key)
    return unit === undefined ? [] : [{ turn, score, unit }]
  })
}
