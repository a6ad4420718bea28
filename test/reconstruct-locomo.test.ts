import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type LocomoConversation, loadLocomo } from '../bench/datasets/locomo.ts'
import { reconstruct } from '../src/episodes/reconstruct.ts'
import type { ReconstructContext, ReconstructOptions } from '../src/episodes/reconstruct-context.ts'
import { openPurse, UNBOUNDED } from '../src/llm/purse.ts'
import type { Day, Instant } from '../src/model/day-range.ts'
import type { Episode, EpisodeTurn } from '../src/model/episode.ts'
import { ProviderTimeoutError } from '../src/model/errors.ts'
import type { SessionId, TurnId } from '../src/model/turn.ts'
import { callerOf, type Reply, scriptedModel } from './scripted-model.ts'
import { framesOf, unitsOfEpisodes } from './trial-episode.ts'

const DATA = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url))
const hasData = existsSync(join(DATA, 'locomo10.json'))
const TURNS_OF_EPISODE = 150

function episodesOf({ turns }: LocomoConversation): readonly Episode[] {
  const parts = turns.map(
    ({ id, session, speaker, text, time }, index): EpisodeTurn => ({
      turn: {
        id: id as TurnId,
        session: session as SessionId,
        speaker,
        text,
        time: time as Instant,
        timeInferred: false,
        role: undefined,
        metadata: undefined,
        position: index + 1,
      },
      start: 0,
      end: text.length,
    }),
  )
  return Array.from({ length: Math.ceil(parts.length / TURNS_OF_EPISODE) }, (_, index): Episode => {
    const block = parts.slice(index * TURNS_OF_EPISODE, (index + 1) * TURNS_OF_EPISODE)
    const first = block[0]!.turn
    const last = block.at(-1)!.turn
    return {
      number: index + 1,
      first: { position: first.position, offset: 0 },
      last: { position: last.position, offset: last.text.length },
      tokens: 0,
      sealed: true,
      span: { start: first.time, end: last.time },
      hash: `block ${index + 1}`,
      summary: undefined,
      turns: block,
    }
  })
}

let made: ReturnType<typeof makeTrial> | undefined

/** A question whose evidence lies in two blocks, the turns of it, and the memory that it is asked of. */
function trial() {
  made ??= makeTrial()
  return made
}

function makeTrial() {
  const conversation = loadLocomo(DATA).find(({ id }) => id === 'conv-26')!
  const episodes = episodesOf(conversation)
  const blockOf = (id: string) => episodes.find(({ turns }) => turns.some(({ turn }) => turn.id === id))
  const asked = conversation.questions.find(
    ({ category, evidence }) => category === 1 && new Set(evidence.turns.map(blockOf)).size === 2,
  )!
  const gold = [...new Map(asked.evidence.turns.map((id) => [blockOf(id), id])).values()].map(
    (id) => blockOf(id)!.turns.find(({ turn }) => turn.id === id)!.turn,
  )
  const frameOf = framesOf(episodes, conversation.end.slice(0, 10) as Day)
  const context: ReconstructContext = {
    frame: frameOf(asked.question),
    frameOf,
    routed: {
      activations: episodes.map(({ number }) => ({ episode: number, score: 1, pathways: [] })),
      known: [],
    },
    route: async () => ({ activations: [], known: [] }),
    read: async (number) => episodes[number - 1]!,
    unitsOf: unitsOfEpisodes(episodes),
    bank: 'bank',
    timeZone: 'UTC',
    aliases: [],
    assistant: undefined,
    master: undefined,
  }
  return { context, episodes, gold, conversation }
}

/** Time stands still. */
const timeless = { now: () => 0, sleep: async () => {} }

const options: ReconstructOptions = {
  rounds: 1,
  purse: openPurse(UNBOUNDED, timeless),
  signal: undefined,
}

