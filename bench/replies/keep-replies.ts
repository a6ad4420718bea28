import { setTimeout as sleep } from 'node:timers/promises'
import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import type { LanguageModelClient, ModelReply, ModelRequest } from '../../src/llm/model-client.ts'
import { ProviderTimeoutError } from '../../src/model/errors.ts'
import { type Gate, RunStoppedError } from './gate.ts'
import { type KeptFolder, type KeptReply, requestHash } from './reply-folder.ts'
import { openedTally } from './tally.ts'

export type KeepOptions = {
  readonly folder: KeptFolder<KeptReply>
  readonly gate: Gate
  /** Whether only kept replies are given; a request without one is refused. */
  readonly replay: boolean
  /** Whether a kept reply is given after as long as it took, so that times can be measured. Default: at once. */
  readonly pace?: boolean | undefined
}

/**
 * A model whose every reply is kept, by the hash of model and request, and given again without asking.
 *
 * A call that was begun comes to its end and is kept, also where its caller has stopped waiting: it is paid for. Only one
 * that timed out is ended. Requests that are equal and under way at once are one call. What fails is not kept. A stream
 * gives the whole reply as one piece.
 */
export function keepReplies(client: LanguageModelClient, options: KeepOptions): KeepingModel {
  const underWay = new Map<string, Promise<KeptReply>>()
  const { folder, gate, replay, pace = false } = options

  async function replyTo(request: ModelRequest, signal: AbortSignal | undefined): Promise<ModelReply> {
    signal?.throwIfAborted()
    const tally = openedTally()
    const hash = requestHash(client.id, request)
    const kept = await folder.get(hash)
    if (kept !== undefined) {
      if (pace) await sleep(kept.milliseconds, undefined, { signal })
      tally?.keptReplies(kept, pace)
      return kept.reply
    }
    try {
      if (replay) throw new RunStoppedError('The reply to a request is not kept, and nothing may be asked')
      const shared = underWay.get(hash)
      const made = await untilAborted(shared ?? begin(hash, request, signal), signal)
      if (shared === undefined) tally?.liveReplies(made)
      else tally?.keptReplies(made, false)
      return made.reply
    } catch (error) {
      if (error instanceof RunStoppedError) tally?.refused()
      throw error
    }
  }

  function begin(hash: string, request: ModelRequest, signal: AbortSignal | undefined): Promise<KeptReply> {
    const settle = gate.admit(mostTokensOf(request, client))
    const ending = new AbortController()
    const endLate = () => {
      if (signal?.reason instanceof ProviderTimeoutError) ending.abort(signal.reason)
    }
    signal?.addEventListener('abort', endLate)
    const making = ask(request, ending.signal)
      .then(async (made) => {
        settle((made.reply.usage.inputTokens ?? 0) + (made.reply.usage.outputTokens ?? 0))
        await folder.put(hash, made)
        return made
      })
      .finally(() => {
        settle(0)
        signal?.removeEventListener('abort', endLate)
        underWay.delete(hash)
      })
    // Thrown to whoever waits, which may be nobody any more.
    making.catch(() => {})
    underWay.set(hash, making)
    return making
  }

  async function ask(request: ModelRequest, signal: AbortSignal): Promise<KeptReply> {
    const started = performance.now()
    const reply = await client.generate(request, { signal })
    return { model: client.id, request, reply, milliseconds: Math.round(performance.now() - started) }
  }

  return {
    id: client.id,
    contextTokens: client.contextTokens,
    countTokens: client.countTokens,
    generate: (request, { signal } = {}) => replyTo(request, signal),
    async *stream(request, { signal } = {}) {
      const reply = await replyTo(request, signal)
      if (reply.text !== '') yield { type: 'text', text: reply.text }
      yield { type: 'finish', reply }
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values())
    },
  }
}

export type KeepingModel = LanguageModelClient & {
  /** Fulfilled once no call is under way. */
  settled(): Promise<void>
}

function mostTokensOf(request: ModelRequest, { countTokens }: LanguageModelClient): number {
  const count = countTokens ?? estimateTokens
  return count(request.system) + count(request.prompt) + request.maxOutputTokens
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
