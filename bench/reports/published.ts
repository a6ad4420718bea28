import type { Interval } from '../metrics/bootstrap.ts'
import { figureRows, type MetricName } from './named-figure.ts'
import type { KeptResult } from './result-folder.ts'

/** A figure that was published, with its conditions, and where ours stands that is nearest to it. */
export type Published = {
  readonly source: string
  readonly method: string
  /** The answering model, the assistant where there is one; undefined where no model takes part. */
  readonly model: string | undefined
  readonly assistant?: string
  readonly data: string
  /** The metric by its publisher's name. */
  readonly metric: string
  /** On our scale. */
  readonly value: number
  readonly beside: { readonly bench: string; readonly set: string; readonly metric: string }
  /** What differs even on the same model; absent where metric and data are the same. */
  readonly differs?: string
}

/** A published figure and ours. */
export type Comparison = {
  readonly published: Published
  readonly ours: {
    readonly metric: MetricName
    readonly value: number
    readonly n: number | undefined
    readonly interval: Interval | undefined
    readonly models: Readonly<Record<string, string>>
  }
  /** Undefined where metric, model and data are the same: then, and only then, the two can be compared. */
  readonly differs: string | undefined
}

/** What was published, beside what a run gave; figures that the run does not have are left out. */
export function comparisons(
  result: KeptResult,
  published: readonly Published[] = PUBLISHED,
): readonly Comparison[] {
  const rows = figureRows(result.name, result.figures)
  const models = result.run.models ?? {}
  return published
    .filter(({ beside }) => beside.bench === result.name)
    .flatMap((each) => {
      const row = rows.find(({ set }) => set === each.beside.set)
      const figure = row?.figures.find(({ metric }) => metric === each.beside.metric)
      if (figure === undefined) return []
      const { metric, value, n, interval } = figure
      return [
        { published: each, ours: { metric, value, n, interval, models }, differs: difference(each, result) },
      ]
    })
}

function difference(
  { differs, model, assistant }: Published,
  { run, options }: KeptResult,
): string | undefined {
  const { models = {} } = run
  const cut = ['limit', 'conversations'].filter((name) => isCut(name, options[name]))
  const reasons = [
    ...(differs === undefined ? [] : [differs]),
    ...(model === undefined || isSameModel(model, models.reader)
      ? []
      : [`theirs with ${model}, ours with ${models.reader ?? 'none'}`]),
    ...(assistant === undefined || isSameModel(assistant, models.assistant)
      ? []
      : [`assistant ${assistant}, ours ${models.assistant ?? 'none'}`]),
    ...(cut.length === 0 ? [] : [`ours on a part of the data (${cut.join(', ')})`]),
  ]
  return reasons.length === 0 ? undefined : reasons.join('; ')
}

function isCut(name: string, value: string | undefined): boolean {
  return value !== undefined && !(name === 'limit' && value === 'Infinity')
}

/** Names of providers and dates of releases aside: `openai/gpt-4o-mini-2024-07-18` is `GPT-4o-mini`. */
function isSameModel(published: string, ours: string | undefined): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/^.*[/:]/u, '')
      .replace(/-\d{4}-\d{2}-\d{2}$/u, '')
  return ours !== undefined && plain(ours) === plain(published)
}

const UNITS =
  'theirs are units written by a model, on questions with one verified unit; ours are turns, on questions with one evidence turn'
const DISTRACTORS =
  'theirs are units written by a model, by the rule “session or time”; the subset is drawn by our own baseline'

