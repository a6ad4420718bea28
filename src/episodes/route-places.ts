import type { EpisodeHead } from '../model/episode.ts'
import { EVERY_TURN, type Store } from '../store/store.ts'
import type { Candidate } from '../store/views/view-query.ts'

/** Numbers of the episodes that hold a passage, in order; several where episodes overlap, none where it lies in none yet. */
export type EpisodesOf = (candidate: Pick<Candidate, 'key' | 'turn'>) => readonly number[]

/** Finds the episodes of passages: by the turn alone, but for turns that are cut, whose passages are looked up. */
export async function placesOf(
  candidates: readonly Candidate[],
  heads: readonly EpisodeHead[],
  store: Pick<Store, 'units'>,
): Promise<EpisodesOf> {
  const cut = new Set(heads.filter(({ first }) => first.offset > 0).map(({ first }) => first.position))
  const passages = await passagesOf(
    candidates.filter(({ turn }) => cut.has(turn)).map(({ key }) => key),
    store,
  )
  return ({ key, turn }) => {
    const passage = passages.get(key)
    return headsWith(turn, heads)
      .filter((head) => passage === undefined || holds(head, turn, passage))
      .map(({ number }) => number)
  }
}

/** By halves: episodes stand in the order of arrival, and none begins or ends before the one before it. */
export function headsWith(position: number, heads: readonly EpisodeHead[]): readonly EpisodeHead[] {
  let [low, high] = [0, heads.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (heads[middle]!.first.position <= position) low = middle + 1
    else high = middle
  }
  const found: EpisodeHead[] = []
  for (let i = low - 1; i >= 0 && heads[i]!.last.position >= position; i--) found.push(heads[i]!)
  return found.reverse()
}

type Passage = { readonly start: number; readonly end: number }

function holds({ first, last }: EpisodeHead, turn: number, { start, end }: Passage): boolean {
  const from = turn === first.position ? first.offset : 0
  const to = turn === last.position ? last.offset : Infinity
  return start < to && end > from
}

async function passagesOf(
  keys: readonly number[],
  store: Pick<Store, 'units'>,
): Promise<ReadonlyMap<number, Passage>> {
  const passages = new Map<number, Passage>()
  if (keys.length === 0) return passages
  for await (const { key, unit } of store.units({ ...EVERY_TURN, keys })) passages.set(key, unit.passage)
  return passages
}
