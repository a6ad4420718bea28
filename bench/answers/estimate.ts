import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import { cutExams } from './exams.ts'
import { EXPERIMENTS, type ExperimentName, type Settings } from './experiments.ts'
import type { MarkedExam } from './gold.ts'
import type { BankShape, Protocol } from './protocols/protocol.ts'

/** What a run takes, known before it begins. */
export type Estimate = {
  readonly questions: number
  /** Calls of models; a reply that cannot be read is asked for once more, which is not counted. */
  readonly leastCalls: number
  readonly mostCalls: number
  /** Minutes at so many calls at once that take {@link CALL_SECONDS} each. */
  readonly leastMinutes: number
  readonly mostMinutes: number
}

/** A guess for a hosted model and a short answer. */
export const CALL_SECONDS = 2

export type EstimateOptions = {
  readonly data: string
  readonly settings: Settings
  readonly concurrency: number
  /** Questions a bank at most; default: all. */
  readonly limit?: number | undefined
  /** Names of banks; default: all. */
  readonly conversations?: readonly string[] | undefined
  /** Protocols of the run; default: all. */
  readonly wanted?: ((protocol: Protocol) => boolean) | undefined
}

/** What an experiment costs with a model, from its data alone. */
export function estimate(name: ExperimentName, options: EstimateOptions): Estimate {
  const { judged, parts } = EXPERIMENTS[name]
  const wanted = options.wanted ?? (({ needsModel }) => needsModel)
  let [questions, least, most] = [0, 0, 0]
  for (const part of parts) {
    const protocols = part.protocols(options.settings).filter(wanted)
    for (const marked of cutExams(part.exams(options.data), {
      ...options,
      limit: options.limit ?? Infinity,
    })) {
      const cost = examCost(marked, protocols, judged)
      questions += cost.questions
      least += cost.least
      most += cost.most
    }
  }
  const minutes = (calls: number) => (calls * CALL_SECONDS) / 60 / options.concurrency
  return {
    questions,
    leastCalls: least,
    mostCalls: most,
    leastMinutes: minutes(least),
    mostMinutes: minutes(most),
  }
}

function examCost({ exam }: MarkedExam, protocols: readonly Protocol[], judged: boolean) {
  const shape = shapeOf(exam.bank.turns)
  const n = exam.questions.length
  const costs = protocols.map((protocol) => protocol.cost(shape))
  // Modes share one bank: it is made once, however many of them ask it.
  const build = Math.max(0, ...costs.map((cost) => cost.build))
  const verdicts = judged ? n * protocols.length : 0
  const sum = (end: 'least' | 'most') =>
    build + verdicts + costs.reduce((all, { question }) => all + n * question[end], 0)
  return { questions: n * protocols.length, least: sum('least'), most: sum('most') }
}

function shapeOf(turns: MarkedExam['exam']['bank']['turns']): BankShape {
  const tokens = turns.reduce((sum, { text }) => sum + estimateTokens(String(text)) + TURN_HEAD_TOKENS, 0)
  return { turns: turns.length, tokens }
}

/** Speaker, time and id of a rendered turn. */
const TURN_HEAD_TOKENS = 20
