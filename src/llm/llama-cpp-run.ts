import { ContextTooLongError } from '../model/errors.ts'
import type { StateFiles, StateOf } from './llama-cpp-states.ts'
import type { GrammarState, LlamaModel, Sequence, Token } from './llama-cpp-vendor.ts'
import type { FinishReason } from './model-client.ts'

export type RunInput = {
  readonly tokens: readonly Token[]
  /** Where the prefix ends that is worth keeping, in tokens; 0: nowhere. */
  readonly boundary: number
  /** What the state at the boundary stands for. */
  readonly stateOf: StateOf | undefined
  readonly signal: AbortSignal | undefined
}

export type Evaluated = {
  /** Tokens of the prompt that needed no evaluation. */
  readonly reused: number
  /** The end of the prompt, for the generation to evaluate: from one token to a group. */
  readonly rest: readonly Token[]
  /** Whether the state at the boundary was made now. */
  readonly made: boolean
  /** Why it could not be kept; the evaluation is as good without. */
  readonly fault: unknown
}

/**
 * Brings a sequence to where all but the end of a prompt is evaluated, from what it holds or from a saved state.
 *
 * The prompt is always split at the boundary, whether a state is loaded there or not: the same tokens are evaluated in
 * the same groups, so that the sums round alike and the reply is the same.
 */
export async function evaluatePrompt(
  sequence: Sequence,
  { tokens, boundary, stateOf, signal }: RunInput,
  states: StateFiles | undefined,
): Promise<Evaluated> {
  const last = tokens.length - 1
  const prefixEnd = Math.min(boundary, last)
  const kept = prefixEnd > 0 && stateOf ? await states?.find(stateOf) : undefined
  if (kept && states && kept.tokens > commonLength(sequence.contextTokens, tokens.slice(0, prefixEnd))) {
    // A file that cannot be read is as good as none.
    await sequence.loadStateFromFile(kept.path, { acceptRisk: true }).then(
      () => states.touch(kept),
      () => Promise.all([states.remove(kept), sequence.clearHistory()]),
    )
  }
  const common = commonLength(sequence.contextTokens, tokens.slice(0, last))
  await sequence.adaptStateToTokens(tokens.slice(0, common), false)
  const reused = Math.min(sequence.nextTokenIndex, common)
  await evaluateUpTo(sequence, tokens, { from: reused, to: prefixEnd, signal })
  const made = prefixEnd > 0 && stateOf !== undefined && states !== undefined && !kept?.exact
  let fault: unknown
  if (made) {
    if (sequence.nextTokenIndex > prefixEnd)
      await sequence.adaptStateToTokens(tokens.slice(0, prefixEnd), false)
    const write = async (path: string): Promise<void> => void (await sequence.saveStateToFile(path))
    fault = await states.add(stateOf, prefixEnd, write).then(
      () => undefined,
      (cause: unknown) => cause,
    )
  }
  // The last group goes with the first token of the reply: one pass fewer before it is there.
  const whole = Math.floor((last - sequence.nextTokenIndex) / GROUP_TOKENS) * GROUP_TOKENS
  const evaluated = sequence.nextTokenIndex + whole
  await evaluateUpTo(sequence, tokens, { from: sequence.nextTokenIndex, to: evaluated, signal })
  return { reused, rest: tokens.slice(evaluated), made, fault }
}

/** What a generation came to. */
export type Generated = {
  readonly text: string
  readonly tokens: number
  readonly finishReason: FinishReason
}

/**
 * Generates after a prompt that is evaluated but for its end; greedy, so that the same prompt has the same reply.
 *
 * @returns Yields the text as it comes, whole characters only.
 */
export async function* generateTokens(
  sequence: Sequence,
  model: LlamaModel,
  options: {
    /** What of the prompt is not evaluated yet, at least its last token. */
    readonly rest: readonly Token[]
    readonly maxTokens: number
    readonly grammar: GrammarState | undefined
    readonly signal: AbortSignal | undefined
  },
): AsyncGenerator<string, Generated> {
  const { rest, maxTokens, grammar, signal } = options
  const all: Token[] = []
  let waiting: Token[] = []
  let text = ''
  let given = 0
  let finishReason: FinishReason = 'stop'
  const evaluation = sequence.evaluate([...rest], {
    temperature: 0,
    ...(grammar && { grammarEvaluationState: grammar }),
  })
  for await (const token of evaluation) {
    signal?.throwIfAborted()
    const before = all.slice(-MAX_TOKENS_BEFORE)
    all.push(token)
    waiting.push(token)
    const piece = model.detokenize(waiting, false, before.slice(0, before.length - waiting.length + 1))
    if (!piece.endsWith('\uFFFD')) {
      waiting = []
      text += piece
      // White space at the end of a form is none of it; whether it is at the end shows later.
      const whole = grammar ? text.trimEnd().length : text.length
      if (whole > given) yield text.slice(given, whole)
      given = Math.max(given, whole)
    }
    // The grammar has blank lines behind the value only, and nothing but them.
    if (grammar && text.endsWith('\n\n')) break
    if (all.length >= maxTokens) {
      finishReason = 'length'
      break
    }
  }
  return { text: grammar ? text.trimEnd() : text, tokens: all.length, finishReason }
}

/**
 * Tokens that a reply may have.
 *
 * @throws {ContextTooLongError} If the prompt leaves no room for a reply worth having.
 */
export function replyRoom(promptTokens: number, contextTokens: number, maxOutputTokens: number): number {
  // A full sequence would drop its beginning.
  const room = contextTokens - promptTokens - 1
  if (room >= Math.min(maxOutputTokens, MIN_REPLY_TOKENS)) return Math.min(room, maxOutputTokens)
  throw new ContextTooLongError(
    `Cannot read a prompt of ${promptTokens} tokens and reply within a context of ${contextTokens}`,
  )
}

export function commonLength(a: readonly Token[], b: readonly Token[]): number {
  const end = Math.min(a.length, b.length)
  for (let i = 0; i < end; i += 1) if (a[i] !== b[i]) return i
  return end
}

async function evaluateUpTo(
  sequence: Sequence,
  tokens: readonly Token[],
  { from, to, signal }: { from: number; to: number; signal: AbortSignal | undefined },
): Promise<void> {
  for (let at = from; at < to; at += GROUP_TOKENS) {
    signal?.throwIfAborted()
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, Math.min(to, at + GROUP_TOKENS)))
  }
  signal?.throwIfAborted()
}

/** Evaluated at once, between two looks at the signal: about a second's work of a small model. */
const GROUP_TOKENS = 256

/** Earlier tokens that decide how a token is spelled, such as a blank before it. */
const MAX_TOKENS_BEFORE = 16

const MIN_REPLY_TOKENS = 16
