import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

test('a text that another process has taken upon itself is waited for, unless that process has ended', async () => {
  const other = async (code: string) => {
    const script = `import { cachedEmbedder } from ${JSON.stringify(new URL('./embedding-cache.ts', import.meta.url).href)}
      const embedder = { id: 'a', dimension: 2, async embed(texts) {
        process.stdout.write('begun\\n')
        ${code}
        return texts.map(() => Float32Array.of(7, 7))
      } }
      await cachedEmbedder(embedder, ${JSON.stringify(folder)}).embed(['one'], 'passage')`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }
  const inner = countingEmbedder('a')
  const dying = await other('await new Promise(() => setInterval(() => {}, 1000))')
  dying.kill('SIGKILL')
  await once(dying, 'close')
  const living = await other('await new Promise((resolve) => setTimeout(resolve, 300))')
  // It may have ended before what it made is seen here.
  const ended = once(living, 'close')
  expect(await cachedEmbedder(inner, folder).embed(['one', 'two'], 'passage')).toEqual([
    Float32Array.of(7, 7),
    Float32Array.of(3, 2),
  ])
  expect(inner.asked).toEqual(['two'])
  await ended
}, 60_000)
