import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ANSWER_METRICS, type Expected } from './answers.ts'

type Row = Expected & { readonly prediction: string } & {
  readonly [metric in 'locomo_f1' | 'token_set_f1' | 'bleu1']?: number
}

const DATA = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** It quotes LoCoMo's answers, so it stands beside the data and not here. */
const file = `${DATA}/../golden/answer-metrics.json`
const rows: readonly Row[] = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { rows: readonly Row[] }).rows
  : []

test.skipIf(rows.length === 0).each(['locomo_f1', 'token_set_f1', 'bleu1'] as const)(
  '%s agrees with the published metrics code on every row (skipped where the golden file is absent)',
  (metric) => {
    const judged = rows.filter((row) => row[metric] !== undefined)
    expect(judged.length).toBeGreaterThan(100)
    const wrong = judged.flatMap((row, i) => {
      const value = ANSWER_METRICS[metric](row.prediction, row)
      return Math.abs(value - row[metric]!) > 1e-6 ? [{ i, value, golden: row[metric] }] : []
    })
    expect(wrong).toEqual([])
  },
)
