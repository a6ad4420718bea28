/** A passage and the episodes that hold it: two where they overlap. */
export type HeldPassage = { readonly score: number; readonly holders: readonly number[] }

/** An episode, and what speaks for it beside its passages. */
export type OfferedEpisode = { readonly episode: number; readonly beside: number }

/**
 * Scores episodes one after the other: the best is taken, its passages count for no other any more, and so on.
 *
 * Where a passage lies in the overlap of two episodes, one of them is enough to read it: the one that has the better
 * passage besides; of equals the earlier one.
 *
 * @param passages Best first.
 * @returns The scores, in falling order.
 */
export function scoresInTurn(
  passages: readonly HeldPassage[],
  offered: readonly OfferedEpisode[],
): ReadonlyMap<number, number> {
  const held = new Map<number, number[]>(offered.map(({ episode }) => [episode, []]))
  passages.forEach(({ holders }, passage) => {
    for (const episode of holders) held.get(episode)?.push(passage)
  })
  const read = new Set<number>()
  const scores = new Map<number, number>()
  const left = new Set(offered)
  while (left.size > 0) {
    const standings = [...left].map((each) => ({
      each,
      ...standingOf(each, {
        unread: held.get(each.episode)!.filter((passage) => !read.has(passage)),
        passages,
      }),
    }))
    const best = standings.reduce((a, b) => (isBetter(b, a) ? b : a))
    scores.set(best.each.episode, best.score)
    left.delete(best.each)
    for (const passage of held.get(best.each.episode)!) read.add(passage)
  }
  return scores
}

type Standing = { readonly score: number; readonly next: number }

function standingOf(
  { beside }: OfferedEpisode,
  { unread, passages }: { readonly unread: readonly number[]; readonly passages: readonly HeldPassage[] },
): Standing {
  const [first, second] = unread
  return {
    score: beside + (first === undefined ? 0 : passages[first]!.score),
    next: second === undefined ? -Infinity : passages[second]!.score,
  }
}

function isBetter(
  a: Standing & { readonly each: OfferedEpisode },
  b: Standing & { readonly each: OfferedEpisode },
): boolean {
  if (a.score !== b.score) return a.score > b.score
  if (a.next !== b.next) return a.next > b.next
  return a.each.episode < b.each.episode
}
