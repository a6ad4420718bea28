import pLimit from 'p-limit'
import {
  ContextTooLongError,
  EmbeddingDimensionError,
  ProviderError,
  ValidationError,
} from '../model/errors.ts'
import { redactor } from '../provider/redact.ts'
import { toProviderError } from '../provider/to-provider-error.ts'
import { type Attempt, attemptWithin } from './attempts.ts'
import { batchesInOrder, cutToTokens, estimateTokens } from './batches.ts'
import type { Embedder } from './embedder.ts'
import { normalised } from './pooling.ts'

/** The slice of an AI SDK `EmbeddingModel` (V2 or V3) that we use. */
export type EmbeddingModelLike = {
  readonly provider: string
  readonly modelId: string
  readonly maxEmbeddingsPerCall: number | undefined | PromiseLike<number | undefined>
  readonly supportsParallelCalls: boolean | PromiseLike<boolean>
  doEmbed(options: {
    readonly values: string[]
    readonly abortSignal?: AbortSignal
  }): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>
}

export type EmbeddingModelOptions = {
  /** Numbers of a vector. Default: found by one request for a short word. */
  readonly dimension?: number
  /** Names model and variant; a bank is bound to it. Default: the model's own id, with the prefixes where there are any. */
  readonly id?: string
  /** What the model wants before questions and passages, such as `query: `. Default: nothing. */
  readonly prefixes?: { readonly question: string; readonly passage: string }
  /** Most texts in a request, from 1; the model's own bound counts as well. Default 256. */
  readonly maxInputsPerCall?: number
  /** Most tokens in a request, from 1, as estimated. Default 32,000. */
  readonly maxTokensPerCall?: number
  /** Tokens of one text beyond which its end is cut, from 1, as estimated. Default 8,000. */
  readonly maxTokensPerInput?: number
  /** Requests at once, from 1, where the model allows several. Default 4. */
  readonly concurrency?: number
  /** Milliseconds that one request may take. Default 60,000. */
  readonly timeoutMs?: number
  /** Requests for one batch, from 1. Default 3. */
  readonly attempts?: number
  /** How a request is sent, and again. Default: within `timeoutMs` and `attempts`, with pauses that double. */
  readonly attempt?: Attempt
  /** What must not stand in an error, such as the key; shorter than 4 characters they are left. Default: nothing is known. */
  readonly secrets?: readonly (string | undefined)[]
  /** Ends the request that finds the dimension. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes an embedder of any AI SDK embedding model object.
 *
 * Texts go out in requests bounded by number and by tokens; blank ones are never sent and have a zero vector. A text
 * that the model still finds too long loses its end by halves.
 *
 * @throws {ValidationError} If the model is a bare name, which says no endpoint, or an option is out of its range.
 * @throws {ProviderError} If the dimension is not given and the request that finds it fails.
 */
export async function fromEmbeddingModel(
  model: EmbeddingModelLike,
  options: EmbeddingModelOptions = {},
): Promise<Embedder> {
  if (typeof model !== 'object' || model === null || typeof model.doEmbed !== 'function') {
    throw new ValidationError('embedder', 'embedder must be an AI SDK embedding model object, not its name')
  }
  const settings = resolve(options)
  const failure = {
    asked: `Embedding model '${model.modelId}'`,
    redact: redactor(options.secrets ?? []),
    now: Date.now,
    tooLong: TOO_LONG,
  }
  const ownBound = (await model.maxEmbeddingsPerCall) ?? Number.POSITIVE_INFINITY
  const bounds = {
    inputs: Math.max(1, Math.min(settings.maxInputsPerCall, ownBound)),
    tokens: settings.maxTokensPerCall,
  }
  const limit = pLimit((await model.supportsParallelCalls) ? settings.concurrency : 1)
  const dimension = options.dimension ?? (await send(['word'], options.signal))[0]?.length ?? 0
  if (dimension === 0)
    throw new ProviderError(`Embedding model '${model.modelId}' gives vectors without numbers`)

  return {
    id: settings.id ?? [model.modelId, ...Object.values(settings.prefixes).filter(Boolean)].join('#'),
    dimension,
    async embed(texts, kind, { signal } = {}) {
      signal?.throwIfAborted()
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimension))
      const places = [...texts.keys()].filter((place) => texts[place]!.trim() !== '')
      const values = places.map((place) =>
        cutToTokens(settings.prefixes[kind] + wellFormed(texts[place]!), settings.maxTokensPerInput),
      )
      // The first failure ends the other requests as well.
      const ending = new AbortController()
      const heard = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])])
      const work = batchesInOrder(values.map(estimateTokens), bounds).map((batch) =>
        limit(async () => {
          heard.throwIfAborted()
          const found = await sendInParts(
            batch.map((i) => values[i]!),
            heard,
          )
          for (const [at, i] of batch.entries())
            vectors[places[i]!] = normalised(Float32Array.from(found[at]!))
        }),
      )
      try {
        await Promise.all(work)
      } catch (error) {
        ending.abort(error)
        await Promise.allSettled(work)
        throw signal?.aborted ? signal.reason : error
      }
      return vectors
    },
  }

  /** A request that is too long is sent in halves; a single text that is too long loses its second half. */
  async function sendInParts(
    values: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[])[]> {
    try {
      return checked(await send(values, signal), values.length)
    } catch (error) {
      const [only] = values
      const splits = values.length > 1 || (only?.length ?? 0) > SHORTEST_CUT
      if (!(error instanceof ContextTooLongError) || only === undefined || !splits) throw error
      const middle = Math.ceil(values.length / 2)
      if (values.length === 1) return sendInParts([cutToTokens(only, estimateTokens(only) / 2)], signal)
      return [
        ...(await sendInParts(values.slice(0, middle), signal)),
        ...(await sendInParts(values.slice(middle), signal)),
      ]
    }
  }

  async function send(
    values: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly (readonly number[])[]> {
    const { embeddings } = await settings.attempt(
      (abortSignal) => model.doEmbed({ values: [...values], abortSignal }),
      { signal, typed: (error) => toProviderError(error, failure) },
    )
    return embeddings
  }

  function checked(
    embeddings: readonly (readonly number[])[],
    count: number,
  ): readonly (readonly number[])[] {
    if (embeddings.length !== count) {
      throw new ProviderError(
        `Embedding model '${model.modelId}' gave ${embeddings.length} vectors for ${count} texts`,
      )
    }
    const other = embeddings.find((vector) => vector.length !== dimension)
    if (other === undefined) return embeddings
    throw new EmbeddingDimensionError(
      `Embedding model '${model.modelId}' gives ${other.length} dimensions, not ${dimension}`,
    )
  }
}

