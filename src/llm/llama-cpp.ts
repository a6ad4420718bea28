import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { ClosedError, ProviderError, ReinstateError, ValidationError } from '../model/errors.ts'
import type { LatentState } from './latent-state.ts'
import { readFingerprint } from './llama-cpp-file.ts'
import { grammarSchema } from './llama-cpp-grammar.ts'
import { commonLength, evaluatePrompt, generateTokens, replyRoom } from './llama-cpp-run.ts'
import { openStateFiles, type StateFiles } from './llama-cpp-states.ts'
import { type Grammar, type LlamaModule, loadLlamaModule, noBinary, type Token } from './llama-cpp-vendor.ts'
import type { LanguageModelClient, ModelChunk, ModelRequest } from './model-client.ts'
import { openPlaces } from './places.ts'
import { inFormat } from './reply-format.ts'

export type LlamaCppOptions = {
  /** The GGUF file. */
  readonly path: string
  /** Tokens of prompt and reply together. Default: what the model was trained for, at most 8,192. */
  readonly contextTokens?: number
  /** `auto` takes the best device there is. Default false: the processor. */
  readonly gpu?: false | 'auto'
  /**
   * Threads that calculate. Default: half of the processor's. They wait for each other in loops, so that one which has
   * to share its core holds up all: on two busy cores two threads took 30 times as long as one.
   */
  readonly threads?: number
  /** Where evaluated prefixes are kept, and the bytes they may take. Default: nowhere. About 23 KB a token at 135M. */
  readonly states?: { readonly folder: string; readonly maxBytes?: number }
}

export type LlamaCppModel = LanguageModelClient & LatentState & AsyncDisposable

/**
 * Runs a GGUF model in this process through the optional peer `node-llama-cpp`.
 *
 * Replies are greedy; those with a schema follow a grammar made from it. One call runs at a time, others wait. What the
 * sequence holds of the last prompt, or a saved state, is not evaluated again and counts as cached.
 *
 * @param vendor.load Loads the peer. Default: by dynamic import.
 * @throws {ModuleMissingError} If the peer is not installed.
 * @throws {NativeModuleError} If it has no binary for this platform.
 * @throws {NotFoundError} If there is no such file.
 * @throws {ValidationError} If it is no GGUF file, or the model cannot be loaded from it.
 */
