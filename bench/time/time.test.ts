import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeMentions } from './dialogue.ts'
import { judgeQuestions } from './questions.ts'
import { time } from './time.ts'

const data = process.env.REINSTATE_DATA ?? join(import.meta.dirname, '../../../shared/data')
const isThere = existsSync(join(data, 'time-questions-open.json'))

describe.skipIf(!isThere)('the labelled time gold (skipped where REINSTATE_DATA has none)', () => {
  test('questions and dialogue reach what is promised of them', async () => {
    const { questions, dialogue } = await time({ data })
    expect(questions?.exact).toBeGreaterThanOrEqual(0.96)
    expect(questions?.falseActivation).toBeLessThanOrEqual(0.01)
    expect(dialogue?.exact).toBeGreaterThanOrEqual(0.965)
  })

  test('what is wrong is named', async () => {
    const questions = (await judgeQuestions(data))
      .filter(({ right }) => !right)
      .map(({ question }) => question)
    const mentions = (await judgeMentions(data)).filter(({ right, vague }) => !right && !vague)
    expect(questions).toEqual([])
    expect(mentions.map(({ sample_id, dia_id, expression }) => [sample_id, dia_id, expression])).toEqual([])
  })
})
