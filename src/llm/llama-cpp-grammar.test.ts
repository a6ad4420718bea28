import { expect, test } from 'vitest'
import { z } from 'zod'
import { grammarSchema } from './llama-cpp-grammar.ts'
import { replySchema } from './replies/reply-schema.ts'

test('a strict schema is said in the words of the grammar builder', () => {
  const schema = z.object({
    kind: z.enum(['fact', 'other']).describe('What it is.'),
    units: z.array(z.object({ text: z.string(), day: z.string().nullable() })),
  })
  expect(grammarSchema(replySchema(schema))).toEqual({
    type: 'object',
    properties: {
      kind: { enum: ['fact', 'other'] },
      units: {
        type: 'array',
        items: {
          type: 'object',
          properties: { text: { type: 'string' }, day: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  })
})

test('an id of a turn and a quote have an end, however a small model writes on; other texts are free', () => {
  const schema = z.object({
    answer: z.string(),
    citations: z.array(z.object({ turn: z.string(), quote: z.string() })),
  })
  const { properties } = grammarSchema(replySchema(schema)) as { properties: Record<string, unknown> }
  expect(properties.answer).toEqual({ type: 'string' })
  expect(properties.citations).toMatchObject({
    items: {
      properties: { turn: { type: 'string', maxLength: 64 }, quote: { type: 'string', maxLength: 200 } },
    },
  })
})
