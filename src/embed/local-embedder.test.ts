import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NativeModuleError, ReinstateError } from '../model/errors.ts'
import { createLocalEmbedder, sharedLocalEmbedder } from './local-embedder.ts'
import { openModel } from './onnx-model.ts'

const embedder = sharedLocalEmbedder()
/** The model before its operators were fused, where the benchmark data is at hand. */
const EXPORT = fileURLToPath(new URL('../../../shared/models/e5-small-v2-q/model.onnx', import.meta.url))
const MODEL = fileURLToPath(new URL('../../models/e5-small-v2', import.meta.url))

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0)

test('vectors come in input order, 384 numbers of length 1, whatever the lengths of the texts', async () => {
  const texts = [
    'a '.repeat(700),
    'tea',
    'We moved to the coast in spring, and the boat came along.',
    'tea',
    '',
    '茶 🫖',
  ]
  const vectors = await embedder.embed(texts, 'passage')
  expect(vectors.map((v) => v.length)).toEqual(texts.map(() => 384))
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
  expect(vectors[1]).toEqual(vectors[3])
  expect(vectors[1]).not.toEqual(vectors[2])
})

test('a text has the same vector alone as among others', async () => {
  const texts = ['The kettle is on.', 'long '.repeat(300), 'Maud paints boats every Sunday.']
  const together = await embedder.embed(texts, 'passage')
  for (const [i, text] of texts.entries()) {
    expect((await embedder.embed([text], 'passage'))[0]).toEqual(together[i])
  }
})

test('many texts at once, which several threads run, have the vectors that each has alone', async () => {
  const texts = Array.from(
    { length: 40 },
    (_, i) => `Crate ${i}: ${'amphora from Delos, '.repeat((i * i) % 90)}`,
  )
  const together = await embedder.embed(texts, 'passage')
  for (const [i, text] of texts.entries())
    expect((await embedder.embed([text], 'passage'))[0]).toEqual(together[i])
})

test.skipIf(!existsSync(EXPORT))(
  'the fused graph gives the vectors of the export that it was made of, number for number',
  async () => {
    const [fused, plain] = [await openModel(join(MODEL, 'model.onnx')), await openModel(EXPORT)]
    for (const length of [2, 3, 11, 40, 128, 511, 512]) {
      const tokens = Array.from({ length }, (_, i) => 1_000 + ((i * 7_919) % 28_000))
      const sentence = [101, ...tokens.slice(2), 102]
      expect(
        Buffer.from((await fused(sentence)).buffer).equals(Buffer.from((await plain(sentence)).buffer)),
      ).toBe(true)
    }
  },
)

test('a question lies nearer to the passage that answers it than to others', async () => {
  const [answer, other] = await embedder.embed(
    ['Maud: I started painting boats last summer.', 'Ole: The bus was late again this morning.'],
    'passage',
  )
  const [question] = await embedder.embed(['What does Maud paint?'], 'question')
  expect(cosine(question!, answer!)).toBeGreaterThan(cosine(question!, other!) + 0.05)
})

test('questions and passages of the same words have different vectors', async () => {
  const [[question], [passage]] = await Promise.all([
    embedder.embed(['tea'], 'question'),
    embedder.embed(['tea'], 'passage'),
  ])
  expect(question).not.toEqual(passage)
})

test('what exceeds 512 tokens is cut at its end', async () => {
  const [long, longer, other] = await embedder.embed(
    ['tea '.repeat(509), `${'tea '.repeat(509)}harbour`, `harbour ${'tea '.repeat(509)}`],
    'passage',
  )
  expect(longer).toEqual(long)
  expect(other).not.toEqual(long)
})

test('a text of ten million characters is embedded like its beginning', async () => {
  const [huge, beginning] = await embedder.embed(['wind '.repeat(2_000_000), 'wind '.repeat(600)], 'passage')
  expect(huge).toEqual(beginning)
})

test('an aborted signal stops the work between two texts', async () => {
  const controller = new AbortController()
  const work = embedder.embed(new Array(500).fill('some words'), 'passage', { signal: controller.signal })
  setTimeout(() => controller.abort(new Error('enough')), 20)
  await expect(work).rejects.toThrow('enough')
  await expect(
    embedder.embed(['x'], 'passage', { signal: AbortSignal.abort(new Error('never')) }),
  ).rejects.toThrow('never')
})

test('the event loop runs between texts', async () => {
  let turns = 0
  let running = true
  const count = (): void => {
    turns += 1
    if (running) setImmediate(count)
  }
  setImmediate(count)
  await embedder.embed(new Array(50).fill('some words'), 'passage')
  running = false
  expect(turns).toBeGreaterThanOrEqual(49)
})

test('a process shares one embedder', () => {
  expect(sharedLocalEmbedder()).toBe(embedder)
})

test('a missing model is an error that names the file, and is looked for again at the next call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-model-'))
  try {
    const late = createLocalEmbedder({ folder })
    const failure = await late.embed(['x'], 'passage').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ReinstateError)
    expect((failure as ReinstateError).code).toBe('embedding-model-file')
    expect((failure as ReinstateError).message).toContain(join(folder, 'tokenizer.json'))
    await cp(MODEL, folder, { recursive: true })
    expect(await late.embed(['x'], 'passage')).toEqual(await embedder.embed(['x'], 'passage'))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a damaged model file is an error that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-model-'))
  try {
    await cp(join(MODEL, 'tokenizer.json'), join(folder, 'tokenizer.json'))
    await writeFile(join(folder, 'model.onnx'), 'no model')
    await expect(createLocalEmbedder({ folder }).embed(['x'], 'passage')).rejects.toThrow(
      join(folder, 'model.onnx'),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a runtime that cannot be loaded is a NativeModuleError', async () => {
  const broken = openModel(join(MODEL, 'model.onnx'), {
    importRuntime: async () => {
      throw new Error('cannot open shared object file')
    },
  })
  await expect(broken).rejects.toBeInstanceOf(NativeModuleError)
})

test('four processes that start at once give the same vector', async () => {
  const module = new URL('./local-embedder.ts', import.meta.url).href
  const script = `
    const { sharedLocalEmbedder } = await import(${JSON.stringify(module)})
    const [vector] = await sharedLocalEmbedder().embed(['Maud paints boats.'], 'passage')
    process.stdout.write(JSON.stringify([...vector]))`
  const runs = await Promise.all([0, 1, 2, 3].map(() => runScript(script)))
  const [here] = await embedder.embed(['Maud paints boats.'], 'passage')
  for (const { code, output } of runs) {
    expect(code).toBe(0)
    expect(JSON.parse(output)).toEqual([...here!])
  }
})

test('memory does not grow with the number of texts', async () => {
  const script = `
    const { sharedLocalEmbedder } = await import(${JSON.stringify(new URL('./local-embedder.ts', import.meta.url).href)})
    const embedder = sharedLocalEmbedder()
    const one = (i) => embedder.embed(['turn ' + i + ' of a long talk about boats'.repeat(6 + (i % 3))], 'passage')
    for (let i = 0; i < 150; i++) await one(i)
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 300; i++) await one(i)
    process.stdout.write(String(process.memoryUsage.rss() - before))`
  const { code, output } = await runScript(script)
  expect(code).toBe(0)
  // The outputs of 300 such texts take 23 MB; 5,000 texts may grow the process by 150 MB.
  expect(Number(output)).toBeLessThan(12e6)
})

async function runScript(script: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  const [code] = await once(child, 'close')
  return { code, output }
}
