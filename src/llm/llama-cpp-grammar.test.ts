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
