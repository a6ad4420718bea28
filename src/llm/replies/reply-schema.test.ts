import { expect, test } from 'vitest'
import { z } from 'zod'
import { replySchema } from './reply-schema.ts'

test('a schema is rendered without bounds, with every key required and what may be absent nullable', () => {
  const schema = z.object({
    text: z.string().min(1).max(200).describe('One sentence.'),
    day: z.iso.date().optional().describe('YYYY-MM-DD.'),
    order: z.enum(['before', 'after']).catch('before'),
    count: z.int().min(0).max(9).default(0),
    place: z.string().nullable(),
    sign: z.enum(['plus', 'minus']).nullable(),
    span: z.object({ first: z.string() }).nullish(),
    kind: z.literal('unit'),
    tags: z.array(z.string()).min(1).max(5).readonly(),
  })
  expect(replySchema(schema)).toEqual({
    type: 'object',
    properties: {
      text: { type: 'string', description: 'One sentence.' },
      day: { description: 'YYYY-MM-DD.', anyOf: [{ type: 'string' }, { type: 'null' }] },
      order: { type: 'string', enum: ['before', 'after'] },
      count: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      place: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      sign: { anyOf: [{ type: 'string', enum: ['plus', 'minus'] }, { type: 'null' }] },
      span: {
        anyOf: [
          {
            type: 'object',
            properties: { first: { type: 'string' } },
            required: ['first'],
            additionalProperties: false,
          },
          { type: 'null' },
        ],
      },
      kind: { type: 'string', enum: ['unit'] },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['text', 'day', 'order', 'count', 'place', 'sign', 'span', 'kind', 'tags'],
    additionalProperties: false,
  })
})

test('a schema that reads several forms asks for one', () => {
  const units = z.object({ units: z.array(z.object({ text: z.string().min(3) })) })
  const tolerant = z
    .preprocess((reply) => (Array.isArray(reply) ? { units: reply } : reply), units)
    .transform((reply) => reply.units)
  expect(replySchema(tolerant)).toEqual({
    type: 'object',
    properties: {
      units: {
        type: 'array',
        items: {
          type: 'object',
          properties: { text: { type: 'string' } },
          required: ['text'],
          additionalProperties: false,
        },
      },
    },
    required: ['units'],
    additionalProperties: false,
  })
})

test('a union becomes a choice and names none of the forbidden words', () => {
  const schema = z.object({
    one: z.discriminatedUnion('type', [
      z.object({ type: z.literal('day'), day: z.iso.datetime() }),
      z.object({ type: z.literal('none'), note: z.string().max(5).optional() }),
    ]),
  })
  const rendered = JSON.stringify(replySchema(schema))
  expect(rendered).toContain('"anyOf"')
  for (const word of FORBIDDEN) expect(rendered).not.toContain(`"${word}"`)
})

test.each([
  ['a list', z.array(z.string())],
  ['a record', z.object({ counts: z.record(z.string(), z.number()) })],
  ['a tuple', z.object({ pair: z.tuple([z.string(), z.number()]) })],
])('%s cannot be asked for', (_, schema) => {
  expect(() => replySchema(schema)).toThrow(TypeError)
})

const FORBIDDEN = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'format',
  'pattern',
  'default',
  '$schema',
  'not',
  'oneOf',
  'const',
]
