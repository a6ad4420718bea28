import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../test/scripted-model.ts'
import { episodeOf } from '../../test/trial-episode.ts'
import type { LatentState } from '../llm/latent-state.ts'
import type { LanguageModelClient, ModelRequest } from '../llm/model-client.ts'
import { assist } from '../llm/tasks/assist.ts'
import { changedEpisodes, forgetEpisodes, prepareEpisode, stateName } from './latent.ts'
import { renderEpisode } from './render-episode.ts'

const EPISODE = episodeOf([
  ['t1', 'Ana', 'My kayak is red.'],
  ['t2', 'Ben', 'Mine is green.'],
])

/** A model that keeps the beginnings it was given, by the name of their episode. */
function keepingModel(facts: { contextTokens?: number } = {}) {
  const kept = new Map<string, string>()
  const latent: LatentState = {
    async prepare({ prompt, prefix }: ModelRequest) {
      if (prefix !== undefined) kept.set(prefix.episode, prompt.slice(0, prefix.length))
      return { tokens: prefix?.length ?? 0, made: prefix !== undefined }
    },
    forgetStates: async (episode) => Number(kept.delete(episode)),
  }
  const client: LanguageModelClient & LatentState = { ...scriptedModel({}, facts), ...latent }
  return { client, kept }
}

describe('the state of an evaluated episode', () => {
  it('is the beginning of the prompt that every question about it has', async () => {
    const { client, kept } = keepingModel()
    await prepareEpisode(client, EPISODE, { bank: 'bank', timeZone: 'UTC' })
    const asked = assist.prompt({
      episode: renderEpisode(EPISODE.turns, 'UTC'),
      question: 'What colour is the kayak?',
      replyTokens: 9,
      keptAs: stateName('bank', EPISODE),
    })
    const beginning = kept.get('bank#1')
    expect(beginning).toBe(asked.prompt.slice(0, asked.prefix?.length))
    expect(beginning).toContain('My kayak is red.')
    expect(asked.prompt.slice(beginning?.length)).toBe('\nQuestion: "What colour is the kayak?"')
  })

  it('is not made by a model that keeps none, nor of an episode that is read in parts', async () => {
    const options = { bank: 'bank', timeZone: 'UTC' }
    expect(await prepareEpisode(scriptedModel({}), EPISODE, options)).toBeUndefined()
    const { client, kept } = keepingModel({ contextTokens: 50 })
    expect(await prepareEpisode(client, EPISODE, options)).toBeUndefined()
    expect(kept.size).toBe(0)
  })

  it('goes with its episode, and with every earlier form of it', async () => {
    const { client, kept } = keepingModel()
    const [first, second, third] = [1, 2, 3].map((number) => ({ ...EPISODE, number, hash: `h${number}` }))
    for (const episode of [first!, second!, third!])
      await prepareEpisode(client, episode, { bank: 'bank', timeZone: 'UTC' })
    const after = [first!, { ...third!, hash: 'changed' }]
    expect(await forgetEpisodes(client, 'bank', { before: [first!, second!, third!], after })).toBe(2)
    expect([...kept.keys()]).toEqual(['bank#1'])
    expect(await forgetEpisodes(scriptedModel({}), 'bank', { before: [first!], after: [] })).toBe(0)
  })

  it('goes also where an earlier cut has left its number behind', () => {
    const head = (number: number, hash = 'h') => ({ ...EPISODE, number, hash })
    expect(changedEpisodes([head(4), head(5)], [head(4), head(5, 'other'), head(6)])).toEqual([1, 2, 3, 5])
    expect(changedEpisodes([], [])).toEqual([])
  })
})
