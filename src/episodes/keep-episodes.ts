import { embedDirections } from '../embed/embed-directions.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import { runTask } from '../llm/run-task.ts'
import { summariseEpisode } from '../llm/tasks/summarise-episode.ts'
import type { Episode, EpisodeHead } from '../model/episode.ts'
import { NotFoundError, ProviderAuthError, ReinstateError } from '../model/errors.ts'
import type { EpisodeShape, EpisodeShelf, EpisodeSummary } from '../store/episode-shelf.ts'
import { extractSummary } from './extract-summary.ts'
import { renderEpisode } from './render-episode.ts'
import { createCut } from './segment.ts'
import type { SummaryFailures } from './summary-failures.ts'

export type CutContext = {
  readonly shelf: EpisodeShelf
  readonly shape: EpisodeShape
  /** Counts by the tokenizer that `shape.tokenizer` names. */
  readonly countTokens: (text: string) => number
  /** IANA name by which days and times are written. */
  readonly timeZone: string
}

export type KeepContext = CutContext & {
  /** Summarises sealed episodes; undefined: sentences of them are taken. */
  readonly writer: ModelCaller | undefined
  /** Summarises without a model. Default: {@link extractSummary}. */
  readonly extract?: ((turns: Episode['turns']) => string) | undefined
  /** Undefined: summaries are found by words alone. */
  readonly embedder: Embedder | undefined
  /** Told of a summary that the model could not write; sentences stand in for it until the next time. */
  readonly onFailure: (error: unknown) => void
  /** What the writer has failed at before. Default: nothing. */
  readonly failures?: SummaryFailures | undefined
}

export type KeepOptions = {
  readonly signal: AbortSignal | undefined
  readonly onProgress?: ((state: KeptEpisodes) => void) | undefined
}

export type KeptEpisodes = {
  readonly episodes: number
  /** Episodes that still lack the summary that was asked for. */
  readonly unsummarised: number
}

/**
 * Cuts the turns that came since, as must be before a question is routed; O(new turns).
 *
 * @throws The reason of the signal; what the store throws.
 */
export async function cutEpisodes(context: CutContext, signal: AbortSignal | undefined): Promise<void> {
  const { shelf, shape } = context
  signal?.throwIfAborted()
  await shelf.extend(shape, createCut(shape, context))
}

/**
 * Brings episodes and summaries up to date with the turns; what an abort or a crash leaves undone is done by the next call.
 *
 * @throws The reason of the signal; what the store or the embedder throws. A failure of the writer is only told.
 */
export async function keepEpisodes(context: KeepContext, options: KeepOptions): Promise<KeptEpisodes> {
  await cutEpisodes(context, options.signal)
  const heads = await context.shelf.heads()
  const wanted = await wantedSummaries(heads, context)
  let left = wanted.length
  let writer = context.writer
  const onFailure = (error: unknown) => {
    // A key that was refused once is refused for every episode.
    if (error instanceof ProviderAuthError) writer = undefined
    context.onFailure(error)
  }
  for (const each of wanted) {
    options.onProgress?.({ episodes: heads.length, unsummarised: left })
    await summarise(each, { ...context, writer, onFailure }, options)
    left--
  }
  const kept = { episodes: heads.length, unsummarised: left }
  options.onProgress?.(kept)
  return kept
}

/** An episode whose summary is to be made, and what there is of it. */
type Wanted = { readonly head: EpisodeHead; readonly known: EpisodeSummary | undefined }

/** Without one, without its vector, or with sentences where a writer may do better by now. */
async function wantedSummaries(
  heads: readonly EpisodeHead[],
  { shelf, writer, embedder, failures }: KeepContext,
): Promise<readonly Wanted[]> {
  const known = new Map((await shelf.summaries()).map((each) => [each.number, each]))
  const lacks = ({ number, sealed, hash }: EpisodeHead) => {
    const summary = known.get(number)
    if (summary === undefined) return true
    if (embedder !== undefined && summary.vector === undefined && summary.text !== '') return true
    return sealed && writer !== undefined && summary.by === 'extract' && failures?.mayAsk(hash) !== false
  }
  return heads.filter(lacks).map((head) => ({ head, known: known.get(head.number) }))
}

async function summarise({ head, known }: Wanted, context: KeepContext, options: KeepOptions): Promise<void> {
  const episode = await readOrGone(head.number, context.shelf)
  if (episode === undefined) return
  // One that lacks nothing but its vector is not written again.
  const isWritten = known?.by === 'model' && episode.hash === head.hash
  const written = isWritten ? known : await write(episode, context, options)
  const put = (vector: Float32Array | undefined) => context.shelf.putSummary(episode, { ...written, vector })
  let vector: Float32Array | undefined
  try {
    options.signal?.throwIfAborted()
    vector = await vectorOf(written.text, context, options)
  } catch (error) {
    // It has been paid for; its vector is made the next time.
    if (written.by === 'model' && !isWritten) await put(undefined)
    throw error
  }
  await put(vector)
}

/** An open episode grows: a call of a model for each of its states would cost more than it is worth. */
async function write(
  episode: Episode,
  { writer, extract = extractSummary, timeZone, onFailure, failures }: KeepContext,
  { signal }: KeepOptions,
): Promise<Omit<EpisodeSummary, 'vector'>> {
  const extracted = () => ({ text: extract(episode.turns), by: 'extract' }) as const
  if (writer === undefined || !episode.sealed || failures?.mayAsk(episode.hash) === false) return extracted()
  try {
    const input = { episode: renderEpisode(episode.turns, timeZone) }
    const { value } = await runTask(summariseEpisode, input, writer, { signal })
    return { text: value.summary, by: 'model' }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof ReinstateError)) throw error
    failures?.note(episode.hash, error)
    onFailure(error)
    return extracted()
  }
}

async function vectorOf(
  text: string,
  { embedder }: KeepContext,
  { signal }: KeepOptions,
): Promise<Float32Array | undefined> {
  if (embedder === undefined || text === '') return undefined
  const [vector] = await embedDirections([text], 'passage', { embedder, signal })
  return vector
}

/** Forgotten or grown since it was listed. */
async function readOrGone(number: number, shelf: EpisodeShelf): Promise<Episode | undefined> {
  try {
    return await shelf.read(number)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
