import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateName } from '../../src/episodes/latent.ts'
import { renderEpisode } from '../../src/episodes/render-episode.ts'
import { createLlamaCppModel, type LlamaCppModel } from '../../src/llm/llama-cpp.ts'
import type { ModelRequest } from '../../src/llm/model-client.ts'
import { replySchema } from '../../src/llm/replies/reply-schema.ts'
import { assist } from '../../src/llm/tasks/assist.ts'
import type { Episode } from '../../src/model/episode.ts'
import type { FigureSets } from '../figures.ts'
import { bankQuestions } from '../speed/bank-turns.ts'
import { median } from '../speed/percentile.ts'
import { episodesOfTokens } from './episodes-of-tokens.ts'

export type LatentStateOptions = {
  readonly data: string
  readonly seed: number
  /** The GGUF file. */
  readonly gguf: string
  /** Episodes to read, from 2, so that each is read after another one. */
  readonly episodes: number
  /** Tokens of an episode. */
  readonly tokens: number
  readonly onProgress: (line: string) => void
}

/** Tokens of a reply that are compared. */
const REPLY_TOKENS = 24
const CONTEXT_TOKENS = 4_096
const BANK = 'bench'

/**
 * Measures what the kept state of an episode saves an assistant: milliseconds to the first token of its answer when the
 * episode is evaluated (`coldMs`) and when its state is loaded from a file (`warmMs`), medians over the episodes; `speedup`
 * is their ratio, `identical` the share of replies with the same tokens either way.
 */
export async function latentState(options: LatentStateOptions): Promise<FigureSets> {
  const { gguf: path, onProgress } = options
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-states-'))
  const cold: Read[] = []
  const warm: Read[] = []
  try {
    const requests = await requestsFor(options)
    {
      await using model = await createLlamaCppModel({ path, contextTokens: CONTEXT_TOKENS })
      for (const { request } of requests) {
        // Nothing of the system prompt may be left from the episode before.
        await model.forgetStates('')
        cold.push(await read(model, request))
        onProgress(`cold: ${Math.round(cold.at(-1)!.firstMs)} ms to the first token`)
      }
    }
    await using model = await createLlamaCppModel({ path, contextTokens: CONTEXT_TOKENS, states: { folder } })
    for (const { request } of requests) await model.prepare(request)
    for (const { request } of requests) {
      warm.push(await read(model, request))
      onProgress(`warm: ${Math.round(warm.at(-1)!.firstMs)} ms to the first token`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { prefix: figuresOf(cold, warm) }
}

type Asked = { readonly episode: Episode; readonly request: ModelRequest }
type Read = {
  readonly firstMs: number
  readonly text: string
  readonly cached: number
  readonly input: number
}

async function requestsFor(options: LatentStateOptions): Promise<readonly Asked[]> {
  const { data, gguf: path, episodes: count } = options
  const questions = bankQuestions(data, count)
  await using model = await createLlamaCppModel({ path, contextTokens: CONTEXT_TOKENS })
  return episodesOfTokens({
    ...options,
    count,
    countTokens: (text) => model.countTokens?.(text) ?? text.length / 4,
  }).map((episode, index) => ({
    episode,
    request: {
      task: assist.name,
      ...assist.prompt({
        episode: renderEpisode(episode.turns, 'UTC'),
        question: questions[index]!,
        replyTokens: REPLY_TOKENS,
        keptAs: stateName(BANK, episode),
      }),
      schema: replySchema(assist.schema),
      maxOutputTokens: REPLY_TOKENS,
    },
  }))
}

async function read(model: LlamaCppModel, request: ModelRequest): Promise<Read> {
  const started = performance.now()
  let firstMs: number | undefined
  for await (const chunk of model.stream(request)) {
    firstMs ??= performance.now() - started
    if (chunk.type === 'finish') {
      const { inputTokens = 0, cachedInputTokens = 0 } = chunk.reply.usage
      return { firstMs, text: chunk.reply.text, cached: cachedInputTokens, input: inputTokens }
    }
  }
  throw new Error('The model ended without a reply')
}

function figuresOf(cold: readonly Read[], warm: readonly Read[]): Readonly<Record<string, number>> {
  const firstMs = (reads: readonly Read[]) => median(reads.map((each) => each.firstMs))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const coldMs = firstMs(cold)
  const warmMs = firstMs(warm)
  return {
    n: cold.length,
    promptTokens: mean(cold.map(({ input }) => input)),
    cachedTokens: mean(warm.map(({ cached }) => cached)),
    coldMs,
    warmMs,
    speedup: coldMs / warmMs,
    identical: mean(cold.map(({ text }, index) => Number(text === warm[index]?.text))),
  }
}
