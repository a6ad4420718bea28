import type { MemoryUnit } from '../model/memory-unit.ts'
import { EVERY_TURN, type Store } from '../store/store.ts'
import type { Candidate, Candidates } from '../store/views/view-query.ts'
import { linksOf, namesToFollow } from './follow-names.ts'
import { lift, type ScoredPassage } from './route-passages.ts'
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
  const { weights } = context.settings
  if (weights.followed === 0) return passages
  const links = new Map<number, number>()
  const further = new Map<number, Candidate>()
  for (const { turn, unit } of await namingPassages(passages, context)) {
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
  return lift([...passages, ...newPassages(passages, further, links)], links, weight)
}

/** The first passages of different turns. */
async function namingPassages(
  passages: readonly ScoredPassage[],
  { store, settings }: FollowContext,
): Promise<readonly { readonly turn: number; readonly unit: MemoryUnit }[]> {
  const firsts = new Map<number, number>()
  for (const { candidate } of passages) {
    if (firsts.size >= settings.followed) break
    if (!firsts.has(candidate.turn)) firsts.set(candidate.turn, candidate.key)
  }
  if (firsts.size === 0) return []
  const units = new Map<number, MemoryUnit>()
  for await (const { key, unit } of store.units({ ...EVERY_TURN, keys: [...firsts.values()] }))
    units.set(key, unit)
  return [...firsts].flatMap(([turn, key]) => {
    const unit = units.get(key)
    return unit === undefined ? [] : [{ turn, unit }]
  })
}

/** What only names lead to has at most the meaning of the last that the question itself found. */
function newPassages(
  passages: readonly ScoredPassage[],
  further: ReadonlyMap<number, Candidate>,
  links: ReadonlyMap<number, number>,
): readonly ScoredPassage[] {
  const held = new Set(passages.map(({ candidate }) => candidate.key))
  const hasMeaning = passages.some(({ semantic }) => semantic !== undefined)
  const score = hasMeaning ? (passages.at(-1)?.score ?? 0) : 0
  return [...further.values()]
    .filter(({ key }) => links.has(key) && !held.has(key))
    .map((candidate) => ({ candidate, semantic: undefined, symbolic: 0, timely: 0, score }))
}
