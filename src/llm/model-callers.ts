import { ValidationError } from '../model/errors.ts'
import type { ModelCall, ModelRole } from '../model/usage.ts'
import { fromLanguageModel } from './ai-sdk-client.ts'
import type { CallBounds } from './call-limits.ts'
import { createModelCaller } from './create-model-caller.ts'
import type { ModelCallers } from './model-caller.ts'
import type { LanguageModelClient } from './model-client.ts'
import type { ModelOption, ModelsOption } from './models-option.ts'
import { asSdkModel, isSdkModel } from './sdk-model.ts'

/**
 * Who fills a role, the role itself first. A role that is not named stays empty, so that nobody pays for what they did
 * not ask for; only the deep mode's assistants, which read where that mode is asked for, are the reader's else.
 */
const STAND_INS: Readonly<Record<ModelRole, readonly ModelRole[]>> = {
  writer: ['writer'],
  reader: ['reader'],
  assistant: ['assistant', 'reader'],
}

export type ModelCallersOptions = {
  /** One for all roles, so that together they stay within it. */
  readonly limits: CallBounds
  readonly record?: ((call: ModelCall) => void) | undefined
}

/**
 * Puts the models that a user gave into their roles; a role that is not named has none, but the assistant's, which is
 * the reader's then.
 *
 * @throws {ValidationError} With the path of what is no model: a bare name among them, which names no endpoint.
 */
export function createModelCallers(
  models: ModelsOption | undefined,
  { limits, record }: ModelCallersOptions,
): ModelCallers {
  const given = models === undefined ? {} : byRole(models)
  /** One client for a model that fills several roles, so that what it learns of its endpoint is learnt once. */
  const clients = new Map<ModelOption, LanguageModelClient>()
  const callerOf = (role: ModelRole) => {
    const from = STAND_INS[role].find((standIn) => given[standIn] !== undefined)
    const option = from && given[from]
    if (from === undefined || option === undefined) return undefined
    const client = clients.get(option) ?? clientOf(option, models === option ? 'models' : `models.${from}`)
    clients.set(option, client)
    return createModelCaller(client, { role, limits, record })
  }
  return { writer: callerOf('writer'), reader: callerOf('reader'), assistant: callerOf('assistant') }
}

type ByRole = { readonly [role in ModelRole]?: ModelOption | undefined }

function byRole(models: ModelsOption): ByRole {
  if (isModel(models)) return { writer: models, reader: models, assistant: models }
  if (typeof models !== 'object' || models === null) throw noModel(models, 'models')
  const unknown = Object.keys(models).find((role) => !(role in STAND_INS))
  if (unknown === undefined) return models
  throw new ValidationError(
    `models.${unknown}`,
    `models must be one model or an object with writer, reader and assistant: it has '${unknown}'`,
  )
}

const isModel = (value: ModelsOption): value is ModelOption => isSdkModel(value) || isClient(value)

function isClient(value: unknown): value is LanguageModelClient {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'generate' in value &&
    typeof value.generate === 'function' &&
    'stream' in value &&
    typeof value.stream === 'function'
  )
}

function clientOf(option: ModelOption, path: string): LanguageModelClient {
  if (isClient(option)) return option
  if (!isSdkModel(option)) throw noModel(option, path)
  asSdkModel(option, path)
  return fromLanguageModel(option)
}

function noModel(value: unknown, path: string): ValidationError {
  const what = typeof value === 'string' ? `the bare name '${value}'` : typeof value
  return new ValidationError(
    path,
    `${path} must be a model object: current value is ${what}. A bare name would go to a hosted gateway; give an AI SDK model object, or createOpenAICompatibleModel({ baseURL, model })`,
  )
}
