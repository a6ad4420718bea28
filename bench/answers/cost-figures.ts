import { deepCost, LARGE_TOKEN_PRICE } from '../../src/episodes/cost.ts'
import type { FigureSets, Figures } from '../figures.ts'
import { percentile } from '../speed/percentile.ts'
import { mean } from './answer-figures.ts'
import type { Outcome, RunResult } from './run.ts'
import type { Build } from './world.ts'

/** Over how many questions what a bank cost to make is spread. */
const AMORTISED_OVER = [10, 100, 1_000] as const

/**
 * What each protocol costs a question, by set and protocol: calls, T_S and T_L with their parts, T_S + 10·T_L, units and
 * characters of context, and milliseconds. Times are those of questions whose calls were all made in this run or in the
 * one that answered them; kept replies tell none but where they are given at their pace.
 *
 * @see E-mem, section 4.5
 */
export function costFigures(
  set: string,
  { outcomes, builds }: Pick<RunResult, 'outcomes' | 'builds'>,
): FigureSets {
  const protocols = [...new Set(outcomes.map(({ protocol }) => protocol))]
  return {
    ...Object.fromEntries(
      protocols.map((protocol) => {
        const own = outcomes.filter((outcome) => outcome.protocol === protocol)
        return [`${set}/cost/${protocol}`, { ...questionCost(own), ...times(own) }]
      }),
    ),
    ...buildFigures(set, builds),
    ...amortised(set, outcomes, builds),
  }
}

function questionCost(outcomes: readonly Outcome[]): Figures {
  const responses = outcomes.flatMap(({ response }) => response ?? [])
  if (responses.length === 0) return { n: 0 }
  const costs = responses.map(({ calls }) => deepCost(calls))
  const each = (of: (cost: (typeof costs)[number]) => number) => mean(costs.map(of))
  return {
    n: responses.length,
    calls: mean(responses.map(({ calls }) => calls.length)),
    T_S: each(({ small }) => small.total),
    'T_S.uncached': each(({ small }) => small.uncachedInput),
    'T_S.cached': each(({ small }) => small.cachedInput),
    'T_S.output': each(({ small }) => small.output),
    T_L: each(({ large }) => large.total),
    'T_L.uncached': each(({ large }) => large.uncachedInput),
    'T_L.cached': each(({ large }) => large.cachedInput),
    'T_L.output': each(({ large }) => large.output),
    normalised: each(({ normalised }) => normalised),
    contextUnits: mean(responses.map(({ contextUnits }) => contextUnits)),
    contextCharacters: mean(responses.map(({ contextCharacters }) => contextCharacters)),
    failedAssistants: responses.reduce((sum, { failedAssistants }) => sum + failedAssistants, 0),
  }
}

/** Cold is the first question of each bank, whose views are still to be loaded; warm are the others. */
function times(outcomes: readonly Outcome[]): Figures {
  const timed = outcomes.filter(({ failure, tally }) => failure === undefined && tally.kept === 0)
  const of = (list: readonly Outcome[]) => list.map(({ milliseconds }) => milliseconds)
  const cold = timed.filter((outcome) => outcome.cold)
  const warm = timed.filter((outcome) => !outcome.cold)
  const recalls = timed.flatMap(({ response }) => response?.recallMs ?? [])
  return {
    timed: timed.length,
    ...spread('recallMs', recalls),
    ...spread('answerMs.cold', of(cold)),
    ...spread('answerMs.warm', of(warm)),
    ...spread(
      'modelMs',
      outcomes.filter(({ response }) => (response?.calls.length ?? 0) > 0).map(({ tally }) => tally.modelMs),
    ),
  }
}

function buildFigures(set: string, builds: readonly Build[]): FigureSets {
  const kinds = [...new Set(builds.map(({ what }) => what))]
  return Object.fromEntries(
    kinds.map((what) => {
      const own = builds.filter((build) => build.what === what)
      const costs = own.map(({ calls }) => deepCost(calls).build)
      return [
        `${set}/build/${what}`,
        {
          n: own.length,
          calls: mean(costs.map(({ calls }) => calls)),
          tokens: mean(costs.map(({ total }) => total)),
          failedWindows: own.reduce((sum, { failedWindows }) => sum + failedWindows, 0),
          ...spread(
            'buildMs',
            own.filter(({ tally }) => tally.kept === 0).map(({ milliseconds }) => milliseconds),
          ),
        },
      ]
    }),
  )
}

/** What a question costs where a bank is asked so many: its share of the making, and its own. All tokens at the reader's price but the assistants'. */
function amortised(set: string, outcomes: readonly Outcome[], builds: readonly Build[]): FigureSets {
  const equipped = builds.filter(({ what }) => what === 'equipped')
  if (equipped.length === 0) return {}
  const build = mean(equipped.map(({ calls }) => deepCost(calls).build.total)) * LARGE_TOKEN_PRICE
  const ours = [
    ...new Set(
      outcomes.filter(({ response }) => response?.mode !== undefined).map(({ protocol }) => protocol),
    ),
  ]
  return Object.fromEntries(
    ours.map((protocol) => {
      const own = outcomes.flatMap(({ protocol: name, response }) =>
        name === protocol && response !== undefined ? [deepCost(response.calls).normalised] : [],
      )
      const figures = AMORTISED_OVER.map((n) => [`normalised@${n}`, build / n + mean(own)] as const)
      return [`${set}/amortised/${protocol}`, { n: own.length, ...Object.fromEntries(figures) }]
    }),
  )
}

function spread(name: string, values: readonly number[]): Figures {
  if (values.length === 0) return {}
  return { [`${name}.p50`]: percentile(values, 0.5), [`${name}.p95`]: percentile(values, 0.95) }
}
