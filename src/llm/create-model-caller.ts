import { ProviderRefusedError, ReinstateError } from '../model/errors.ts'
import type { ModelCall, ModelRole } from '../model/usage.ts'
import { decideRetry, giveUp } from '../provider/decide-retry.ts'
import { attempt } from './attempt.ts'
import { type CallBounds, callLimits } from './call-limits.ts'
import { type Meter, startMeter } from './meter.ts'
import type { CallOptions, ModelCaller } from './model-caller.ts'
import type { LanguageModelClient, ModelChunk, ModelReply, ModelRequest } from './model-client.ts'

export type ModelCallerOptions = {
  readonly role: ModelRole
  /** Shared by callers that are to share places. Default: `callLimits()`, of this caller alone. */
  readonly limits?: CallBounds | undefined
  /** Told of each call once it has ended, however it ended; not of one that was aborted before its first request. */
  readonly record?: ((call: ModelCall) => void) | undefined
}

/**
 * Puts a model into a role: bounds, repeats and records its calls.
 *
 * A call holds a place only while a request is under way, not while it waits to try again. A stream holds its place
 * until it has been read to its end or left (`return()`, which `for await` calls).
 */
export function createModelCaller(client: LanguageModelClient, options: ModelCallerOptions): ModelCaller {
  const { role, limits = callLimits(), record = () => {} } = options
  const call = (request: ModelRequest, open: Open, callOptions: CallOptions = {}) =>
    run({ open, limits, signal: callOptions.signal, meter: openMeter(request, callOptions) })
  const openMeter = (request: ModelRequest, { reask = false }: CallOptions) =>
    startMeter(
      { task: request.task, role, model: client.id, reask },
      { now: limits.surroundings.now, record },
    )
  return {
    role,
    model: client,
    async generate(request, callOptions) {
      for await (const chunk of call(request, replyOf(client, request), callOptions)) {
        if (chunk.type === 'finish') return chunk.reply
      }
      throw new TypeError('A call ended without a reply or an error')
    },
    stream: (request, callOptions) =>
      call(request, (signal) => client.stream(request, { signal }), callOptions),
    recordedBy: (further) =>
      createModelCaller(client, {
        role,
        limits,
        record: (made) => {
          record(made)
          further(made)
        },
      }),
  }
}

type Open = (signal: AbortSignal) => AsyncIterable<ModelChunk>

/** A whole reply as a stream of one chunk, so that both kinds of call take one way. */
function replyOf(client: LanguageModelClient, request: ModelRequest): Open {
  return async function* (signal) {
    yield { type: 'finish', reply: await client.generate(request, { signal }) }
  }
}

type Run = { open: Open; limits: CallBounds; signal: AbortSignal | undefined; meter: Meter }

async function* run({ open, limits, signal, meter }: Run): AsyncGenerator<ModelChunk, void, undefined> {
  try {
    for (let attempts = 1; ; attempts += 1) {
      const leave = await limits.places.take(signal)
      let given = false
      let failure: unknown
      meter.attempted()
      try {
        for await (const chunk of attempt(open, { signal, timeoutMs: limits.timeoutMs })) {
          if (chunk.type === 'finish') {
            meter.replied(chunk.reply.usage)
            refuseFiltered(chunk.reply)
            meter.ended('ok')
          }
          given = true
          yield chunk
          if (chunk.type === 'finish') return
        }
      } catch (error) {
        failure = error
      } finally {
        leave()
      }
      signal?.throwIfAborted()
      // What was given out cannot be taken back, so a reply that breaks off is not begun anew.
      const next = given ? giveUp(failure, attempts) : decideRetry(failure, { attempt: attempts, limits })
      if (next.type === 'give-up') {
        meter.ended(next.error instanceof ReinstateError ? next.error.code : 'error')
        throw next.error
      }
      await limits.surroundings.sleep(next.pauseMs, signal)
    }
  } finally {
    meter.ended('aborted')
  }
}

/** Long enough to tell why, too short to fill a log. */
const EXCERPT_CHARACTERS = 200

function refuseFiltered(reply: ModelReply): void {
  if (reply.finishReason !== 'content-filter') return
  const words = reply.text.trim().slice(0, EXCERPT_CHARACTERS)
  throw new ProviderRefusedError(
    `The provider refuses to answer this request${words === '' ? '' : `: ${words}`}`,
  )
}
