import type { Activation } from '../../src/model/episode.ts'
import type { Figures } from '../figures.ts'

/** What a question activates where five and where eight episodes are read. */
export type RoutedAt = { readonly five: readonly Activation[]; readonly eight: readonly Activation[] }

/**
 * How much of what a question rests on lies in the activated episodes.
 *
 * @param places For each gold turn the episodes that hold it: one, or two where they overlap.
 */
export function judgeRouting({ five, eight }: RoutedAt, places: readonly ReadonlySet<number>[]): Figures {
  const within = (activations: readonly Activation[]) =>
    places.filter((holders) => activations.some(({ episode }) => holders.has(episode))).length
  return {
    'share@5': within(five) / places.length,
    'all@5': Number(within(five) === places.length),
    'all@8': Number(within(eight) === places.length),
  }
}
