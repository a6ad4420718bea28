import { expect, it } from 'vitest'
import { episodeOf } from '../../test/trial-episode.ts'
import { estimateTokens } from '../llm/estimate-tokens.ts'
import { assist } from '../llm/tasks/assist.ts'
import type { TurnId } from '../model/turn.ts'
import { fitEpisode } from './assist-fit.ts'
import { renderEpisode } from './render-episode.ts'

const { turns } = episodeOf(
  Array.from({ length: 200 }, (_, i) => [
    `t${i}`,
    i % 2 === 0 ? 'Ana' : 'Ben',
    `Number ${i} of many things to say.`,
  ]),
)
const fitted = (contextTokens: number | undefined, best: readonly string[] = []) =>
  fitEpisode(turns, 'What?', {
    model: { id: 'm', contextTokens, countTokens: estimateTokens },
    timeZone: 'UTC',
    keptAs: 'bank#1',
    best: async () => best as readonly TurnId[],
  })

it('gives an assistant the whole episode where its context is unknown or has room', async () => {
  const whole = renderEpisode(turns, 'UTC')
  expect((await fitted(undefined)).episode).toBe(whole)
  expect(await fitted(100_000)).toMatchObject({ episode: whole, keptAs: 'bank#1' })
})

it('cuts an episode that is too long to what fits around its best turns and from its beginning, in order, and says where turns are left out', async () => {
  const input = await fitted(3_000, ['t150', 't20'])
  expect(input.episode).toMatch(
    /^[^(]*"t0" [^(]*\(turns left out\)\n[^(]*"t148" [^(]*"t150" [^(]*"t152" [^(]*\(turns left out\)\n$/u,
  )
  expect(input.episode).toMatch(/"t18" [^(]*"t20" [^(]*"t22" /u)
  expect(input.keptAs).toBeUndefined()
  const { system, prompt } = assist.prompt(input)
  expect(estimateTokens(system) + estimateTokens(prompt) + input.replyTokens).toBeLessThan(3_000)
})

it('begins at the beginning where no turn bears on the question', async () => {
  expect((await fitted(3_000)).episode).toMatch(/^\d{4}-.*\n"t0" .*"t1" /su)
})

it('keeps the beginning of a single turn that is too long', async () => {
  const long = episodeOf([['x', 'Ana', 'word '.repeat(20_000)]])
  const { episode } = await fitEpisode(long.turns, 'What?', {
    model: { id: 'm', contextTokens: 3_000, countTokens: estimateTokens },
    timeZone: 'UTC',
    keptAs: 'bank#1',
    best: async () => [],
  })
  expect(episode).toContain('"x" 10:00 "Ana": "word word')
  expect(estimateTokens(episode)).toBeLessThan(3_000)
})
