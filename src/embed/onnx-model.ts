import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { NativeModuleError, ReinstateError } from '../model/errors.ts'

/** Runs a BERT-like encoder on the tokens of one text: `last_hidden_state`, a row for each token. */
export type RunModel = (tokens: readonly number[]) => Promise<Float32Array>

/** What is used of onnxruntime-node, which ships no types. */
export type OnnxRuntime = {
  readonly InferenceSession: { create(path: string, options: SessionOptions): Promise<OnnxSession> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => OnnxTensor
}
type SessionOptions = {
  readonly intraOpNumThreads: number
  readonly interOpNumThreads: number
  readonly graphOptimizationLevel: 'all'
}
type OnnxSession = {
  run(
    feeds: Readonly<Record<string, OnnxTensor>>,
    outputs: readonly string[],
  ): Promise<Record<string, OnnxTensor>>
}
type OnnxTensor = { readonly data: unknown }

/**
 * Opens an ONNX encoder with inputs `input_ids`, `attention_mask`, `token_type_ids` and output `last_hidden_state`.
 *
 * @param options.threads Threads of one run, at least 1; what comes out does not depend on them. Default 1.
 * @param options.importRuntime Loads the native runtime.
 * @throws {NativeModuleError} If the runtime cannot be loaded.
 * @throws {ReinstateError} Code `embedding-model-file`, if the file is missing or is no model.
 */
export async function openModel(
  path: string,
  {
    threads = 1,
    importRuntime = requireRuntime,
  }: { threads?: number; importRuntime?: () => Promise<OnnxRuntime> } = {},
): Promise<RunModel> {
  await access(path).catch((cause) => {
    throw modelFault(path, cause)
  })
  const runtime = await importRuntime().catch((cause) => {
    throw new NativeModuleError(runtimeMessage(), { cause })
  })
  const session = await runtime.InferenceSession.create(path, sessionOptions(threads)).catch((cause) => {
    throw modelFault(path, cause)
  })
  return (tokens) => run(runtime, session, tokens)
}

/** The error for a file of the embedding model that cannot be used. */
export function modelFault(path: string, cause: unknown): ReinstateError {
  const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  const what = missing ? 'the file does not exist' : 'the file cannot be read as such'
  return new ReinstateError('embedding-model-file', `Cannot load the embedding model from ${path}: ${what}`, {
    cause,
  })
}

const sessionOptions = (threads: number): SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
})

async function run(
  { Tensor }: OnnxRuntime,
  session: OnnxSession,
  tokens: readonly number[],
): Promise<Float32Array> {
  const shape = [1, tokens.length]
  const feeds = {
    input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(tokens.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(tokens.length), shape),
  }
  const { last_hidden_state: output } = await session.run(feeds, ['last_hidden_state'])
  // Its memory belongs to the JavaScript heap in this release of the runtime: there is nothing to dispose of.
  return output!.data as Float32Array
}

async function requireRuntime(): Promise<OnnxRuntime> {
  return createRequire(import.meta.url)('onnxruntime-node') as OnnxRuntime
}

function runtimeMessage(): string {
  return (
    `Cannot load onnxruntime-node on ${process.platform} ${process.arch}, Node ${process.versions.node}: ` +
    'reinstall it on this machine (npm install onnxruntime-node@1.16.3), or hand openMemory another embedder'
  )
}
