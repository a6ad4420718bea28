import type { ModelRequest } from './model-client.ts'

/**
 * How a model is told the form of its reply: by the provider's structured output with the schema, by its mode for any
 * JSON object, or in words alone.
 */
export type ReplyFormat = 'schema' | 'object' | 'prompt'

/** The slice of the AI SDK's call options that bears on the form. */
export type FormatOptions = {
  readonly system: string
  readonly responseFormat?:
    | { readonly type: 'json'; readonly schema?: ModelRequest['schema']; readonly name?: string }
    | undefined
}

/** The format to try where a provider does not know this one; undefined after words alone. */
export function nextFormat(format: ReplyFormat): ReplyFormat | undefined {
  return format === 'schema' ? 'object' : format === 'object' ? 'prompt' : undefined
}

/**
 * The request in a format. The schema stands in the system prompt, which is the same for all requests of a task, so
 * that a provider's prefix cache keeps it.
 */
export function inFormat({ task, system, schema }: ModelRequest, format: ReplyFormat): FormatOptions {
  if (schema === undefined) return { system }
  if (format === 'schema') return { system, responseFormat: { type: 'json', schema, name: task } }
  const described = `${system}\n\nReply with one JSON object and nothing else. It fits the JSON Schema "${task}":\n${JSON.stringify(schema)}`
  return format === 'object' ? { system: described, responseFormat: { type: 'json' } } : { system: described }
}
