import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FigureSets } from '../figures.ts'
import { contextCollapse, recordCollapse } from './context-collapse.ts'

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June']
const TRAILS = ['Birch', 'Copper', 'Granite', 'Willow', 'Heron', 'Juniper']

/** Six sessions a month apart in which one person tells of like hikes; the question is of April’s. */
const CONVERSATION = Object.fromEntries(
  MONTHS.flatMap((month, i) => [
    [`session_${i + 1}_date_time`, `10:00 am on 12 ${month}, 2024`],
    [
      `session_${i + 1}`,
      [
        {
          speaker: 'Ana',
          dia_id: `D${i + 1}:1`,
          text: `I hiked the ${TRAILS[i]} trail today, it was lovely.`,
        },
        { speaker: 'Bo', dia_id: `D${i + 1}:2`, text: 'I stayed at home and baked bread.' },
      ],
    ],
  ]),
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-collapse-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function measured(name: string, labels: { evidence: string[]; answer: string; category: number }) {
  const data = join(folder, name)
  const qa = [{ question: 'Which trail did Ana hike in April 2024?', ...labels }]
  const gold = [{ sample_id: 'made-up', question_index: 0, ranges: [['2024-04-01', '2024-04-30']] }]
  await mkdir(join(data, 'locomo-audit'), { recursive: true })
  await writeFile(
    join(data, 'locomo10.json'),
    JSON.stringify([{ sample_id: 'made-up', conversation: CONVERSATION, qa }]),
  )
  await writeFile(join(data, 'locomo-audit', 'issues.json'), '{"issues":[]}')
  await writeFile(join(data, 'time-questions-open.json'), JSON.stringify(gold))
  const records = join(data, 'records')
  const figures = contextCollapse(await recordCollapse({ data, seed: 1, records, onProgress: () => {} }), 1)
  const lines = async (file: string) =>
    (await readFile(join(records, file), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return {
    figures,
    contexts: (await lines('contexts.jsonl')).map(({ variant, context }) => [variant, context]),
    records: await lines('records.jsonl'),
    page: await readFile(join(records, 'cases.md'), 'utf8'),
  }
}

const figure = (sets: FigureSets, set: string, metric: string) =>
  sets[`locomo/time-conditioned/${set}`]?.[metric]

test('of like hikes the one of the asked month comes first, and nothing of another month stands before it', async () => {
  const { figures, records, page } = await measured('true', {
    evidence: ['D4:1'],
    answer: 'Willow',
    category: 4,
  })
  expect(figure(figures, 'reinstated', 'n')).toBe(1)
  expect(figure(figures, 'reinstated', 'D@1')).toBe(0)
  expect(figure(figures, 'reinstated', 'mrr')).toBe(1)
  expect(figures['locomo/temporal-triggered/reinstated']?.n).toBe(1)
  const gap = (variant: string) => figure(figures, variant, 'rankGap')!
  expect(gap('reinstated')).toBeLessThanOrEqual(gap('content-only'))
  expect(figure(figures, 'failures/without-model/reinstated', 'notRetrieved')).toBe(0)
  expect(records).toHaveLength(1)
  expect(records[0]).toMatchObject({ conversation: 'made-up', triggered: true, evidence: ['D4:1'] })
  expect(page).toContain('Which trail did Ana hike in April 2024?')
})

test('what is recalled and packed does not hang on any label', async () => {
  const right = await measured('right', { evidence: ['D4:1'], answer: 'Willow', category: 4 })
  const wrong = await measured('wrong', { evidence: ['D1:2', 'D6:1'], answer: 'bread', category: 1 })
  expect(wrong.contexts).toEqual(right.contexts)
  expect(right.contexts.map(([variant]) => variant)).toEqual(['reinstated', 'content-only', 'simplemem'])
  expect(figure(wrong.figures, 'reinstated', 'mrr')).not.toBe(figure(right.figures, 'reinstated', 'mrr'))
})
