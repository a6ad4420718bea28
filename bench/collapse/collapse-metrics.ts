import { isDistractor, type JudgedUnit, type MismatchRule } from './distractor.ts'

/** 1 where one of the first `k` places is a strict context distractor. */
export function distractorAt(places: readonly JudgedUnit[], k: number, rule: MismatchRule): number {
  return Number(distractorsWithin(places, k, rule) > 0)
}

/** How many of the first `k` places are. AvgDTop5 of RaMem is its mean at 5. */
export function distractorsWithin(places: readonly JudgedUnit[], k: number, rule: MismatchRule): number {
  return places.slice(0, k).filter((place) => isDistractor(place, rule)).length
}

/**
 * The rank of the first evidence unit minus that of the best distractor, each `k` + 1 where it is missed within `k`:
 * below 0 where the evidence stands first, -`k` to `k`.
 */
export function rankGap(places: readonly JudgedUnit[], k: number, rule: MismatchRule): number {
  const rank = (wanted: (place: JudgedUnit) => boolean) => {
    const place = places.slice(0, k).findIndex(wanted)
    return place < 0 ? k + 1 : place + 1
  }
  return rank(({ covers }) => covers) - rank((place) => isDistractor(place, rule))
}