/** Figures of the papers and of the field. Only what is stated with its conditions stands here. */
export const PUBLISHED: readonly Published[] = [
  ...emem('GPT-4o-mini', [54.17, 59.23, 42.64, 59.82, 24.89], 'E-mem', 'deep'),
  ...emem('Qwen2.5-14B', [57.04, 61.14, 49.15, 63.59, 22.38], 'E-mem', 'deep'),
  ...emem('GPT-4o-mini', [44.73, 52.45, 27.5, 46.07, 23.23], 'RAG, 20 segments', 'dense-rag-20'),
  ...emem('Qwen2.5-14B', [38.27, 47.87, 26.38, 30.78, 14.16], 'RAG, 20 segments', 'dense-rag-20'),
  ...emem('GPT-4o-mini', [37.31, 46.68, 29.23, 25.97, 16.87], 'windows read apart', 'sliding-windows-8192'),
  ...hotpot('GPT-4o-mini', [61.46, 55.46, 55.76], 'E-mem', 'deep-emem'),
  ...hotpot('Qwen2.5-14B', [61.13, 47.91, 54.87], 'E-mem', 'deep-emem'),
  ...hotpot('GPT-4o-mini', [52.71, 51.84, 54.01], 'RAG, 20 segments', 'dense-rag-20'),
  ...hotpot('GPT-4o-mini', [56.56, 49.71, 53.92], 'windows read apart', 'sliding-windows-8192'),
  ...ramemAnswers(),
  ...fullContext(),
  ...ramemRetrieval(),
  ...collapse(),
  ...granularity(),
  {
    source: 'E-mem, table 3',
    method: 'E-mem',
    model: 'GPT-4o-mini',
    assistant: 'Qwen3-4B',
    data: 'LoCoMo, adversarial',
    metric: 'F1',
    value: 0.8994,
    beside: { bench: 'adversarial', set: 'locomo/adversarial/deep', metric: 'locomo_f1' },
    differs: 'the paper does not say against which text its F1 is reckoned',
  },
  ...field(),
]

function emem(model: string, values: readonly number[], method: string, protocol: string): Published[] {
  const sets = [
    'locomo/all',
    'locomo/all/single-hop',
    'locomo/all/multi-hop',
    'locomo/all/temporal',
    'locomo/all/open-domain',
  ]
  return values.map((value, i) => ({
    source: 'E-mem, table 1',
    method,
    model,
    ...(method === 'E-mem' && { assistant: 'Qwen3-4B' }),
    data: `LoCoMo, ${sets[i]!.split('/')[2] ?? 'categories 1-4'}`,
    metric: 'F1',
    value: value / 100,
    beside: { bench: 'answers', set: `${sets[i]}/${protocol}`, metric: 'emem_f1' },
  }))
}

function hotpot(model: string, values: readonly number[], method: string, protocol: string): Published[] {
  return [400, 800, 1600].map((size, i) => ({
    source: 'E-mem, table 2',
    method,
    model,
    ...(method === 'E-mem' && { assistant: 'Qwen3-4B' }),
    data: `HotpotQA stream, ${size} documents`,
    metric: 'F1',
    value: values[i]! / 100,
    beside: { bench: 'hotpotqa', set: `hotpotqa/${size}/${protocol}`, metric: 'emem_f1' },
    differs: 'our streams follow the published recipe, they are not the published files',
  }))
}

function ramemAnswers(): Published[] {
  const models = {
    'GPT-4o': [39.06, 51.66],
    'GPT-4.1-mini': [43.24, 54.23],
    'Qwen3-8B': [33.45, 44.55],
    'Qwen2.5-3B': [17.98, 24.65],
  }
  return Object.entries(models).flatMap(([model, [simple, ramem]]) =>
    [
      { method: 'RaMem', value: ramem!, protocol: 'fast' },
      { method: 'SimpleMem', value: simple!, protocol: 'simplemem-10' },
    ].map(({ method, value, protocol }) => ({
      source: 'RaMem, table 1',
      method,
      model,
      data: 'LoCoMo, categories 1-4',
      metric: 'average F1',
      value: value / 100,
      beside: { bench: 'answers', set: `locomo/all/${protocol}`, metric: 'token_set_f1' },
      ...(method === 'SimpleMem' && {
        differs: 'ours is its way to search and to pack over turns, not over its units',
      }),
    })),
  )
}

function fullContext(): Published[] {
  return [
    ['gpt-4o-mini', 0.516],
    ['gpt-4.1-mini', 0.585],
  ].map(([model, value]) => ({
    source: 'full-context control',
    method: 'the whole conversation in the prompt',
    model: String(model),
    data: 'LoCoMo, categories 1-4',
    metric: 'F1',
    value: Number(value),
    beside: { bench: 'answers', set: 'locomo/all/full-context', metric: 'locomo_f1' },
    differs: 'another prompt',
  }))
}

function ramemRetrieval(): Published[] {
  const figures = [
    ['locomo/single-evidence', 'Recall@10', 0.7221, 0.789, 'hit@10'],
    ['locomo/single-evidence', 'MRR', 0.4908, 0.5476, 'mrr'],
    ['locomo/temporal-triggered', 'Recall@10', 0.6326, 0.814, 'hit@10'],
  ] as const
  return figures.flatMap(([set, metric, simple, ramem, ours]) =>
    [
      { method: 'SimpleMem', value: simple, variant: 'simplemem' },
      { method: 'RaMem', value: ramem, variant: 'reinstated' },
    ].map(({ method, value, variant }) => ({
      source: 'RaMem, table 2',
      method,
      model: 'GPT-4.1-mini',
      data: `LoCoMo, ${set.split('/')[1]}`,
      metric,
      value,
      beside: { bench: 'diagnostics', set: `${set}/${variant}`, metric: ours },
      differs: UNITS,
    })),
  )
}

