import { ANSWER_METRICS, type AnswerMetric } from '../metrics/answers.ts'
import type { Gold, MarkedExam } from './gold.ts'
import type { Outcome } from './run.ts'

/** An outcome with what the labels say of it; labels meet answers here and nowhere earlier. */
export type Judged = {
  readonly gold: Gold
  readonly outcome: Outcome
  readonly scores: Readonly<Record<AnswerMetric, number>>
  /** Share of the evidence turns among those found or read; undefined where the labels name none. */
  readonly evidenceShare: number | undefined
  /** What a judge said; undefined where none was asked. */
  readonly correct: number | undefined
}

/** How an abstention is written for metrics that compare words; the wording that LoCoMo's own metric looks for. */
export const NOT_MENTIONED = 'Not mentioned'

/** What is compared with the expected answer; a failure says nothing, which is worth nothing. */
export function predictionOf({ response }: Outcome): string {
  if (response === undefined) return ''
  return response.answered ? response.text : NOT_MENTIONED
}

/** Scores every outcome by every metric. @param verdicts What a judge said, by outcome; default: nobody was asked. */
export function judge(
  outcomes: readonly Outcome[],
  exams: readonly MarkedExam[],
  verdicts: ReadonlyMap<Outcome, boolean> = new Map(),
): Judged[] {
  const goldOf = new Map(exams.map(({ exam, gold }) => [exam.bank.name, gold]))
  return outcomes.map((outcome) => {
    const gold = goldOf.get(outcome.bank)![outcome.question]!
    const prediction = predictionOf(outcome)
    const metrics = Object.entries(ANSWER_METRICS).map(([name, metric]) => [name, metric(prediction, gold)])
    const verdict = verdicts.get(outcome)
    return {
      gold,
      outcome,
      scores: Object.fromEntries(metrics) as Judged['scores'],
      evidenceShare: shareOf(gold.evidence, outcome.response?.turns ?? []),
      correct: verdicts.size === 0 ? undefined : Number(verdict ?? false),
    }
  })
}

function shareOf(evidence: readonly string[], turns: readonly string[]): number | undefined {
  if (evidence.length === 0) return undefined
  const found = new Set(turns)
  return evidence.filter((id) => found.has(id)).length / evidence.length
}
