import { callerOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { episodeOf, framesOf, unitsOfEpisodes } from '../../test/trial-episode.ts'
import { openPurse, UNBOUNDED } from '../llm/purse.ts'
import type { Day } from '../model/day-range.ts'
import type { Episode } from '../model/episode.ts'
import { NotFoundError } from '../model/errors.ts'
import type { ReconstructContext, ReconstructOptions, Routed } from './reconstruct-context.ts'

/** Two episodes: what was told in spring is superseded in autumn. */
export const SPRING = episodeOf(
  [
    ['a1', 'Ana', 'I moved to Porto in March, into a flat above a bakery.'],
    ['a2', 'Ben', 'Lovely! I work at the harbour now, as a crane driver.'],
  ],
  { number: 1, day: '2023-04-03' as Day, session: 's1' },
)
export const AUTUMN = episodeOf(
  [
    ['b1', 'Ana', 'Porto was too loud. I live in Braga with my sister since August.'],
    ['b2', 'Ben', 'The bakery below your old flat belongs to Rui Matos, did you know?'],
  ],
  { number: 2, day: '2023-10-09' as Day, session: 's2', from: 3 },
)
const EPISODES = [SPRING, AUTUMN]

export const frameOf = framesOf(EPISODES, '2023-12-01' as Day)
export const activated = (...numbers: number[]): Routed => ({
  activations: numbers.map((episode, index) => ({
    episode,
    score: 1 / (index + 1),
    pathways: [{ pathway: 'symbolic', rank: index + 1 }],
  })),
  known: [],
})

export function contextOf(question: string, over: Partial<ReconstructContext> = {}): ReconstructContext {
  return {
    frame: frameOf(question),
    frameOf,
    routed: activated(1, 2),
    route: async () => activated(1, 2),
    read: async (number) => episodeBy(number),
    unitsOf: unitsOfEpisodes(EPISODES),
    bank: 'bank',
    timeZone: 'UTC',
    aliases: [],
    assistant: undefined,
    master: undefined,
    ...over,
  }
}

function episodeBy(number: number): Episode {
  const episode = EPISODES.find((each) => each.number === number)
  if (episode === undefined) throw new NotFoundError(`no episode ${number}`)
  return episode
}

/** Time stands still. */
export const timeless = { now: () => 0, sleep: async () => {} }

export const options = (over: Partial<ReconstructOptions> = {}): ReconstructOptions => ({
  rounds: 1,
  purse: openPurse(UNBOUNDED, timeless),
  signal: undefined,
  ...over,
})

export const report = (...evidence: { statement: string; quotes: { turn: string; text: string }[] }[]) =>
  JSON.stringify({ relevant: evidence.length > 0, evidence })
export const says = (turn: string, text: string, statement = text) => ({
  statement,
  quotes: [{ turn, text }],
})
export const conclusion = (over: object) =>
  JSON.stringify({ reasoning: 'r', answer: '', answered: false, citations: [], missing: '', ...over })

export function models(script: Script) {
  const model = scriptedModel(script)
  return { model, assistant: callerOf(model, 'assistant'), master: callerOf(model, 'reader') }
}

/** Tells the assistants of the two episodes apart. */
export const byEpisode = (spring: string | Error, autumn: string | Error) => (request: { prompt: string }) =>
  request.prompt.includes('2023-04-03') ? spring : autumn
