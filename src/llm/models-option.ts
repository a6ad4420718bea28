import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider'
import type { ModelRole } from '../model/usage.ts'
import type { LanguageModelClient } from './model-client.ts'

/** A language model: an AI SDK model object, or a client of our own. A bare name is refused: it says no endpoint. */
export type ModelOption = LanguageModelV3 | LanguageModelV2 | LanguageModelClient

/**
 * One model for every role, or one a role. A role that is not named has no model, and its stage does without; only the
 * assistant is the reader's model then.
 */
export type ModelsOption = ModelOption | { readonly [role in ModelRole]?: ModelOption | undefined }
