import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldStream } from './field-stream.ts'

function streamed(chunks: readonly string[], field = 'answer'): string[] {
  const next = fieldStream(field)
  return chunks.map(next)
}

/** Cuts a text at the given places. */
function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [...ends, text.length].map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1]!, end))
}

const reply = fc.record({
  reasoning: fc.string({ unit: 'binary' }),
  answer: fc.string({ unit: 'binary' }),
  citations: fc.array(fc.record({ turn: fc.string(), quote: fc.option(fc.string()) })),
})
const places = fc.array(fc.nat(), { maxLength: 40 })

/** JSON in which every code unit outside of ASCII is an escape. */
function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/gu, (all) =>
    Array.from(
      { length: all.length },
      (_, at) => `\\u${all.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

test('however a reply is cut, the pieces joined are the text of the field', () => {
  fc.assert(
    fc.property(reply, places, fc.boolean(), fc.constantFrom(undefined, 1), (value, cuts, ascii, indent) => {
      const json = JSON.stringify(value, undefined, indent)
      const text = ascii ? inAscii(json) : json
      expect(streamed(cutAt(text, cuts)).join('')).toBe(value.answer)
      expect(streamed([...text].flatMap((each) => each.split(''))).join('')).toBe(value.answer)
    }),
  )
})

test('no piece ends between the halves of a surrogate pair', () => {
  const whole = fc.string({ unit: fc.constantFrom('🎻', 'a', '𝔄', '\n') })
  fc.assert(
    fc.property(whole, fc.boolean(), places, (answer, ascii, cuts) => {
      const json = JSON.stringify({ answer })
      for (const piece of streamed(cutAt(ascii ? inAscii(json) : json, cuts))) {
        expect(piece).not.toMatch(/[\ud800-\udbff]$|^[\udc00-\udfff]/)
      }
    }),
  )
})

test('text comes as soon as it stands in the reply', () => {
  expect(streamed(['{"reasoning": "x", "ans', 'wer": "By tr', 'am\\', 'n', 'now", "citations'])).toEqual([
    '',
    'By tr',
    'am',
    '\n',
    'now',
  ])
})

test('neither reasoning nor syntax comes out, though they speak of the field', () => {
  const text = JSON.stringify({
    reasoning: 'The "answer": "no", {"answer": "no"} is',
    tag: 'answer',
    answer: 'yes',
  })
  expect(streamed([text]).join('')).toBe('yes')
})

test('a fence, a preface or a wrapper does no harm', () => {
  expect(streamed(['Here is the "answer": it\n```json\n{"answer": "a"}\n```']).join('')).toBe('a')
  expect(streamed(['{"result": {"answer": "a"}}']).join('')).toBe('a')
})

test('a field that is no string gives nothing', () => {
  expect(streamed(['{"answer": null, "reasoning": "x"}']).join('')).toBe('')
  expect(streamed(['{"answer": [', '"a"]}']).join('')).toBe('')
  expect(streamed(['no object at all']).join('')).toBe('')
})
