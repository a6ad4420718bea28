import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the audit found wrong with one label. */
export type Correction = {
  /** The gold answer itself is wrong: the question is left out of clean figures. */
  readonly corrupting: boolean
  /** The turns that really support the answer. */
  readonly evidence: readonly string[]
}

/** The audit of LoCoMo's labels, by `sample/index`. */
export function loadAudit(data: string): ReadonlyMap<string, Correction> {
  const { issues } = JSON.parse(readFileSync(join(data, 'locomo-audit', 'issues.json'), 'utf8')) as {
    readonly issues: readonly {
      readonly sample_id: string
      readonly qa_index: number
      readonly score_corrupting: boolean
      readonly correct_evidence: readonly string[]
    }[]
  }
  return new Map(
    issues.map((issue) => [
      `${issue.sample_id}/${issue.qa_index}`,
      { corrupting: issue.score_corrupting, evidence: issue.correct_evidence },
    ]),
  )
}
