import type { Evidence, Recollection } from '../../src/index.ts'
import type { Asked, Searched } from './observation.ts'

/** A recollection of a question or a search, and what of its evidence the expectations look at. */
export type Recalled = {
  readonly recollection: Recollection
  /** Turns in rank order, each once; of tier `within` alone where the question has a grounded time. */
  readonly ids: readonly string[]
  readonly evidence: readonly Evidence[]
  readonly cited: readonly string[]
  readonly error: unknown
}

/** A key's check: what is wrong, in words; undefined where it holds. */
export type Check<Subject> = (wanted: unknown, subject: Subject) => string | undefined

export function recalled({ answer, error }: Asked): Recalled | undefined {
  if (answer === undefined) return undefined
  return viewOf(answer, { cited: answer.answered ? answer.citations.map(({ turn }) => turn) : [], error })
}

export function searched({ recollection, error }: Searched): Recalled | undefined {
  return recollection === undefined ? undefined : viewOf(recollection, { cited: [], error })
}

function viewOf(recollection: Recollection, rest: { cited: readonly string[]; error: unknown }): Recalled {
  const grounded = recollection.frame.time.status === 'grounded'
  const evidence = recollection.evidence.filter(({ tier }) => !grounded || tier === 'within')
  const within = idsOf(evidence)
  // What held at a day is known from what was said before it: then the answer's citations are what it rests on.
  const ids = grounded && within.length === 0 ? rest.cited : within
  return { recollection, evidence, ids, ...rest }
}

function idsOf(evidence: readonly Evidence[]): readonly string[] {
  return [...new Set(evidence.flatMap(({ unit }) => unit.sources))]
}

/** Expectations on which turns come back, and in which order. */
export const EVIDENCE_CHECKS: Readonly<Record<string, Check<Recalled>>> = {
  top: (wanted, { ids }) => differ('the first turns', ids.slice(0, (wanted as string[]).length), wanted),
  order_prefix: (wanted, { ids }) =>
    differ('the first turns', ids.slice(0, (wanted as string[]).length), wanted),
  order: (wanted, { ids }) => differ('the turns in order', ids, wanted),
  contains: (wanted, { ids }) => {
    const missing = (wanted as string[]).filter((id) => !ids.includes(id))
    return missing.length > 0 ? `${missing} should be among ${ids}` : undefined
  },
  exclude: (wanted, { ids, cited }) => {
    const present = (wanted as string[]).filter((id) => ids.includes(id) || cited.includes(id))
    return present.length > 0 ? `${present} should not be among ${ids}` : undefined
  },
  count: (wanted, { ids }) => differ('the number of turns', ids.length, wanted),
  max_count: (wanted, { recollection }) =>
    recollection.evidence.length <= (wanted as number)
      ? undefined
      : `${recollection.evidence.length} pieces, at most ${wanted}`,
  // As README.md has it: an abstention that cites nothing; what was looked at may still be listed.
  evidence: (wanted, { cited }) => differ('the citations', cited, wanted),
  evidence_includes: (wanted, { ids, cited }) => {
    const missing = (wanted as string[]).filter(
      (id) => !ids.includes(id) || (cited.length > 0 && !cited.includes(id)),
    )
    return missing.length > 0 ? `${missing} should be evidence: found ${ids}, cited ${cited}` : undefined
  },
  evidence_span_includes: (wanted, { evidence }) => {
    const first = evidence[0]
    const { start, end } = first?.unit.passage ?? { start: 0, end: 0 }
    const passage = first?.turns[0].text.slice(start, end) ?? ''
    return passage.includes(wanted as string)
      ? undefined
      : `The passage “${passage.slice(0, 200)}” lacks “${wanted}”`
  },
  scores: (wanted, { evidence }) => {
    const scores = evidence.map(({ score }) => score)
    const near = (wanted as number[]).every(
      (score, index) => Math.abs((scores[index] ?? Number.NaN) - score) <= 1e-3,
    )
    return near ? undefined : `scores ${scores}, not ${wanted}`
  },
  scores_non_increasing: (_, { recollection }) =>
    checkScores(recollection, (score, before) => score <= before),
  score_higher_is_better: (_, { recollection }) =>
    checkScores(recollection, (score, before) => score <= before),
  scores_within: (wanted, { recollection }) => {
    const [low, high] = wanted as [number, number]
    return checkScores(recollection, (score) => score >= low && score <= high)
  },
  no_nan_scores: (_, { recollection }) => checkScores(recollection, (score) => Number.isFinite(score)),
}

function checkScores(
  { evidence }: Recollection,
  holds: (score: number, before: number) => boolean,
): string | undefined {
  const scores = evidence.map(({ score }) => score)
  const wrong = scores.some((score, index) => !holds(score, scores[index - 1] ?? Number.POSITIVE_INFINITY))
  return wrong ? `The scores are ${scores}` : undefined
}

export function differ(what: string, got: unknown, wanted: unknown): string | undefined {
  return JSON.stringify(got) === JSON.stringify(wanted)
    ? undefined
    : `${what}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`
}
