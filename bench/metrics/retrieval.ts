/**
 * Metrics of one ranking. `ranked` holds, best first, the labels (turn ids, sessions) that each place covers; `relevant`
 * the labels to be found, each once, at least one. All are 0 to 1 but for ranks.
 */
export type Ranking = {
  readonly ranked: readonly (readonly string[])[]
  readonly relevant: ReadonlySet<string>
}

/** Share of the relevant labels that the first `k` places cover. */
export function shareAt({ ranked, relevant }: Ranking, k: number): number {
  return covered(ranked.slice(0, k), relevant).size / relevant.size
}

/** 1 when the first `k` places cover every relevant label. */
export function allAt(ranking: Ranking, k: number): number {
  return Number(covered(ranking.ranked.slice(0, k), ranking.relevant).size === ranking.relevant.size)
}

/** 1 when the first `k` places cover a relevant label. */
export function hitAt(ranking: Ranking, k: number): number {
  return Number(covered(ranking.ranked.slice(0, k), ranking.relevant).size > 0)
}

/** The place, from 1, of the first that covers a relevant label; undefined where none does. */
export function firstRank({ ranked, relevant }: Ranking): number | undefined {
  const place = ranked.findIndex((labels) => labels.some((label) => relevant.has(label)))
  return place < 0 ? undefined : place + 1
}

/** 1 / rank of the first place that covers a relevant label; 0 where none does. */
export function reciprocalRank(ranking: Ranking): number {
  const rank = firstRank(ranking)
  return rank === undefined ? 0 : 1 / rank
}

/** The rank of the first place that covers a relevant label, `k` + 1 where it is missed within `k`. */
export function cappedRank(ranking: Ranking, k: number): number {
  const rank = firstRank(ranking) ?? Infinity
  return rank <= k ? rank : k + 1
}

/**
 * The same over the whole list, one more than its length where it is missed: comparable only between lists of one
 * length, and never with {@link cappedRank}.
 */
export function listCappedRank(ranking: Ranking): number {
  return cappedRank(ranking, ranking.ranked.length)
}

/** The mean rank of the first covering place over the rankings that have one within `k`; undefined where none has. */
export function hitOnlyRank(rankings: readonly Ranking[], k: number): number | undefined {
  const ranks = rankings.map((ranking) => firstRank(ranking) ?? Infinity).filter((rank) => rank <= k)
  return ranks.length === 0 ? undefined : ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
}

/**
 * Whether one turn alone is the evidence, every citation of it resolved: only on such questions is `hit@K` what RaMem
 * calls “GT R@K”.
 */
export function isSingleEvidence({ turns, unresolved }: Cited): boolean {
  return turns.length === 1 && unresolved === 0
}

type Cited = { readonly turns: readonly string[]; readonly unresolved: number }

/**
 * Normalised discounted cumulative gain of the first `k` places, as LongMemEval reckons it: gains of 1, the first place
 * undiscounted, the i-th (i ≥ 2) by log2(i), against the best order of the same gains.
 *
 * @param gains 1 for a relevant place, else 0, best first, the whole list.
 */
export function ndcg(gains: readonly number[], k: number): number {
  const ideal = discounted([...gains].sort((a, b) => b - a).slice(0, k))
  return ideal === 0 ? 0 : discounted(gains.slice(0, k)) / ideal
}

/**
 * How many places of a ranking of turns it takes until `k` different sessions were seen, at least `k`: LongMemEval's
 * way to measure sessions on a ranking of turns.
 *
 * @param sessions The session of each place, best first. Fewer than `k` sessions take one place more than there are.
 */
export function placesForSessions(sessions: readonly string[], k: number): number {
  let places = k
  while (places <= sessions.length && new Set(sessions.slice(0, places)).size < k) places++
  return places
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, i) => sum + (i === 0 ? gain : gain / Math.log2(i + 1)), 0)
}

function covered(places: Ranking['ranked'], relevant: ReadonlySet<string>): Set<string> {
  return new Set(places.flat().filter((label) => relevant.has(label)))
}