describe.skipIf(!hasData)('deep mode on a LoCoMo conversation (skipped without the data sets)', () => {
  const FABRICATED = 'words that nobody in any conversation has ever said'

  /** Each assistant quotes the gold turns of its block, as small models quote, and invents one quote beside them. */
  function assistantOf({ gold }: ReturnType<typeof trial>): Reply {
    return ({ prompt }) => {
      const own = gold.filter(({ id }) => prompt.includes(`${JSON.stringify(id)} `))
      const evidence = own.map(({ id, speaker, text }) => ({
        statement: `${speaker} tells of it.`,
        quotes: [
          { turn: id, text: text.toUpperCase().replaceAll("'", '’') },
          { turn: id, text: FABRICATED },
        ],
      }))
      return JSON.stringify({ relevant: own.length > 0, evidence })
    }
  }

  it('joins the quotes of two episodes, mended to the original, and shows the master nothing else', async () => {
    const trying = trial()
    const { context, gold, episodes } = trying
    const model = scriptedModel({
      assist: assistantOf(trying),
      aggregate: JSON.stringify({
        reasoning: '',
        answer: 'both',
        answered: true,
        citations: gold.map(({ id }) => ({ turn: id, quote: '' })),
        missing: '',
      }),
    })
    const result = await reconstruct(
      { ...context, assistant: callerOf(model, 'assistant'), master: callerOf(model) },
      options,
    )
    const { verdict } = result
    expect(verdict.answered && verdict.citations.map(({ turn, quote }) => [turn, quote])).toEqual(
      gold.map(({ id, text }) => [id, text]),
    )
    expect(new Set(result.evidence.map(({ episode }) => episode)).size).toBe(2)
    expect(result).toMatchObject({ droppedQuotes: 2, mendedQuotes: 2 })
    const shown = model.requestsOf('aggregate')[0]!.prompt
    expect(shown).not.toContain(FABRICATED)
    const quoted = new Set(gold.map(({ id }) => id))
    const others = episodes.flatMap(({ turns }) => turns).filter(({ turn }) => !quoted.has(turn.id))
    for (const { turn } of others.filter(({ turn: { text } }) => text.length > 40))
      expect(shown).not.toContain(turn.text.slice(0, 40))
    expect(shown.indexOf(gold[0]!.text.slice(0, 20)) < shown.indexOf(gold[1]!.text.slice(0, 20))).toBe(
      gold[0]!.time < gold[1]!.time,
    )
  })

  it('does without one assistant that times out, names it, and takes passages of its episode', async () => {
    const trying = trial()
    const { context, gold, episodes } = trying
    const late = episodes.find(({ turns }) => turns.some(({ turn }) => turn.id === gold[1]!.id))!
    const answering = assistantOf(trying)
    const model = scriptedModel({
      assist: (request, before) =>
        request.prompt.includes(`${JSON.stringify(gold[1]!.id)} `)
          ? new ProviderTimeoutError('late')
          : answering(request, before),
      aggregate: JSON.stringify({ answer: 'one', answered: true, citations: [gold[0]!.id] }),
    })
    const { readings, verdict } = await reconstruct(
      { ...context, assistant: callerOf(model, 'assistant'), master: callerOf(model) },
      options,
    )
    expect(verdict).toMatchObject({ answered: true, citations: [{ turn: gold[0]!.id }] })
    expect(readings.filter(({ failed }) => failed !== undefined)).toMatchObject([
      { episode: late.number, failed: 'provider-timeout' },
    ])
  })

  it('ends every assistant when it is aborted', async () => {
    const { context, episodes } = trial()
    const model = scriptedModel({ assist: { text: '', delayMs: Infinity } })
    const aborting = new AbortController()
    const done = reconstruct(
      { ...context, assistant: callerOf(model, 'assistant'), master: callerOf(model) },
      { ...options, signal: aborting.signal },
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    aborting.abort(new Error('ended by its caller'))
    await expect(done).rejects.toThrow('ended by its caller')
    expect(model.requestsOf('assist')).toHaveLength(episodes.length)
  })

  it('reads every episode without a model and quotes it verbatim', async () => {
    const { context, conversation } = trial()
    const { readings, verdict } = await reconstruct(context, options)
    const texts = new Map(conversation.turns.map(({ id, text }) => [id, text]))
    for (const { quotes } of readings.flatMap(({ evidence }) => evidence))
      for (const { turn, text } of quotes) expect(texts.get(turn)).toContain(text)
    if (verdict.answered)
      for (const { turn, quote } of verdict.citations) expect(texts.get(turn)).toContain(quote)
  })
})
