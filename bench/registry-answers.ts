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

/**
 * Those that answer the same questions of LoCoMo, and those that read the same streams. Without a model their times are
 * told of a core that had another bench beside it; with one every bench runs alone.
 */
const FAMILIES: Readonly<Record<ExperimentName, string>> = {
  answers: 'answers',
  adversarial: 'answers',
  'context-curve': 'answers',
  longmemeval: 'answers',
  hotpotqa: 'streams',
  granularity: 'streams',
  episodes: 'streams',
  pathways: 'streams',
}

/**
 * What is answered without a model out of each of many long streams, or with each of many settings, says little of its
 * own: a part of the questions shows it.
 */
const CUTS: Partial<Record<ExperimentName, readonly string[]>> = {
  'context-curve': ['--limit', '60'],
  hotpotqa: ['--limit', '32'],
  granularity: ['--limit', '16'],
  episodes: ['--limit', '16'],
  pathways: ['--limit', '16'],
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
      family: FAMILIES[name as ExperimentName],
      inAll: [],
      cutWithoutModel: CUTS[name as ExperimentName] ?? [],
      flags: withAnswerFlags,
      dryRun: (options) => ({ ...estimateAnswers(name as ExperimentName, options) }),
      run: (options) => runAnswers(name as ExperimentName, options),
    })
  },
)
