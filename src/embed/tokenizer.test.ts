import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readTokenizer } from './tokenizer.ts'

const definition = await readFile(new URL('../../models/e5-small-v2/tokenizer.json', import.meta.url), 'utf8')
const tokenise = readTokenizer(definition, 512)

// Ids of BERT's uncased vocabulary.
const [CLS, SEP, TEA] = [101, 102, 5572]

test('a text stands between its special tokens', () => {
  expect(tokenise('tea Tea')).toEqual([CLS, TEA, TEA, SEP])
  expect(tokenise('')).toEqual([CLS, SEP])
})

test('a text of 510 tokens is whole, a longer one loses its end but not the closing token', () => {
  const whole = [CLS, ...new Array<number>(510).fill(TEA), SEP]
  expect(tokenise('tea '.repeat(510))).toEqual(whole)
  expect(tokenise(`${'tea '.repeat(510)}harbour`)).toEqual(whole)
})

test('half a surrogate pair, controls and unknown signs are tokens like others', () => {
  for (const text of ['\ud800', '\u0000', '\u{1fad6}', '\udc00tea'])
    expect(tokenise(text).length).toBeGreaterThanOrEqual(2)
})

test('a definition that is no JSON is refused', () => {
  expect(() => readTokenizer('{', 512)).toThrow(SyntaxError)
})
