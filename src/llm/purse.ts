import { BudgetError } from '../model/errors.ts'
import type { TokenUsage } from '../model/usage.ts'
import type { Surroundings } from './call-limits.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { CallOptions, ModelCaller } from './model-caller.ts'
import type { ModelRequest } from './model-client.ts'

/** What one question may cost; `Infinity` bounds nothing. */
export type CallBudget = {
  /** Input and output of all calls together, cached or not; estimated where the provider does not say. */
  readonly tokens: number
  readonly calls: number
  readonly milliseconds: number
}

export const UNBOUNDED: CallBudget = { tokens: Infinity, calls: Infinity, milliseconds: Infinity }

export type Clock = Pick<Surroundings, 'now' | 'sleep'>

/** What may still be spent, shared by all callers of one question. */
export type Purse = {
  /** The same caller, which refuses a call that would spend more than there is, less what is kept for a later one. */
  bounded(caller: ModelCaller, keep?: Kept): ModelCaller
  readonly budget: CallBudget
  /** Set when the time is up; its reason is a `BudgetError`. */
  readonly deadline: AbortSignal
  /** Whether a call was refused that nothing was left for, or the time ran out. */
  ranOut(): boolean
  /** Whether a call was refused only because what is left is kept for a later one. */
  keptBack(): boolean
  timeIsUp(): boolean
  /** Ends the timer. */
  close(): Promise<void>
}

export type Kept = { readonly calls: number; readonly tokens: number }

/** Nothing is kept back. */
const ALL: Kept = { calls: 0, tokens: 0 }
/** A reply of fewer tokens says nothing. */
const LEAST_REPLY_TOKENS = 64
/** The longest timer that Node holds: 24 days. */
const LONGEST_TIMER_MS = 2_147_483_647

/** What is kept of a budget so that what was found can still be answered from. */
export function keptForAnswer({ tokens, calls }: CallBudget): Kept {
  return { calls: Math.min(1, calls), tokens: tokens === Infinity ? 0 : tokens * ANSWER_SHARE }
}

/** Evidence is short beside what it was found in. */
const ANSWER_SHARE = 0.2

/** Opens a budget and starts its time. */
export function openPurse(budget: CallBudget, clock: Clock): Purse {
  const timeUp = new AbortController()
  const closing = new AbortController()
  const ends = clock.now() + budget.milliseconds
  let calls = 0
  let spent = 0
  let refused = false
  let keptBack = false
  const timer =
    budget.milliseconds === Infinity
      ? Promise.resolve()
      : clock.sleep(Math.min(budget.milliseconds, LONGEST_TIMER_MS), closing.signal).then(
          () => timeUp.abort(outOf('time')),
          () => {},
        )

  /** A busy process hears its timer late. */
  function timeIsUp(): boolean {
    if (!timeUp.signal.aborted && clock.now() >= ends) timeUp.abort(outOf('time'))
    return timeUp.signal.aborted
  }

  function refuse(what: string, isKept = false): never {
    if (isKept) keptBack = true
    else refused = true
    throw isKept ? keptForLater(what) : outOf(what)
  }

  function admit(request: ModelRequest, model: ModelCaller['model'], keep: Kept) {
    if (timeIsUp()) refuse('time')
    if (calls + 1 > budget.calls - keep.calls) refuse('calls', calls + 1 <= budget.calls)
    const count = model.countTokens ?? estimateTokens
    const promptTokens = count(request.system) + count(request.prompt)
    const room = budget.tokens - keep.tokens - spent - promptTokens
    const least = Math.min(LEAST_REPLY_TOKENS, request.maxOutputTokens)
    if (room < least) refuse('tokens', room + keep.tokens >= least)
    const maxOutputTokens = Math.min(request.maxOutputTokens, Math.floor(room))
    const held = promptTokens + maxOutputTokens
    calls += 1
    spent += held
    const settle = (replyText: string, { inputTokens, outputTokens }: Partial<TokenUsage> = {}) => {
      spent += (inputTokens ?? promptTokens) + (outputTokens ?? count(replyText)) - held
    }
    return { request: { ...request, maxOutputTokens }, settle }
  }

  /** When the time is up the call ends, and rejects with what `deadline` says. */
  const inTime = (options: CallOptions | undefined): CallOptions => ({
    ...options,
    signal: options?.signal === undefined ? timeUp.signal : AbortSignal.any([options.signal, timeUp.signal]),
  })

  function bounded(caller: ModelCaller, keep = ALL): ModelCaller {
    return {
      role: caller.role,
      model: caller.model,
      async generate(request, options) {
        const pass = admit(request, caller.model, keep)
        try {
          const reply = await caller.generate(pass.request, inTime(options))
          pass.settle(reply.text, reply.usage)
          return reply
        } catch (error) {
          pass.settle('')
          throw error
        }
      },
      async *stream(request, options) {
        const pass = admit(request, caller.model, keep)
        let text = ''
        let usage: Partial<TokenUsage> = {}
        try {
          for await (const chunk of caller.stream(pass.request, inTime(options))) {
            if (chunk.type === 'finish') ({ text, usage } = chunk.reply)
            else text += chunk.text
            yield chunk
          }
        } finally {
          pass.settle(text, usage)
        }
      },
      recordedBy: (record) => bounded(caller.recordedBy(record), keep),
    }
  }

  return {
    budget,
    bounded,
    deadline: timeUp.signal,
    ranOut: () => refused || timeIsUp(),
    keptBack: () => keptBack,
    timeIsUp,
    async close() {
      closing.abort(new BudgetError('The question has been answered'))
      await timer
    },
  }
}

function outOf(what: string): BudgetError {
  return new BudgetError(`The budget of the question has run out: no ${what} left`)
}

function keptForLater(what: string): BudgetError {
  return new BudgetError(`The budget of the question keeps its last ${what} for the answer`)
}
