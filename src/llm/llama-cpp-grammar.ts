import type { JsonSchema } from './model-client.ts'

/**
 * A JSON Schema of the strict subset in the words that llama.cpp's grammar builder knows: `oneOf` for `anyOf`, and a
 * choice of words without its type. Descriptions are for the model to read, not for the grammar.
 */
export function grammarSchema(schema: JsonSchema): JsonSchema {
  const { type, properties, items, anyOf, $defs, $ref } = schema
  const words = schema.enum
  const defs = isSchema($defs) ? { $defs: eachOf($defs) } : {}
  if ($ref !== undefined) return { $ref }
  if (Array.isArray(words)) return { enum: words }
  if (Array.isArray(anyOf))
    return { oneOf: anyOf.map((choice: JsonSchema) => grammarSchema(choice)), ...defs }
  if (type === 'array' && isSchema(items)) {
    const bound = items.type === 'string' ? { maxItems: MOST_WORDS } : {}
    return { type, items: grammarSchema(items), ...bound, ...defs }
  }
  if (type === 'object' && isSchema(properties)) {
    return { type, properties: eachOf(properties), additionalProperties: false, ...defs }
  }
  return { type }
}

/** In characters. Small models write on at the id of a turn or at a quote until the reply is cut, and nothing can be read. */
const MOST_CHARACTERS: Readonly<Record<string, number>> = { turn: 64, quote: 200 }

/** Names, ids or words in one list. Small models repeat themselves until a reply is cut; no task asks for so many. */
const MOST_WORDS = 12

function eachOf(parts: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(parts).map(([key, part]) => {
      if (!isSchema(part)) return [key, {}]
      const maxLength = part.type === 'string' ? MOST_CHARACTERS[key] : undefined
      return [key, { ...grammarSchema(part), ...(maxLength && { maxLength }) }]
    }),
  )
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
