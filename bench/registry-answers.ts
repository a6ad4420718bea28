import { type AnswerFlags, estimateAnswers, runAnswers, withAnswerFlags } from './answers/command.ts'
import { estimate } from './answers/estimate.ts'
import { EXPERIMENTS, type Experiment, type ExperimentName } from './answers/experiments.ts'
import { type Bench, defineBench } from './registry-entry.ts'

/** Minutes of what needs no model: vectors still to be made, and kept. */
const MINUTES: Readonly<Record<ExperimentName, readonly [cold: number, warm: number]>> = {
  answers: [14, 5],
  longmemeval: [0, 0],
  'context-curve': [12, 3],
  adversarial: [14, 5],
  hotpotqa: [15, 6],
  granularity: [12, 8],
  episodes: [12, 8],
  pathways: [12, 8],
}

/** The experiments in which questions are answered, a bench each. */
export const answerBenches: readonly Bench[] = Object.entries<Experiment>(EXPERIMENTS).map(
  ([name, { what, from, parts }]) => {
    const [coldMinutes, warmMinutes] = MINUTES[name as ExperimentName]
    const usual = { units: 'both', effort: 'low' } as const
    const protocols = parts.flatMap((part) => part.protocols(usual))
    return defineBench<AnswerFlags>({
      name,
      what,
      from,
      model: protocols.every(({ needsModel }) => needsModel) ? 'needed' : 'partly',
      cost: {
        coldMinutes,
        warmMinutes,
        calls(data) {
          const { leastCalls, mostCalls } = estimate(name as ExperimentName, {
            data,
            settings: usual,
            concurrency: 8,
          })
          return { least: leastCalls, most: mostCalls }
        },
      },
      timed: name === 'answers',
      inAll: [],
      flags: withAnswerFlags,
      dryRun: (options) => ({ ...estimateAnswers(name as ExperimentName, options) }),
      run: (options) => runAnswers(name as ExperimentName, options),
    })
  },
)
