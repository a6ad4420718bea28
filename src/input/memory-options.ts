import { z } from 'zod'
import { ValidationError } from '../model/errors.ts'
import { isTimeZone } from '../time/zone.ts'
import { read, wholeFrom } from './validation.ts'

/** 2^31 - 1, some 24 days: what a timer of Node holds. */
const LONGEST_TIMER_MS = 2_147_483_647
const boundFrom = (least: number) =>
  wholeFrom(least).max(LONGEST_TIMER_MS, `it is at most ${LONGEST_TIMER_MS}`)

const MODELS_ARE =
  'a model is an AI SDK model object or a client of ours, not a name: a name says no endpoint (see createOpenAICompatibleModel)'
/** Below it an episode is hardly more than a turn. */
const LEAST_EPISODE_TOKENS = 256
const MOST_OVERLAP = 0.5
const OVERLAP_IS = `an overlap is a share from 0 to ${MOST_OVERLAP}`

const memoryOptions = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'a time zone is an IANA name like Europe/Paris').optional(),
  dateOrder: z.enum(['DMY', 'MDY']).optional(),
  embedder: z
    .custom<object | 'none'>(
      (value) => value === 'none' || isEmbedder(value),
      'an embedder has an id, a dimension (a whole number) and embed(texts, kind), or is “none”',
    )
    .optional(),
  clock: z.custom<() => Date>((value) => typeof value === 'function', 'a clock is a function').optional(),
  log: z.custom<object>((value) => typeof value === 'function', 'a log hook is a function').optional(),
  readOnly: z.boolean().optional(),
  replaceVectors: z.boolean().optional(),
  models: z.custom<object>((value) => typeof value === 'object' && value !== null, MODELS_ARE).optional(),
  calls: z
    .strictObject({
      concurrency: boundFrom(1).optional(),
      timeoutMs: boundFrom(1).optional(),
      attempts: boundFrom(1).optional(),
    })
    .optional(),
  anchoring: z
    .strictObject({
      windowTurns: wholeFrom(1).optional(),
      overlapTurns: wholeFrom(0).optional(),
      inBackground: z.boolean().optional(),
    })
    .optional(),
  episodes: z
    .strictObject({
      tokens: wholeFrom(LEAST_EPISODE_TOKENS).optional(),
      overlap: z.number().min(0, OVERLAP_IS).max(MOST_OVERLAP, OVERLAP_IS).optional(),
    })
    .optional(),
  states: z.string().min(1, 'it is the path of a folder').optional(),
  signal: z.instanceof(AbortSignal).optional(),
})

/** What of the options is settled when a memory is opened; below the door nobody writes `??`. */
export type ResolvedMemory = {
  readonly calls: { readonly concurrency: number; readonly timeoutMs: number; readonly attempts: number }
  readonly anchoring: {
    readonly windowTurns: number
    readonly overlapTurns: number
    readonly inBackground: boolean
  }
  readonly episodes: {
    readonly tokens: number
    readonly overlap: number
  }
  readonly states: string | undefined
}

/** @throws {ValidationError} Names the option that does not hold. */
export function resolveMemoryOptions(options: unknown): ResolvedMemory {
  const { calls, anchoring, episodes, states } = read(memoryOptions, options, 'options')
  const windowTurns = anchoring?.windowTurns ?? WINDOW.turns
  const overlapTurns = anchoring?.overlapTurns ?? Math.min(WINDOW.overlap, windowTurns - 1)
  if (overlapTurns >= windowTurns)
    throw new ValidationError(
      'options.anchoring.overlapTurns',
      `Cannot read options.anchoring.overlapTurns: an overlap is less than its window of ${windowTurns}, got ${overlapTurns}`,
    )
  return {
    calls: {
      concurrency: calls?.concurrency ?? CALLS.concurrency,
      timeoutMs: calls?.timeoutMs ?? CALLS.timeoutMs,
      attempts: calls?.attempts ?? CALLS.attempts,
    },
    anchoring: { windowTurns, overlapTurns, inBackground: anchoring?.inBackground ?? true },
    episodes: {
      tokens: episodes?.tokens ?? EPISODE.tokens,
      overlap: episodes?.overlap ?? EPISODE.overlap,
    },
    states,
  }
}

const CALLS = { concurrency: 8, timeoutMs: 120_000, attempts: 3 } as const
/** @see RaMem's release: W = 40, O = 2 */
const WINDOW = { turns: 40, overlap: 2 } as const
/** @see E-mem, section 4: L = 8K and δ = 10 % did best */
const EPISODE = { tokens: 8_192, overlap: 0.1 } as const

function isEmbedder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('doEmbed' in value) return typeof value.doEmbed === 'function'
  const { id, dimension, embed } = value as { id?: unknown; dimension?: unknown; embed?: unknown }
  const hasDimension = Number.isInteger(dimension) && (dimension as number) > 0
  return typeof id === 'string' && id !== '' && hasDimension && typeof embed === 'function'
}
