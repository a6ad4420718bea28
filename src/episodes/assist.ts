import type { ModelCaller } from '../llm/model-caller.ts'
import { runTask } from '../llm/run-task.ts'
import { assist } from '../llm/tasks/assist.ts'
import type { Episode, EpisodeEvidence, Reading } from '../model/episode.ts'
import { ReinstateError } from '../model/errors.ts'
import { fitEpisode } from './assist-fit.ts'
import { type ExtractContext, extractFrom, rankTurns } from './extract.ts'
import { stateName } from './latent.ts'
import { checkEvidence } from './quotes.ts'

/** What reading episodes needs; `frame` is that of the question which the assistants see. */
export type AssistContext = ExtractContext & {
  /** Names the bank for good, so that what a model in process keeps of its episodes is found and forgotten. */
  readonly bank: string
  /** Undefined: passages are extracted without a model. */
  readonly assistant: ModelCaller | undefined
  /** 1 for the question itself; later rounds ask sub-questions. */
  readonly round: number
  /** Ends all: what is awaited rejects with its reason. */
  readonly signal: AbortSignal | undefined
  /** Ends the assistants that are still reading, for extraction in their place; its reason is a `ReinstateError`. */
  readonly deadline?: AbortSignal | undefined
  /** Whether the evidence so far suffices, so that the assistants that are still reading can be stopped. */
  readonly enough?: ((evidence: readonly EpisodeEvidence[]) => boolean) | undefined
  /** Told of each reading as it comes. */
  readonly onReading?: ((reading: Reading) => void) | undefined
}

export type Assisted = {
  /** In the order of the episodes given. */
  readonly readings: readonly Reading[]
  /** Episodes whose assistants were stopped because the evidence sufficed. */
  readonly stopped: readonly number[]
}

/**
 * Lets one assistant read each episode, all at once as far as the caller's limits allow, and checks what they quote.
 *
 * An assistant that fails, for whatever reason its provider gives, is replaced by extraction and named in its reading;
 * it fails nobody else. An aborted `signal` ends them all.
 *
 * @see E-mem, section 3.4, equation 6
 */
export async function assistAll(episodes: readonly Episode[], context: AssistContext): Promise<Assisted> {
  const ending = new AbortController()
  const suffices = context.enough ?? (() => false)
  const found: EpisodeEvidence[] = []
  let sufficed = false
  const reads = episodes.map(async (episode) => {
    const reading = await readWith(episode, { ...context, ending: ending.signal })
    if (reading === undefined || sufficed) return reading
    context.onReading?.(reading)
    found.push(...reading.evidence)
    if (!suffices(found)) return reading
    sufficed = true
    ending.abort(new ReinstateError('stopped', 'The evidence suffices'))
    return reading
  })
  try {
    const all = await Promise.all(reads)
    return {
      readings: all.filter((reading) => reading !== undefined),
      stopped: episodes.filter((_, index) => all[index] === undefined).map(({ number }) => number),
    }
  } finally {
    // Where one read throws, nobody waits for the others.
    ending.abort(new ReinstateError('stopped', 'The reading of the episodes has ended'))
  }
}

type ReadContext = AssistContext & { readonly ending: AbortSignal }

/** @returns Undefined where it was stopped because the evidence sufficed. */
async function readWith(episode: Episode, context: ReadContext): Promise<Reading | undefined> {
  context.signal?.throwIfAborted()
  if (context.assistant === undefined) return extracted(episode, context, undefined)
  try {
    return await readByModel(episode, context.assistant, context)
  } catch (error) {
    context.signal?.throwIfAborted()
    if (context.ending.aborted) return undefined
    if (!(error instanceof ReinstateError)) throw error
    return extracted(episode, context, error.code)
  }
}

async function readByModel(episode: Episode, assistant: ModelCaller, context: ReadContext): Promise<Reading> {
  const { bank, frame, timeZone, round, ending, signal, deadline } = context
  const input = await fitEpisode(episode.turns, frame.question, {
    model: assistant.model,
    timeZone,
    keptAs: stateName(bank, episode),
    best: () => rankTurns(episode, context),
  })
  const signals = [ending, signal, deadline].filter((each) => each !== undefined)
  const { value } = await runTask(assist, input, assistant, { signal: AbortSignal.any(signals) })
  const checked = checkEvidence(value.evidence, episode)
  return {
    episode: episode.number,
    round,
    relevant: value.relevant || checked.evidence.length > 0,
    failed: undefined,
    ...checked,
  }
}

async function extracted(
  episode: Episode,
  context: ReadContext,
  failed: string | undefined,
): Promise<Reading> {
  const evidence = await extractFrom(episode, context)
  return {
    episode: episode.number,
    round: context.round,
    relevant: evidence.length > 0,
    evidence,
    droppedQuotes: 0,
    mendedQuotes: 0,
    failed,
  }
}
