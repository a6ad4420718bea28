import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FigureSets } from '../figures.ts'
import { BENCHES } from '../registry.ts'
import { toHtml, toMarkdown } from './document.ts'
import { figureRows } from './named-figure.ts'
import { reportDocument } from './report-document.ts'
import { type KeptResult, openResultFolder } from './result-folder.ts'
import { writeReports } from './write-reports.ts'

const RUN = {
  commit: 'abc1234',
  changed: false,
  code: 'c0de',
  seed: 1,
  embedder: 'e5',
  dataHash: 'da7a',
  node: 'v20',
  date: '2031-05-01T00:00:00.000Z',
}

function resultOf(name: string, figures: FigureSets, more: Partial<KeptResult> = {}): KeptResult {
  return { name, run: RUN, figures, options: { seed: '1' }, minutes: 1.25, ...more }
}

const RETRIEVAL = resultOf('retrieval', {
  'locomo/held-out': {
    n: 1000,
    'share@10': 0.8123,
    'share@10.low': 0.79,
    'share@10.high': 0.83,
    'all@10': 0.7,
  },
  'locomo/tuning': { n: 500, 'share@10': 0.85, 'share@10.low': 0.8, 'share@10.high': 0.9, 'all@10': 0.75 },
  'locomo/held-out/sessions': { n: 900, 'any@5': 0.95 },
})
const SIDE_BY_SIDE = resultOf('side-by-side', {
  'locomo/held-out/reinstate': { n: 9, 'share@10': 0.8 },
  'locomo/held-out/sqlite-fts5': { n: 9, 'share@10': 0.6 },
  'latency/10000/reinstate': { n: 10_000, recallP50Ms: 20 },
  'latency/10000/sqlite-fts5': { n: 10_000, recallP50Ms: 2.5 },
})
const ANSWERS = resultOf(
  'answers',
  { 'locomo/all/deep': { n: 1540, emem_f1: 0.5, 'emem_f1.low': 0.48, 'emem_f1.high': 0.52 } },
  {
    run: {
      ...RUN,
      models: { reader: 'gpt-4o-mini', assistant: 'Qwen3-4B' },
      missing: 3,
      stopped: 'the budget',
    },
  },
)
const FAILED = resultOf('speed', {}, { failed: 'exit code 1: <Error> & more' })
const ALL = [SIDE_BY_SIDE, ANSWERS, RETRIEVAL, FAILED]

test('the figures of the report are those of the JSON files, each under the name of its metric', async () => {
  const blocks = await reportDocument(ALL, BENCHES)
  const tables = [
    tablesOfMarkdown(toMarkdown(blocks, { plots: 'plots' })),
    tablesOfHtml(toHtml(blocks, { title: 'x' })),
  ]
  for (const result of ALL) {
    for (const { set, n, figures } of figureRows(result.name, result.figures)) {
      for (const { metric, value, interval } of figures) {
        for (const rows of tables) {
          const row = rows.find((each) => each.set === set && each[metric] !== undefined)
          expect(Number(row!.n)).toBe(n)
          const numbers = row![metric]!.match(/-?\d+(?:\.\d+)?/gu)!.map(Number)
          expect(numbers[0]).toBeCloseTo(value, 3)
          if (interval !== undefined) {
            expect(numbers[1]).toBeCloseTo(interval.low, 3)
            expect(numbers[2]).toBeCloseTo(interval.high, 3)
          }
        }
      }
    }
  }
})

test('benches stand in the order of the list, and what failed or is not whole is said', async () => {
  const markdown = toMarkdown(await reportDocument(ALL, BENCHES), { plots: 'plots' })
  const headings = [...markdown.matchAll(/^## (.*)$/gmu)].map(([, text]) => text)
  expect(headings).toEqual([
    'In short',
    'What was run',
    'retrieval',
    'answers, reader gpt-4o-mini, assistant Qwen3-4B',
    'side-by-side',
    'speed',
  ])
  expect(markdown).toContain('It failed: exit code 1: <Error> & more')
  expect(markdown).toContain('3 answers missing: the budget')
})

test('the page holds all it needs: plots inline, text escaped, no script and nothing to fetch', async () => {
  const html = toHtml(await reportDocument(ALL, BENCHES), { title: 'Results' })
  expect(html).toContain('&lt;Error&gt; &amp; more')
  expect(html.match(/<svg /gu)!.length).toBeGreaterThanOrEqual(3)
  expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\bsrc=|href="(?!#)/u)
})

test('a report is written with its plots beside it, and a copy where wanted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-report-'))
  try {
    const results = openResultFolder(folder)
    for (const result of ALL) results.write(result)
    const copy = join(folder, 'docs', 'results.md')
    const files = await writeReports(folder, copy)
    expect(files).toEqual([join(folder, 'report.md'), join(folder, 'report.html'), copy])
    const markdown = await readFile(copy, 'utf8')
    const plots = [...markdown.matchAll(/\]\((results\/[\w-]+\.svg)\)/gu)].map(([, file]) => file!)
    expect(plots.length).toBeGreaterThanOrEqual(3)
    for (const plot of plots) expect(await readFile(join(folder, 'docs', plot), 'utf8')).toContain('<svg')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

type Row = Readonly<Record<string, string>>

function tablesOfMarkdown(markdown: string): Row[] {
  return markdown.split('\n\n').flatMap((block) => {
    if (!block.startsWith('|')) return []
    const [head, , ...rows] = block
      .trim()
      .split('\n')
      .map((line) => line.slice(2, -2).split(' | '))
    return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [head![i]!, cell])))
  })
}

function tablesOfHtml(html: string): Row[] {
  return [...html.matchAll(/<table>(.*?)<\/table>/gsu)].flatMap(([, table]) => {
    const [head, ...rows] = [...table!.matchAll(/<tr>(.*?)<\/tr>/gsu)].map(([, row]) =>
      [...row!.matchAll(/<t[hd]>(.*?)<\/t[hd]>/gsu)].map(([, cell]) => cell!),
    )
    return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [head![i]!, cell])))
  })
}
