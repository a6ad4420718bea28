import { expect, test } from 'vitest'
import { BENCHES } from '../registry.ts'
import { comparisons, PUBLISHED, type Published } from './published.ts'
import type { KeptResult } from './result-folder.ts'

const RUN = { commit: '', changed: false, code: '', seed: 1, embedder: '', dataHash: '', node: '', date: '' }
const PAPER: Published = {
  source: 'a paper',
  method: 'a method',
  model: 'GPT-4o-mini',
  assistant: 'Qwen3-4B',
  data: 'LoCoMo',
  metric: 'F1',
  value: 0.5417,
  beside: { bench: 'answers', set: 'locomo/all/deep', metric: 'emem_f1' },
}

function run(models: Record<string, string>, options: Record<string, string> = {}): KeptResult {
  const figures = { 'locomo/all/deep': { n: 1540, emem_f1: 0.55, bleu1: 0.4 } }
  return { name: 'answers', run: { ...RUN, models }, figures, options, minutes: 1 }
}

const differsOf = (result: KeptResult, published = PAPER) => comparisons(result, [published])[0]?.differs

test('figures are called the same only where metric, data, model and assistant are', () => {
  const models = { reader: 'openai/gpt-4o-mini-2024-07-18', assistant: 'qwen3-4b' }
  expect(differsOf(run(models))).toBeUndefined()
  expect(differsOf(run({ ...models, reader: 'gpt-4o' }))).toBe('theirs with GPT-4o-mini, ours with gpt-4o')
  expect(differsOf(run({ ...models, assistant: 'gpt-4o-mini' }))).toBe('assistant Qwen3-4B, ours gpt-4o-mini')
  expect(differsOf(run(models), { ...PAPER, differs: 'another prompt' })).toBe('another prompt')
})

test('a run on a part of the data is not the same', () => {
  const models = { reader: 'gpt-4o-mini', assistant: 'qwen3-4b' }
  expect(differsOf(run(models, { limit: 'Infinity' }))).toBeUndefined()
  expect(differsOf(run(models, { limit: '3', conversations: 'conv-26' }))).toContain('limit, conversations')
})

test('what the run does not have is left out', () => {
  const away: Published = { ...PAPER, beside: { ...PAPER.beside, set: 'locomo/all/auto' } }
  expect(comparisons(run({}), [away, { ...away, beside: { ...PAPER.beside, bench: 'time' } }])).toEqual([])
})

test('each published figure stands beside a bench that there is, by a share that can be one', () => {
  const names = BENCHES.map(({ name }) => name)
  for (const { beside, value, metric } of PUBLISHED) {
    expect(names).toContain(beside.bench)
    expect(value).toBeGreaterThan(0)
    if (!/gap/iu.test(metric)) expect(value).toBeLessThan(1)
  }
})

test('a published figure stands in the table once', () => {
  const keys = PUBLISHED.map(({ source, method, model, data, metric, beside }) =>
    JSON.stringify([source, method, model, data, metric, beside]),
  )
  expect(new Set(keys).size).toBe(keys.length)
})
