import { ModuleMissingError, NativeModuleError } from '../model/errors.ts'

// The slice of node-llama-cpp 3 that we use, as our own types: the package is an optional peer.

export type Token = number

export type LlamaModule = {
  getLlama(options: {
    readonly gpu: false | 'auto'
    readonly build: 'never'
    readonly skipDownload: boolean
    readonly logLevel: string
    readonly maxThreads: number
  }): Promise<Llama>
  resolveChatWrapper(model: LlamaModel): ChatWrapper
  readonly LlamaGrammarEvaluationState: new (options: {
    readonly model: LlamaModel
    readonly grammar: Grammar
  }) => GrammarState
}

export type Llama = {
  readonly llamaCppRelease: { readonly release: string }
  loadModel(options: { readonly modelPath: string; readonly loadSignal?: AbortSignal }): Promise<LlamaModel>
  createGrammarForJsonSchema(schema: Readonly<Record<string, unknown>>): Promise<Grammar>
  dispose(): Promise<void>
}

/** Opaque to us. */
export type Grammar = { readonly grammar: string }
export type GrammarState = { readonly clone: unknown }
export type Tokenizer = { readonly detokenize: unknown }

export type LlamaModel = {
  readonly tokenizer: Tokenizer
  readonly trainContextSize: number
  tokenize(text: string): Token[]
  detokenize(tokens: readonly Token[], specialTokens?: boolean, lastTokens?: readonly Token[]): string
  createContext(options: {
    readonly contextSize: number
    readonly sequences: number
    readonly threads: number
    readonly flashAttention: boolean | 'auto'
  }): Promise<LlamaContext>
  dispose(): Promise<void>
}

export type LlamaContext = {
  readonly contextSize: number
  getSequence(): Sequence
  dispose(): Promise<void>
}

export type Sequence = {
  readonly contextTokens: readonly Token[]
  readonly nextTokenIndex: number
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>
  evaluate(
    tokens: Token[],
    options: { readonly temperature: number; readonly grammarEvaluationState?: GrammarState },
  ): AsyncGenerator<Token, void, void>
  clearHistory(): Promise<void>
  saveStateToFile(path: string): Promise<{ readonly fileSize: number }>
  loadStateFromFile(path: string, risk: { readonly acceptRisk: true }): Promise<void>
}

export type ChatWrapper = {
  generateContextState(options: {
    readonly chatHistory: readonly (
      | { readonly type: 'system' | 'user'; readonly text: string }
      | { readonly type: 'model'; readonly response: readonly string[] }
    )[]
  }): { readonly contextText: { tokenize(tokenizer: Tokenizer): Token[] } }
}

/**
 * Loads the optional peer.
 *
 * @throws {ModuleMissingError} If it is not installed; the message has the install line.
 * @throws {NativeModuleError} If it is there and cannot be loaded.
 */
export function loadLlamaModule(): Promise<LlamaModule> {
  // By a name in a variable, so that neither compiler nor bundler look for it where it is not wanted.
  return llamaModuleFrom(() => import(PACKAGE))
}

/** The peer as `load` has it, or why not. */
export async function llamaModuleFrom(load: () => Promise<unknown>): Promise<LlamaModule> {
  try {
    return (await load()) as LlamaModule
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    if (missing && cause.message.includes(`'${PACKAGE}'`)) {
      throw new ModuleMissingError(`Cannot run a GGUF model as ${PACKAGE} is not installed: ${INSTALL}`, {
        cause,
      })
    }
    throw new NativeModuleError(`Cannot load ${PACKAGE}; install it for this platform: ${INSTALL}`, { cause })
  }
}

/** A library that loads and whose binary for this platform does not. */
export function noBinary(cause: unknown): NativeModuleError {
  return new NativeModuleError(
    `Cannot start llama.cpp as ${PACKAGE} has no binary for this platform: ${INSTALL}`,
    { cause },
  )
}

const PACKAGE: string = 'node-llama-cpp'
const INSTALL = 'npm install node-llama-cpp'
