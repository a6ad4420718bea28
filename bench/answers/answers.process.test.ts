import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServedRequest } from '../../test/model-server/answers.ts'
import { type ModelServer, startModelServer } from '../../test/model-server/model-server.ts'
import type { FigureSets } from '../figures.ts'
import { type TrialTexts, writeTrialLocomo } from './trial-locomo.ts'

const root = join(import.meta.dirname, '../..')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-answers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a run that is interrupted goes on without repeating a call, and scores as one that was not', async () => {
  const texts = writeTrialLocomo(folder)
  await using server = await startModelServer((request) => replyTo(request, texts), { latencyMs: 40 })

  const whole = await finished(startBench(server, 'whole'))
  const callsOfWhole = server.requests.length
  expect(whole.code).toBe(0)
  expect(whole.report.run.missing).toBe(0)
  expect(whole.report.figures['locomo/all/deep']!.n).toBe(10)

  const child = startBench(server, 'parts')
  await served(server, callsOfWhole + Math.floor(callsOfWhole / 3))
  child.kill('SIGINT')
  const part = await finished(child)
  expect(part.code).toBe(130)
  expect(part.report.run.missing).toBeGreaterThan(0)
  expect(part.report.run.stopped).toBe('it was interrupted')
  expect(server.requests.length).toBeLessThan(2 * callsOfWhole)
  expect(server.requests.every(({ hungUp }) => !hungUp)).toBe(true)

  const rest = await finished(startBench(server, 'parts'))
  expect(rest.code).toBe(0)
  const asked = server.requests.slice(callsOfWhole).map(({ body }) => JSON.stringify(body))
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked).toHaveLength(callsOfWhole)
  expect(quality(rest.report.figures)).toEqual(quality(whole.report.figures))

  const again = await finished(startBench(server, 'parts', ['--replay']))
  expect(again.code).toBe(0)
  expect(server.requests).toHaveLength(2 * callsOfWhole)
  expect(quality(again.report.figures)).toEqual(quality(whole.report.figures))
}, 600_000)

test('a budget ends a run with what it has, and says what is missing', async () => {
  const texts = writeTrialLocomo(folder)
  await using server = await startModelServer((request) => replyTo(request, texts))
  const { code, report } = await finished(
    startBench(server, 'budget', ['--budget-tokens', '12000', '--protocols', 'full-context']),
  )
  expect(code).toBe(3)
  expect(report.run.spentTokens).toBeLessThanOrEqual(12_000)
  expect(report.run.stopped).toContain('budget')
  const { n } = report.figures['locomo/cost/full-context']!
  expect([n! > 0, n! + report.run.missing]).toEqual([true, 12])
}, 300_000)

type Report = {
  readonly run: { readonly missing: number; readonly stopped?: string; readonly spentTokens: number }
  readonly figures: FigureSets
}

function startBench(server: ModelServer, replies: string, more: readonly string[] = []): ChildProcess {
  const flags = ['--data', folder, '--model', 'tiny', '--replies', join(folder, replies), '--json']
  return spawn(
    process.execPath,
    ['--import', 'tsx', 'bench/main.ts', 'answers', ...flags, '--concurrency', '3', ...more],
    {
      cwd: root,
      env: { ...process.env, OPENAI_BASE_URL: server.baseURL },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

async function finished(child: ChildProcess): Promise<{ code: number; report: Report }> {
  let [out, said] = ['', '']
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number]
  if (out === '') throw new Error(`The bench printed no report (exit ${code}): ${said}`)
  return { code, report: JSON.parse(out) as Report }
}

async function served(server: ModelServer, requests: number): Promise<void> {
  while (server.requests.length < requests) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Everything but times and what a run itself spent. */
function quality(figures: FigureSets) {
  return Object.entries(figures)
    .filter(([set]) => !set.includes('/build/') && !set.includes('/amortised/'))
    .map(([set, each]) => [
      set,
      Object.fromEntries(Object.entries(each).filter(([metric]) => !/Ms|timed/u.test(metric))),
    ])
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
}

/** An analysis that finds nothing in a question. */
const NOTHING = {
  kind: 'thing',
  persons: [],
  locations: [],
  entities: [],
  topics: [],
  order: 'none',
  orderEvent: '',
  timeWords: '',
  firstDay: '',
  lastDay: '',
}

/** Answers every task by the turn of the prompt that has most words of the question, the same way each time. */
function replyTo({ task, body }: ServedRequest, texts: TrialTexts): string | undefined {
  const prompt = body.messages.at(-1)!.content
  const question = /Question: (.*)/u.exec(prompt)?.[1] ?? prompt.slice(-200)
  const shown = [...new Set(prompt.match(/D\d+:\d+/gu) ?? [])].filter((id) => texts.has(id))
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/gu) ?? [])
  const asked = words(question)
  const common = (id: string) => [...words(texts.get(id)!)].filter((word) => asked.has(word)).length
  const turn = shown.toSorted((a, b) => common(b) - common(a) || a.localeCompare(b))[0]
  const text = turn === undefined ? '' : texts.get(turn)!
  const answer = / in ([A-Z]\w+)/u.exec(text)?.[1] ?? ''
  const citations = turn === undefined ? [] : [{ turn, quote: text }]
  const replies = {
    analyse: NOTHING,
    plan: { queries: [] },
    anchor: { units: [] },
    summarise: { summary: 'They tell each other what they bought and where.' },
    answer: { reasoning: 'As it says.', answer, citations, confidence: answer === '' ? 0 : 80 },
    assist: {
      relevant: turn !== undefined,
      evidence: turn === undefined ? [] : [{ statement: text, quotes: [{ turn, text }] }],
    },
    aggregate: { reasoning: 'As it says.', answer, answered: answer !== '', citations, missing: '' },
  }
  return task !== undefined && task in replies
    ? JSON.stringify(replies[task as keyof typeof replies])
    : undefined
}
