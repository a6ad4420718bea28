import { latentStateOf } from '../llm/latent-state.ts'
import { forgetStatesIn } from '../llm/llama-cpp-states.ts'
import type { LanguageModelClient } from '../llm/model-client.ts'
import type { EpisodeHead } from '../model/episode.ts'

/**
 * Names what a model in process keeps of an episode. The name stays while an open episode grows, so that states of its
 * shorter forms are forgotten with it; which content a state holds is the model's own key.
 *
 * @param bank Names the bank for good: a path, or a key.
 */
export function stateName(bank: string, { number }: Pick<EpisodeHead, 'number'>): string {
  return `${bank}#${number}`
}

/**
 * Removes the states of episodes that are gone or hold other turns than before.
 *
 * @returns Number of states; 0 where the model keeps none.
 */
export async function forgetEpisodes(
  client: LanguageModelClient,
  bank: string,
  heads: HeadsOfForgetting,
): Promise<number> {
  const latent = latentStateOf(client)
  if (latent === undefined) return 0
  let removed = 0
  for (const name of changedNames(bank, heads)) removed += await latent.forgetStates(name)
  return removed
}

/** The same for whatever models have kept in a folder, none of which has to be loaded. */
export function forgetEpisodesIn(folder: string, bank: string, heads: HeadsOfForgetting): Promise<number> {
  return forgetStatesIn(folder, changedNames(bank, heads))
}

/** All heads before and after turns were forgotten. */
type HeadsOfForgetting = {
  readonly before: readonly EpisodeHead[]
  readonly after: readonly EpisodeHead[]
  /**
   * Episodes at most that the turns in no episode would have made: a handle that only reads cuts these in memory, and what
   * a model kept of them then nobody has listed. Default: 0.
   */
  readonly uncut?: number | undefined
}

function changedNames(bank: string, heads: HeadsOfForgetting): readonly string[] {
  return changedEpisodes(heads).map((number) => stateName(bank, { number }))
}

/** Numbers up to the last one that there may have been before which name no episode with the same content now; earlier cuts are among them. */
export function changedEpisodes({ before, after, uncut = 0 }: HeadsOfForgetting): readonly number[] {
  const last = Math.max(0, ...before.map(({ number }) => number)) + uncut
  const hashes = new Map(before.map(({ number, hash }) => [number, hash]))
  const same = new Set(
    after.filter(({ number, hash }) => hashes.get(number) === hash).map(({ number }) => number),
  )
  return Array.from({ length: last }, (_, index) => index + 1).filter((number) => !same.has(number))
}
