import { analyse } from '../language/terms.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { Candidates } from '../store/views/view-query.ts'

/**
 * The names by which the second hop is found, each as its words: those that a passage brings up. What a question asks for
 * often stands where only the first hop is named: [“Where was the director of Ember Coast born?” finds who directed it;
 * where she was born is told elsewhere, of her alone.]
 *
 * @param known Words of the question: a name all of whose words it has leads nowhere new.
 * @returns So many that their words are few enough for one search.
 */
export function namesToFollow(unit: MemoryUnit, known: ReadonlySet<string>): readonly (readonly string[])[] {
  const followed: (readonly string[])[] = []
  const held = new Set<string>()
  for (const name of newNames(unit, known)) {
    const terms = [...new Set(analyse(name))]
    const fresh = terms.filter((term) => !held.has(term))
    if (held.size + fresh.length > MOST_TERMS) break
    for (const term of fresh) held.add(term)
    followed.push(terms)
  }
  return followed
}

/** What a unit names, each name once, but for names that are made of known words alone. */
export function newNames({ context }: MemoryUnit, known: ReadonlySet<string>): readonly string[] {
  const { entities, persons, location } = context
  const names = new Set([...entities, ...persons, ...(location === undefined ? [] : [location])])
  return [...names].filter((name) => analyse(name).some((term) => !known.has(term)))
}

/**
 * How strongly passages are linked by names, by key, in (0, 1]: a passage that holds all words of a name counts by how few
 * passages know it, and by the square root of its BM25 for all the names against the best.
 *
 * Few are counted, not weighed against all: what is told later of other things makes no name rarer.
 */
export function linksOf(
  names: readonly (readonly string[])[],
  terms: readonly string[],
  { content, unitsWithTerm }: Pick<Candidates, 'content' | 'unitsWithTerm'>,
): ReadonlyMap<number, number> {
  const places = new Map(terms.map((term, i) => [term, i]))
  const weighed = names.map((words) => ({
    bits: words.reduce((mask, word) => mask | (1 << places.get(word)!), 0),
    weight: rarityOf(Math.min(...words.map((word) => unitsWithTerm[places.get(word)!] ?? 0))),
  }))
  const links = new Map<number, number>()
  const best = content.reduce((high, { lexical }) => Math.max(high, lexical), Number.MIN_VALUE)
  for (const { key, matched, lexical } of content) {
    const weight = weighed.reduce(
      (most, { bits, weight: rarity }) => ((matched & bits) === bits ? Math.max(most, rarity) : most),
      0,
    )
    if (weight > 0) links.set(key, weight * Math.sqrt(lexical / best))
  }
  return links
}

/** 1 for a name that one passage holds, 0 from where it is everybody's. */
function rarityOf(passages: number): number {
  return Math.max(0, 1 - Math.log(Math.max(1, passages)) / Math.log(EVERYBODYS))
}

/** Passages: a name that stands in so many leads nowhere. */
const EVERYBODYS = 100

/** Terms of which the views say where each stands. */
const MOST_TERMS = 31