function collapse(): Published[] {
  const figures = [
    ['D@1', 0.4366, 0.3495, 'D@1'],
    ['RankGap', 5.41, 2.15, 'rankGap'],
    ['GT R@10', 0.6842, 0.751, 'hit@10'],
  ] as const
  return figures.flatMap(([metric, simple, ramem, ours]) =>
    [
      { method: 'SimpleMem', value: simple, variant: 'simplemem' },
      { method: 'RaMem', value: ramem, variant: 'reinstated' },
    ].map(({ method, value, variant }) => ({
      source: 'RaMem, table 6',
      method,
      model: 'GPT-4.1-mini',
      data: 'LoCoMo, context-confusable',
      metric,
      value,
      beside: { bench: 'context-collapse', set: `locomo/confusable-for-simplemem/${variant}`, metric: ours },
      differs: DISTRACTORS,
    })),
  )
}

function granularity(): Published[] {
  const values = { L4K: 45.89, L8K: 50.7, L12K: 47.97, L16K: 47.08, L32K: 43 }
  return Object.entries(values).map(([size, value]) => ({
    source: 'E-mem, table 5',
    method: 'E-mem',
    model: 'GPT-4o-mini',
    assistant: 'Qwen3-4B',
    data: 'LoCoMo, conversation 1',
    metric: 'F1',
    value: value / 100,
    beside: { bench: 'granularity', set: `conversation-1/deep@${size}`, metric: 'emem_f1' },
  }))
}

function field(): Published[] {
  const turn = (method: string, share: number, all: number): Published[] =>
    [
      ['share@10', share],
      ['all@10', all],
    ].map(([metric, value]) => ({
      source: 'prototype ladder',
      method,
      model: undefined,
      data: 'LoCoMo, categories 1-4, seven held-out conversations',
      metric: String(metric),
      value: Number(value) / 100,
      beside: { bench: 'retrieval', set: 'locomo/held-out', metric: String(metric) },
    }))
  return [
    ...turn('BM25, neighbours, speaker', 72.5, 66.1),
    ...turn('reciprocal rank fusion of BM25 and e5-small-v2', 77.4, 70.9),
    ...turn('linear fusion, tuned', 79.5, 72.6),
    {
      source: 'engram-search',
      method: 'bge-large and a cross-encoder',
      model: undefined,
      data: 'LoCoMo, sessions, categories 1-5',
      metric: 'any@5',
      value: 0.939,
      beside: { bench: 'retrieval', set: 'locomo/held-out/sessions', metric: 'any@5' },
      differs: 'theirs over all ten conversations, ours over the held-out seven',
    },
    {
      source: 'MemPalace, recomputed',
      method: 'hybrid',
      model: undefined,
      data: 'LoCoMo, sessions, categories 1-5',
      metric: 'any@5',
      value: 0.834,
      beside: { bench: 'retrieval', set: 'locomo/held-out/sessions', metric: 'any@5' },
      differs: 'theirs over all ten conversations, ours over the held-out seven',
    },
    {
      source: 'measured here',
      method: 'BM25 and e5 by reciprocal rank fusion',
      model: undefined,
      data: 'LongMemEval, 85 answerable questions, sessions',
      metric: 'any@5',
      value: 0.988,
      beside: { bench: 'retrieval', set: 'longmemeval/sessions', metric: 'any@5' },
    },
    {
      source: 'measured here',
      method: 'BM25 and e5 by reciprocal rank fusion',
      model: undefined,
      data: 'LongMemEval, 85 answerable questions, sessions',
      metric: 'all@5',
      value: 0.976,
      beside: { bench: 'retrieval', set: 'longmemeval/sessions', metric: 'all@5' },
    },
    {
      source: 'LongMemEval-S, several systems',
      method: 'published session retrieval, 98.0 to 99.0',
      model: undefined,
      data: 'LongMemEval-S, all 500 haystacks',
      metric: 'any@5',
      value: 0.99,
      beside: { bench: 'retrieval', set: 'longmemeval/sessions', metric: 'any@5' },
      differs: 'ours on 7 complete and 83 reconstructed haystacks',
    },
  ]
}