export async function createLlamaCppModel(
  options: LlamaCppOptions,
  vendor: { readonly load?: () => Promise<LlamaModule>; readonly now?: () => Date } = {},
): Promise<LlamaCppModel> {
  // First, as what is missing is to be installed before a file is of any use.
  const module = await (vendor.load ?? loadLlamaModule)()
  const fingerprint = await readFingerprint(options.path)
  const threads = options.threads ?? Math.max(1, Math.floor(availableParallelism() / 2))
  const llama = await module
    .getLlama({
      gpu: options.gpu ?? false,
      build: 'never',
      skipDownload: true,
      logLevel: 'error',
      maxThreads: threads,
    })
    .catch((cause) => {
      throw noBinary(cause)
    })
  const model = await llama.loadModel({ modelPath: options.path }).catch(async (cause) => {
    await llama.dispose()
    throw new ValidationError('path', `Cannot load a model from ${options.path}`, { cause })
  })
  const contextSize = options.contextTokens ?? Math.min(model.trainContextSize, MAX_DEFAULT_CONTEXT)
  // On a processor it reads a short question behind a long episode at half the speed. States differ in form by it.
  const flashAttention = options.states && !options.gpu ? false : 'auto'
  const context = await model
    .createContext({ contextSize, sequences: 1, threads, flashAttention })
    .catch(async (cause) => {
      await llama.dispose()
      throw new ValidationError('contextTokens', `Cannot make a context of ${contextSize} tokens`, { cause })
    })
  const sequence = context.getSequence()
  const wrapper = module.resolveChatWrapper(model)
  const places = openPlaces(1)
  const grammars = new Map<string, Promise<Grammar>>()
  const engine = [fingerprint, llama.llamaCppRelease.release, flashAttention].join(' ')
  const states: StateFiles | undefined = options.states && openFiles(options.states, vendor.now)
  const id = basename(options.path).replace(/\.gguf$/i, '')
  const closed = new AbortController()

  return {
    id,
    contextTokens: context.contextSize,
    countTokens: (text) => model.tokenize(text).length,
    stream,
    async generate(request, { signal } = {}) {
      for await (const chunk of stream(request, { signal })) if (chunk.type === 'finish') return chunk.reply
      throw new ProviderError(`${id} ended without a reply`)
    },
    async prepare(request, { signal } = {}) {
      if (!request.prefix || !states) return { tokens: 0, made: false }
      return held(signal, async (heard) => {
        const input = readRequest(request)
        replyRoom(input.boundary, context.contextSize, 1)
        // Up to the boundary and the token behind it, which is never evaluated.
        const tokens = input.tokens.slice(0, input.boundary + 1)
        const { made, fault } = await evaluatePrompt(sequence, { ...input, tokens, signal: heard }, states)
        if (fault !== undefined) throw fault
        return { tokens: input.boundary, made }
      })
    },
    async forgetStates(episode) {
      if (!states) return 0
      const removed = await states.forget(episode)
      // Behind the calls that read the episode before it was forgotten: they may keep a state yet.
      return held(undefined, async () => {
        await sequence.clearHistory()
        return removed + (await states.forget(episode))
      })
    },
    async [Symbol.asyncDispose]() {
      if (closed.signal.aborted) return
      closed.abort(new ClosedError(`The model ${id} was closed`))
      const leave = await places.take()
      // Nobody gets the place any more: what waits in line is ended by the signal.
      await context.dispose()
      await model.dispose()
      await llama.dispose()
      leave()
    },
  }

  async function* stream(
    request: ModelRequest,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<ModelChunk> {
    const heard = AbortSignal.any([closed.signal, ...(signal ? [signal] : [])])
    heard.throwIfAborted()
    const leave = await places.take(heard)
    try {
      const input = readRequest(request)
      const maxTokens = replyRoom(input.tokens.length, context.contextSize, request.maxOutputTokens)
      const grammar = request.schema && (await grammarFor(request.schema))
      const { reused, rest } = await evaluatePrompt(sequence, { ...input, signal: heard }, states)
      const generation = generateTokens(sequence, model, {
        rest,
        maxTokens,
        grammar: grammar && new module.LlamaGrammarEvaluationState({ model, grammar }),
        signal: heard,
      })
      let step = await generation.next()
      try {
        for (; !step.done; step = await generation.next()) yield { type: 'text', text: step.value }
      } finally {
        // A consumer that has left must not leave the evaluation running.
        if (!step.done) await generation.return(NOTHING)
      }
      const { text, tokens, finishReason } = step.value
      const usage = { inputTokens: input.tokens.length, cachedInputTokens: reused, outputTokens: tokens }
      yield { type: 'finish', reply: { text, finishReason, usage } }
    } catch (cause) {
      throw heard.aborted ? heard.reason : typed(cause)
    } finally {
      leave()
    }
  }

  async function held<Value>(
    signal: AbortSignal | undefined,
    work: (heard: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const heard = AbortSignal.any([closed.signal, ...(signal ? [signal] : [])])
    const leave = await places.take(heard)
    try {
      return await work(heard)
    } catch (cause) {
      throw heard.aborted ? heard.reason : typed(cause)
    } finally {
      leave()
    }
  }

  function readRequest(request: ModelRequest) {
    // The model sees the schema: a grammar alone makes it fill in a form that it cannot read.
    const { system } = inFormat(request, 'prompt')
    const tokens = promptTokens(system, request.prompt)
    const { prefix } = request
    if (!prefix) return { tokens, boundary: 0, stateOf: undefined }
    const text = request.prompt.slice(0, prefix.length)
    return {
      tokens,
      boundary: commonLength(promptTokens(system, text), tokens),
      stateOf: { model: engine, system, text, episode: prefix.episode },
    }
  }

  /** In the model's own chat template; what looks like its marks in the text stays text. */
  function promptTokens(system: string, prompt: string): readonly Token[] {
    const { contextText } = wrapper.generateContextState({
      chatHistory: [
        { type: 'system', text: system },
        { type: 'user', text: prompt },
        { type: 'model', response: [] },
      ],
    })
    return contextText.tokenize(model.tokenizer)
  }

  function grammarFor(schema: NonNullable<ModelRequest['schema']>): Promise<Grammar> {
    const rendered = JSON.stringify(grammarSchema(schema))
    const grammar = grammars.get(rendered) ?? llama.createGrammarForJsonSchema(JSON.parse(rendered))
    grammars.set(rendered, grammar)
    return grammar
  }

  function typed(cause: unknown): unknown {
    return cause instanceof ReinstateError
      ? cause
      : new ProviderError(`${id} cannot evaluate the prompt`, { cause })
  }
}

const NOTHING = { text: '', tokens: 0, finishReason: 'other' } as const

/** Memory for keys and values grows with the context; who needs more says so. */
const MAX_DEFAULT_CONTEXT = 8_192

/** Bytes of saved states: some twenty episodes of a small model. */
const DEFAULT_STATE_BYTES = 2 * 1024 ** 3

function openFiles(
  { folder, maxBytes = DEFAULT_STATE_BYTES }: NonNullable<LlamaCppOptions['states']>,
  now: () => Date = () => new Date(),
): StateFiles {
  return openStateFiles(folder, { maxBytes, now })
}
