import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Embedder } from '../src/embed/embedder.ts'
import { cachedEmbedder } from './embedding-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-cache-'))
})
afterEach(() => rm(folder, { recursive: true }))

function countingEmbedder(id: string): Embedder & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    id,
    asked,
    dimension: 2,
    async embed(texts, kind) {
      asked.push(...texts)
      return texts.map((text) => Float32Array.of(text.length, kind === 'question' ? 1 : 2))
    },
  }
}

test('a text is embedded once, also by a second cache on the same folder', async () => {
  const inner = countingEmbedder('a')
  await cachedEmbedder(inner, folder).embed(['one', 'three'], 'passage')
  const vectors = await cachedEmbedder(inner, folder).embed(['three', 'new', 'one'], 'passage')
  expect(inner.asked).toEqual(['one', 'three', 'new'])
  expect(vectors).toEqual([Float32Array.of(5, 2), Float32Array.of(3, 2), Float32Array.of(3, 2)])
})

test('another kind or another embedder has vectors of its own', async () => {
  const [a, b] = [countingEmbedder('a'), countingEmbedder('b')]
  await cachedEmbedder(a, folder).embed(['one'], 'passage')
  await cachedEmbedder(a, folder).embed(['one'], 'question')
  await cachedEmbedder(b, folder).embed(['one'], 'passage')
  expect(a.asked).toEqual(['one', 'one'])
  expect(b.asked).toEqual(['one'])
})
