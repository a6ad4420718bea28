import { ValidationError } from '../model/errors.ts'
import type { TokenUsage } from '../model/usage.ts'
import type { FinishReason } from './model-client.ts'

/** The slice of the AI SDK's `LanguageModel` that we use; specifications 2 and 3 agree in it but for two shapes. */
export type SdkModel = {
  readonly specificationVersion: 'v2' | 'v3'
  readonly modelId: string
  /** Where the model has it: whether the provider takes a schema. */
  readonly supportsStructuredOutputs?: boolean
  doGenerate(options: SdkCallOptions): PromiseLike<SdkResult>
  doStream(options: SdkCallOptions): PromiseLike<{ readonly stream: AsyncIterable<SdkStreamPart> }>
}

export type SdkCallOptions = {
  readonly prompt: readonly (
    | { readonly role: 'system'; readonly content: string }
    | { readonly role: 'user'; readonly content: readonly { readonly type: 'text'; readonly text: string }[] }
  )[]
  readonly maxOutputTokens: number
  readonly responseFormat?: { readonly type: 'json' } | undefined
  readonly abortSignal?: AbortSignal
}

export type SdkResult = {
  readonly content: readonly { readonly type: string; readonly text?: unknown }[]
  readonly finishReason: SdkFinishReason
  readonly usage: SdkUsage
  readonly warnings?: readonly SdkWarning[]
}

/** Parts of which only some fields are named: each release has further ones. */
export type SdkStreamPart = {
  readonly type: string
  readonly delta?: unknown
  readonly error?: unknown
  readonly finishReason?: SdkFinishReason
  readonly usage?: SdkUsage
  readonly warnings?: readonly SdkWarning[]
}

/** A name in specification 2, an object in 3. */
type SdkFinishReason = string | { readonly unified: string }

/** Numbers in specification 2, objects in 3. */
type SdkUsage = {
  readonly inputTokens?:
    | number
    | { readonly total?: number | undefined; readonly cacheRead?: number | undefined }
    | undefined
  readonly outputTokens?: number | { readonly total?: number | undefined } | undefined
  readonly cachedInputTokens?: number | undefined
}

/** `feature` in specification 3, `setting` in 2. */
export type SdkWarning = { readonly type: string; readonly feature?: string; readonly setting?: unknown }

/** Whether it looks like a language model object of the AI SDK, of whatever specification. */
export function isSdkModel(value: unknown): value is { readonly specificationVersion: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'specificationVersion' in value &&
    'doGenerate' in value &&
    typeof value.doGenerate === 'function'
  )
}

/**
 * Takes a model object of the AI SDK for what we use of it.
 *
 * @param path Names the option in errors.
 * @throws {ValidationError} If it follows another specification.
 */
export function asSdkModel(value: { readonly specificationVersion: unknown }, path: string): SdkModel {
  const { specificationVersion: version } = value
  if (version === 'v2' || version === 'v3') return value as SdkModel
  throw new ValidationError(
    path,
    `${path} must be an AI SDK language model of specification v2 or v3 (AI SDK 5 or 6): this one follows '${String(version)}'`,
  )
}

export function readFinishReason(reason: SdkFinishReason | undefined): FinishReason | 'error' {
  const name = typeof reason === 'object' ? reason.unified : reason
  switch (name) {
    case 'stop':
    case 'length':
    case 'content-filter':
    case 'error':
      return name
    default:
      return 'other'
  }
}

export function readUsage(usage: SdkUsage | undefined): TokenUsage {
  const { inputTokens: input, outputTokens: output, cachedInputTokens } = usage ?? {}
  return {
    inputTokens: count(typeof input === 'object' ? input.total : input),
    cachedInputTokens: count(typeof input === 'object' ? input.cacheRead : cachedInputTokens),
    outputTokens: count(typeof output === 'object' ? output.total : output),
  }
}

/** Some providers give NaN where they do not know. */
function count(tokens: unknown): number | undefined {
  return typeof tokens === 'number' && tokens >= 0 ? tokens : undefined
}

/** Whether the model says that it has not heeded the schema. */
export function ignoresSchema(warnings: readonly SdkWarning[] | undefined): boolean {
  return (warnings ?? []).some(
    ({ type, feature, setting }) =>
      type.startsWith('unsupported') && (feature ?? setting) === 'responseFormat',
  )
}