/** How servers of embeddings say that a request is too long, beside the ways of all: each is of one in use. */
const TOO_LONG =
  /maximum input length|context (?:length|window|size)|too (?:long|large)|larger than|reduce (?:your|the) (?:prompt|input)|max(?:imum)?[_ ](?:number of )?(?:input )?tokens|batch size/iu

/** Characters that no model finds too long. */
const SHORTEST_CUT = 64

function resolve(options: EmbeddingModelOptions) {
  const number = (name: keyof EmbeddingModelOptions & keyof typeof DEFAULTS): number => {
    const value = options[name] ?? DEFAULTS[name]
    if (Number.isInteger(value) && value >= 1) return value
    throw new ValidationError(name, `${name} must be a whole number from 1: current value is ${value}`)
  }
  if (options.dimension !== undefined && !(Number.isInteger(options.dimension) && options.dimension >= 1)) {
    throw new ValidationError(
      'dimension',
      `dimension must be a whole number from 1: it is ${options.dimension}`,
    )
  }
  const limits = { timeoutMs: number('timeoutMs'), attempts: number('attempts'), maxRetryAfterMs: 60_000 }
  return {
    id: options.id,
    prefixes: options.prefixes ?? { question: '', passage: '' },
    maxInputsPerCall: number('maxInputsPerCall'),
    maxTokensPerCall: number('maxTokensPerCall'),
    maxTokensPerInput: number('maxTokensPerInput'),
    concurrency: number('concurrency'),
    attempt: options.attempt ?? attemptWithin(limits),
  }
}

const DEFAULTS = {
  maxInputsPerCall: 256,
  maxTokensPerCall: 32_000,
  maxTokensPerInput: 8_000,
  concurrency: 4,
  timeoutMs: 60_000,
  attempts: 3,
} as const

/** Half of a surrogate pair is no text: some servers refuse the request for it. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
