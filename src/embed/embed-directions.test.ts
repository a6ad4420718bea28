import { expect, test } from 'vitest'
import { embedDirections } from './embed-directions.ts'
import type { Embedder } from './embedder.ts'

const calls: (readonly string[])[] = []
const embedder: Embedder = {
  id: 'lengths',
  dimension: 1,
  async embed(texts) {
    calls.push(texts)
    return texts.map((text) => Float32Array.of(text.length))
  },
}

test('texts are embedded in one call, and one without a direction keeps its place', async () => {
  calls.length = 0
  const vectors = await embedDirections(['ab', '', 'c'], 'question', { embedder, signal: undefined })
  expect(vectors).toEqual([Float32Array.of(2), undefined, Float32Array.of(1)])
  expect(calls).toEqual([['ab', '', 'c']])
})

test('nothing is asked for no text, nor once the signal has aborted', async () => {
  calls.length = 0
  expect(await embedDirections([], 'passage', { embedder, signal: undefined })).toEqual([])
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(embedDirections(['a'], 'passage', { embedder, signal })).rejects.toThrow('enough')
  expect(calls).toEqual([])
})
