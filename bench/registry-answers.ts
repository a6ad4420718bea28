import { type AnswerFlags, estimateAnswers, runAnswers, withAnswerFlags } from './answers/command.ts'
import { estimate } from './answers/estimate.ts'
import { EXPERIMENTS, type Experiment, type ExperimentName } from './answers/experiments.ts'
import { type Bench, defineBench } from './registry-entry.ts'

/** Minutes of what needs no model in `all`, where one goes on from what the one before has made: vectors to be made, and kept. */
const MINUTES: Readonly<Record<ExperimentName, readonly [cold: number, warm: number]>> = {
  answers: [3, 2],
  longmemeval: [0, 0],
  'context-curve': [0.2, 0.2],
  adversarial: [0.1, 0.1],
  hotpotqa: [0.4, 0.4],
  granularity: [1, 0.5],
  episodes: [0.4, 0.4],
  pathways: [0.4, 0.4],
}

/**
 * Those that answer the same questions of LoCoMo, and those that read the same streams, as the routing does. Without a model their times are
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
 * What is answered without a model says little of its own: a third of the questions shows it. Out of each of many long
 * streams, or with each of many settings, it only says that all is wired, and so it is marked.
 */
const CUTS: Partial<Record<ExperimentName, readonly string[]>> = {
  answers: ['--limit', '60'],
  adversarial: ['--limit', '60'],
  'context-curve': ['--limit', '5'],
  hotpotqa: ['--limit', '5'],
  granularity: ['--limit', '5'],
  episodes: ['--limit', '5'],
  pathways: ['--limit', '5'],
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
