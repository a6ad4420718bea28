import { MalformedModelOutputError } from '../model/errors.ts'
import type { ModelCaller } from './model-caller.ts'
import type { ModelReply, ModelRequest } from './model-client.ts'
import { neutralise } from './neutralise.ts'
import { type ReadReply, readReply } from './replies/read-reply.ts'
import { replySchema } from './replies/reply-schema.ts'
import type { Task } from './task.ts'

export type TaskResult<Output> = {
  readonly value: Output
  /** Whether the reply was cut, so that `value` holds only what was whole in it. */
  readonly truncated: boolean
  /** Whether the model had to be asked a second time. */
  readonly reasked: boolean
  /** The reply as it came. */
  readonly text: string
}

export type RunTaskOptions = {
  readonly signal?: AbortSignal | undefined
  /** Asked when a reply cannot be read: whether there is a call left to ask again. Default: there is. */
  readonly mayReask?: (() => boolean) | undefined
}

/**
 * Asks a language model for what a task describes, and once more, saying what was wrong, where the reply cannot be
 * read.
 *
 * @throws {MalformedModelOutputError} If the last reply cannot be read either; with its text and why it ended.
 * @throws {ProviderError} If the model could not be asked, or the provider's filter ended the reply; then it is not
 *   asked again.
 */
export async function runTask<Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  caller: ModelCaller,
  { signal, mayReask = () => true }: RunTaskOptions = {},
): Promise<TaskResult<Output>> {
  const request: ModelRequest = {
    task: task.name,
    ...task.prompt(input),
    schema: replySchema(task.schema),
    maxOutputTokens: task.maxOutputTokens(input),
  }
  const reply = await caller.generate(request, { signal })
  const read = readReply(reply, task.schema)
  if (read.success) return { value: read.value, truncated: read.truncated, reasked: false, text: reply.text }
  if (!mayReask()) throw unreadable(task, caller, { reply, fault: read.fault, request })

  const again = reasking(request, reply, read, caller.model)
  const second = await caller.generate(again, { signal, reask: true })
  const reread = readReply(second, task.schema)
  if (reread.success)
    return { value: reread.value, truncated: reread.truncated, reasked: true, text: second.text }
  throw unreadable(task, caller, {
    reply: second,
    fault: `also after asking again: ${reread.fault}`,
    request: again,
  })
}

function unreadable(
  { name }: { readonly name: string },
  { model }: ModelCaller,
  {
    reply,
    fault,
    request,
  }: { readonly reply: ModelReply; readonly fault: string; readonly request: ModelRequest },
): MalformedModelOutputError {
  const cut = reply.finishReason === 'length' ? ` (cut at ${request.maxOutputTokens} tokens)` : ''
  return new MalformedModelOutputError(`Cannot read the reply of ${model.id} to “${name}”, ${fault}${cut}`, {
    rawText: reply.text,
    finishReason: reply.finishReason,
  })
}

/** The request that says what was wrong with a reply; the system part stays, for the provider's cache. */
function reasking(
  request: ModelRequest,
  reply: ModelReply,
  read: ReadReply<unknown> & { success: false },
  model: ModelCaller['model'],
): ModelRequest {
  const prompt = [
    request.prompt,
    `Your previous reply was:\n${neutralise(shortened(reply.text))}`,
    read.truncated
      ? `It could not be used: it was cut off at ${request.maxOutputTokens} tokens. Reply again from the beginning, shorter.`
      : `It could not be used: ${read.fault}. Reply again, in whole.`,
    'Reply with the JSON object and nothing else; escape quotation marks inside strings.',
  ].join('\n\n')
  const maxOutputTokens = read.truncated ? moreTokens(request, prompt, model) : request.maxOutputTokens
  return { ...request, prompt, maxOutputTokens }
}

/** Twice the tokens, as far as the model's context has room for them. */
function moreTokens(
  { system, maxOutputTokens }: ModelRequest,
  prompt: string,
  model: ModelCaller['model'],
): number {
  const { contextTokens, countTokens } = model
  if (contextTokens === undefined) return maxOutputTokens * 2
  const text = system + prompt
  const room = contextTokens - (countTokens ? countTokens(text) : text.length / MIN_CHARACTERS_PER_TOKEN)
  return Math.max(maxOutputTokens, Math.min(maxOutputTokens * 2, Math.floor(room)))
}

/** A careful guess for models whose tokenizer is out of reach; English has 4 to 5. */
const MIN_CHARACTERS_PER_TOKEN = 3

/** Both ends, where faults lie. */
function shortened(text: string): string {
  return text.length <= MAX_QUOTED
    ? text
    : `${text.slice(0, MAX_QUOTED / 2)} … ${text.slice(-MAX_QUOTED / 2)}`
}

/** Characters of an unreadable reply that are shown to the model again. */
const MAX_QUOTED = 800
