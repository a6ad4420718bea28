import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { estimate } from './estimate.ts'
import { cutExams, locomoExams, longMemEvalExams } from './exams.ts'
import { writeTrialLocomo } from './trial-locomo.ts'

const DATA = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

describe.skipIf(!existsSync(join(DATA, 'longmemeval')))(
  'exams (skipped where the data sets are absent)',
  () => {
    it('of LongMemEval name no session as the data set does, whose names say which holds the answer', () => {
      const exams = longMemEvalExams(DATA)
      expect(exams).toHaveLength(90)
      for (const { exam, gold } of exams) {
        const told = new Set(exam.bank.turns.flatMap(({ id, session }) => [id!, session!]))
        expect([...told].some((name) => !/^s\d+(?:t\d+)?$/u.test(name))).toBe(false)
        for (const id of gold[0]!.evidence) expect(told.has(id)).toBe(true)
        expect(gold[0]!.answer).not.toBe('')
      }
    })

    it('of LoCoMo hold every question, 99 of them with a label that the audit found wrong', () => {
      const gold = locomoExams(DATA).flatMap((each) => each.gold)
      expect(gold).toHaveLength(1_986)
      expect(gold.filter(({ clean }) => !clean)).toHaveLength(99)
      expect(gold.filter(({ unanswerable }) => unanswerable)).toHaveLength(446)
    })
  },
)

describe('a part of the exams', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reinstate-exams-'))
  writeTrialLocomo(folder)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('keeps questions and labels together', () => {
    const [cut] = cutExams(locomoExams(folder), { limit: 3 })
    expect([cut!.exam.questions.length, cut!.gold.length]).toEqual([3, 3])
    expect(cut!.gold.map(({ id }) => id)).toEqual(['trial/0', 'trial/4', 'trial/8'])
    const [whole] = cutExams(locomoExams(folder), { limit: Number.POSITIVE_INFINITY })
    expect(whole!.gold.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, i) => `trial/${i}`))
    for (const { text } of cut!.exam.questions)
      expect(whole!.exam.questions.map((each) => each.text)).toContain(text)
    expect(cutExams(locomoExams(folder), { conversations: ['other'], limit: 3 })).toEqual([])
  })

  it('costs what its questions cost: the calls are known before the run', () => {
    const settings = { units: 'turns', effort: 'low' } as const
    const of = (limit: number, name: string) =>
      estimate('answers', {
        data: folder,
        settings,
        concurrency: 8,
        limit,
        wanted: (protocol) => protocol.name === name,
      })
    expect(of(3, 'fast')).toMatchObject({ questions: 3, leastCalls: 3, mostCalls: 3 })
    expect(of(3, 'deep')).toMatchObject({ leastCalls: 6, mostCalls: 18 })
    expect(of(3, 'not-mentioned')).toMatchObject({ leastCalls: 0, mostCalls: 0 })
  })
})
