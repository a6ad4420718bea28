import type { z } from 'zod'
import type { TaskName } from '../model/usage.ts'
import type { PromptPrefix } from './model-client.ts'

/**
 * What a language model is asked for: the prompt as a pure function of its input, the form of the reply, and how a
 * reply is read. One file a task.
 */
export type Task<Input, Output> = {
  readonly name: TaskName
  prompt(input: Input): {
    readonly system: string
    readonly prompt: string
    readonly prefix?: PromptPrefix | undefined
  }
  /**
   * The form of the reply. Field descriptions state format and unit. Bounds on lengths and numbers are checked here,
   * after the reply, and never reach the provider: strict structured output refuses such keywords.
   */
  readonly schema: z.ZodType<Output>
  /** Upper bound of the reply. */
  maxOutputTokens(input: Input): number
}
