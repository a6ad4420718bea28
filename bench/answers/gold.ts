import type { Expected } from '../metrics/answers.ts'
import type { AskedQuestion, Bank } from './protocols/protocol.ts'

/** What the labels say of a question. Only scorers read it: it is reached by a question's place in its exam. */
export type Gold = Expected & {
  /** Its group in figures: a category or a type. */
  readonly kind: string
  /** Whether the answer is to abstain. */
  readonly unanswerable: boolean
  /** Whether the audit found that the expected answer is right; true where there was none. */
  readonly clean: boolean
  /** Whether it belongs to what may be tuned on. */
  readonly tuning: boolean
  /** Turns on which the answer rests. */
  readonly evidence: readonly string[]
  /** What it is, where its group is not enough: names of the data set's own. */
  readonly id: string
}

/** Questions about a bank, without their labels: all that a run sees. */
export type Exam = { readonly bank: Bank; readonly questions: readonly AskedQuestion[] }

/** An exam and, apart from it, what the labels say of each question, in the same order. */
export type MarkedExam = { readonly exam: Exam; readonly gold: readonly Gold[] }
