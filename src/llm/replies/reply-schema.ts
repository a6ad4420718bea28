import { z } from 'zod'
import type { JsonSchema } from '../model-client.ts'

/**
 * Renders a schema as JSON Schema of the subset that strict structured output accepts everywhere: every property is
 * required and none is added, what may be absent may be null, and no bound on a length, number or format is named.
 * Bounds are checked on the reply.
 *
 * @throws {TypeError} If the schema is no object, or has a part outside the subset (a record, a tuple, an
 *   intersection).
 */
export function replySchema(schema: z.ZodType): JsonSchema {
  const known = RENDERED.get(schema)
  if (known !== undefined) return known
  const strict = render(schema)
  RENDERED.set(schema, strict)
  return strict
}

/** A task asks with the same schema again and again; rendering it takes a millisecond. */
const RENDERED = new WeakMap<z.ZodType, JsonSchema>()

function render(schema: z.ZodType): JsonSchema {
  const rendered = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      // What falls back is asked for all the same: the fallback is for replies, not for the model to choose.
      if (zodSchema._zod.def.type === 'catch') Object.assign(jsonSchema, { [ASKED_FOR]: true })
    },
  })
  const strict = strictly(rendered, '')
  if (strict.type !== 'object') throw new TypeError('Cannot ask for a reply whose schema is no object')
  return strict
}

/** Marks, until it is rendered, a property that is required though its schema accepts its absence. */
const ASKED_FOR = 'x-asked-for'

type Node = Readonly<Record<string, unknown>>

function strictly(node: Node, path: string): JsonSchema {
  const refused = ['allOf', 'prefixItems', 'propertyNames', 'patternProperties'].find((key) => key in node)
  if (refused)
    throw new TypeError(`Cannot ask for ${path || 'a reply'} as ${refused} is no part of strict output`)
  const kept: Record<string, unknown> = {}
  for (const key of ['$ref', 'type', 'description', 'enum'] as const) if (key in node) kept[key] = node[key]
  if ('const' in node) kept.enum = [node.const]
  const choices = node.anyOf ?? node.oneOf
  if (Array.isArray(choices)) kept.anyOf = choices.map((choice: Node) => strictly(choice, path))
  if (isNode(node.items)) kept.items = strictly(node.items, `${path}[]`)
  if (isNode(node.$defs)) kept.$defs = mapValues(node.$defs, (part) => strictly(part, path))
  if (node.type === 'object') Object.assign(kept, properties(node, path))
  return Array.isArray(kept.type) ? separated(kept, kept.type) : kept
}

/** Several types as choices of one type each: not every provider knows the list. */
function separated({ description, ...form }: Node, types: readonly unknown[]): JsonSchema {
  const { enum: words, ...rest } = form
  const anyOf = types.map((type) => {
    if (type === 'null' || !Array.isArray(words)) return { ...(type === 'null' ? {} : rest), type }
    return { ...rest, type, enum: words.filter((word) => word !== null) }
  })
  return description === undefined ? { anyOf } : { description, anyOf }
}

function properties(node: Node, path: string): Node {
  const parts = isNode(node.properties) ? node.properties : {}
  const required = new Set(Array.isArray(node.required) ? node.required : [])
  return {
    properties: mapValues(parts, (part, key) => {
      const strict = strictly(part, path ? `${path}.${key}` : key)
      return required.has(key) || ASKED_FOR in part ? strict : nullable(strict)
    }),
    required: Object.keys(parts),
    additionalProperties: false,
  }
}

function nullable(schema: JsonSchema): JsonSchema {
  const choices: readonly unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf : []
  if (schema.type === 'null' || choices.some((choice) => isNode(choice) && choice.type === 'null'))
    return schema
  const { description, ...form } = schema
  const anyOf = [...(choices.length > 0 ? choices : [form]), { type: 'null' }]
  return description === undefined ? { anyOf } : { description, anyOf }
}

function mapValues(node: Node, change: (part: Node, key: string) => JsonSchema): Node {
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => [key, change(isNode(part) ? part : {}, key)]),
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
