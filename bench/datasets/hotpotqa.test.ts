import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../speed/seeded.ts'
import { loadDocuments, loadStreams, streamOf, tuningStreams } from './hotpotqa.ts'

const DOCUMENTS = Array.from({ length: 30 }, (_, i) => `Title ${i}\nText of ${i}.\nMore of it.`)
const question = (id: string, rest: object = {}) => ({
  _id: id,
  question: `Question ${id}?`,
  answer: 'Yes',
  type: 'bridge',
  setting: 'distractor',
  doc_ids: [1, 2, 3],
  gold_doc_ids: [2, 3],
  ...rest,
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reinstate-hotpotqa-'))
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, 'hotpotqa', name), JSON.stringify(value))
  mkdirSync(join(folder, 'hotpotqa'))
  write('hotpot_docs.json', DOCUMENTS)
  write('hotpot_questions.json', [
    question('measured'),
    question('free'),
    question('searched', { setting: 'fullwiki' }),
    question('half', { gold_doc_ids: [2] }),
  ])
  write('eval_400_index.json', [
    {
      _id: 'measured',
      input: 'Question measured?',
      answers: ['Yes'],
      context_doc_ids: [7, 3, 2],
      gold_doc_ids: [2, 3],
    },
  ])
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a document is a turn whose title speaks, and a stream has them in its order, a minute apart', () => {
  const [stream] = loadStreams(folder, 400)
  expect(stream).toMatchObject({ question: 'Question measured?', type: 'bridge', gold: [2, 3] })
  const turns = streamOf(loadDocuments(folder), stream!.documents)
  expect(turns.map(({ id, time }) => [id, time])).toEqual([
    ['d7', '2024-01-01T00:00:00.000Z'],
    ['d3', '2024-01-01T00:01:00.000Z'],
    ['d2', '2024-01-01T00:02:00.000Z'],
  ])
  expect(turns[0]).toMatchObject({ speaker: 'Title 7', text: 'Text of 7.\nMore of it.' })
})

test('tuning streams are made of questions outside of the measured ones, whole and of the same setting', () => {
  const made = () => tuningStreams(folder, { size: 12, random: seededRandom(3) })
  expect(made().map(({ id }) => id)).toEqual(['free'])
  expect(made()).toEqual(made())
  const [{ documents, gold }] = made() as [ReturnType<typeof made>[number]]
  expect(new Set(documents).size).toBe(12)
  expect([1, 2, 3].every((number) => documents.includes(number))).toBe(true)
  expect(gold).toEqual([2, 3])
})
