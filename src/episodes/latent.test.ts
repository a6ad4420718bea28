import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../test/scripted-model.ts'
import { episodeOf } from '../../test/trial-episode.ts'
import type { LatentState } from '../llm/latent-state.ts'
import type { LanguageModelClient, ModelRequest } from '../llm/model-client.ts'
import { changedEpisodes, forgetEpisodes, stateName } from './latent.ts'

const EPISODE = episodeOf([
  ['t1', 'Ana', 'My kayak is red.'],
  ['t2', 'Ben', 'Mine is green.'],
])

const REQUEST: ModelRequest = {
  task: 'assist',
  system: '',
  prompt: 'read this',
  schema: undefined,
  maxOutputTokens: 8,
}

/** A model that keeps the beginnings it was given, by the name of their episode. */
function keepingModel() {
  const kept = new Map<string, string>()
  const latent: LatentState = {
    async prepare({ prompt, prefix }: ModelRequest) {
      if (prefix !== undefined) kept.set(prefix.episode, prompt.slice(0, prefix.length))
      return { tokens: prefix?.length ?? 0, made: prefix !== undefined }
    },
    forgetStates: async (episode) => Number(kept.delete(episode)),
  }
  const client: LanguageModelClient & LatentState = { ...scriptedModel({}), ...latent }
  return { client, kept }
}

describe('the state of an evaluated episode', () => {
  it('goes with its episode, and with every earlier form of it', async () => {
    const { client, kept } = keepingModel()
    const [first, second, third] = [1, 2, 3].map((number) => ({ ...EPISODE, number, hash: `h${number}` }))
    for (const episode of [first!, second!, third!])
      await client.prepare({ ...REQUEST, prefix: { length: 4, episode: stateName('bank', episode) } })
    const after = [first!, { ...third!, hash: 'changed' }]
    expect(await forgetEpisodes(client, 'bank', { before: [first!, second!, third!], after })).toBe(2)
    expect([...kept.keys()]).toEqual(['bank#1'])
    expect(await forgetEpisodes(scriptedModel({}), 'bank', { before: [first!], after: [] })).toBe(0)
  })

  it('goes also where an earlier cut has left its number behind', () => {
    const head = (number: number, hash = 'h') => ({ ...EPISODE, number, hash })
    expect(
      changedEpisodes({ before: [head(4), head(5)], after: [head(4), head(5, 'other'), head(6)] }),
    ).toEqual([1, 2, 3, 5])
    expect(changedEpisodes({ before: [], after: [] })).toEqual([])
  })
})
