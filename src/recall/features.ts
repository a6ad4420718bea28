import type { AnswerKind } from '../model/recall-frame.ts'
import { inverseFrequency } from '../store/views/inverse-frequency.ts'
import { UnitFlag } from '../store/views/unit-entry.ts'
import type { Candidate, Candidates } from '../store/views/view-query.ts'
import { compatibilityOf } from './compatibility.ts'
import type { Gathered } from './gather.ts'
import type { PlannedContext, RecallPlan } from './plan-recall.ts'

/** The scales on which the candidates of a question are seen. */
export type QuestionFacts = {
  /** On the scale of the content list. */
  readonly seen: Seen
  /** The condition of time, and what is compatible with it on a scale of its own; undefined where nothing is grounded. */
  readonly conditioned: { readonly context: PlannedContext; readonly seen: Seen } | undefined
}

/** The best of a list: the value that a candidate's own is seen beside. */
type Scale = {
  readonly bestLexical: number
  readonly bestSessionLexical: number
  readonly bestDense: number
  readonly bestSessionDense: number
}

/** What a question and its candidates have in common. */
type Common = {
  readonly kind: AnswerKind
  /** The one asked person who speaks in the bank; undefined where none or several do. */
  readonly askedSpeaker: number | undefined
  readonly denseMean: number
  /** Share of each term in what the question asks, rare words more; names of persons have none. The shares add up to 1. */
  readonly termShares: readonly number[]
}

type Seen = Common & Scale
type Feature = (candidate: Candidate, seen: Seen) => number

/** What speaks for a candidate, each about in [0, 1]; `weights.ts` has a weight for each. */
export const FEATURES = {
  lexical: ({ lexical }, { bestLexical }) => lexical / bestLexical,
  twoBefore: ({ neighbours }, { bestLexical }) => neighbours[0] / bestLexical,
  after: ({ neighbours }, { bestLexical }) => neighbours[2] / bestLexical,
  /** A reply to a question that matches says the answer without its words; what else stands before a unit tells little. */
  reply: ({ neighbours, flagsBefore }, { bestLexical }) =>
    has(flagsBefore, ASKS) ? neighbours[1] / bestLexical : 0,
  session: ({ sessionLexical }, { bestSessionLexical }) => sessionLexical / bestSessionLexical,
  /**
   * Of the words asked for, those that stand in the unit or in its neighbours, rare ones counting most. Names of places
   * and things are such words: weighed apart as well they changed no place (cross-validated on the tuning conversations,
   * of whose 383 questions 22 have any).
   */
  coverage: ({ matchedNear }, { termShares }) =>
    termShares.reduce((sum, share, bit) => (has(matchedNear, 1 << bit) ? sum + share : sum), 0),
  dense: ({ dense }, { denseMean, bestDense }) => above(dense, denseMean, bestDense),
  denseBefore: ({ denseNeighbours }, { denseMean, bestDense }) =>
    above(denseNeighbours[1], denseMean, bestDense),
  denseReply: ({ denseNeighbours, flagsBefore }, { denseMean, bestDense }) =>
    has(flagsBefore, ASKS) ? above(denseNeighbours[1], denseMean, bestDense) : 0,
  denseAfter: ({ denseNeighbours }, { denseMean, bestDense }) =>
    above(denseNeighbours[2], denseMean, bestDense),
  sessionDense: ({ sessionDense }, { denseMean, bestSessionDense }) =>
    above(sessionDense, denseMean, bestSessionDense),
  /** Said by the asked person or, where that person does not speak in the bank, naming them. */
  askedPerson: ({ speaker, matchedPersons }, { askedSpeaker }) =>
    Number(askedSpeaker === undefined ? matchedPersons > 0 : speaker === askedSpeaker),
  firstPerson: ({ flags }) => Number(has(flags, UnitFlag.firstPerson)),
  question: ({ flags }) => Number(has(flags, UnitFlag.question)),
  /**
   * Tells of what happened before it was told, as memories do; where a time is asked for, `time` says it. Cross-validated
   * over the tuning conversations share@10 gains 0.007, and 0.004 on the same questions with time words put into them.
   */
  told: ({ eventFirst = Infinity, eventLast = eventFirst, sessionFirst }, { kind }) =>
    Number(!TIME_KINDS.has(kind) && eventLast < sessionFirst),
  /** The form that an answer of the asked kind has. */
  time: ({ flags }, { kind }) => Number(TIME_KINDS.has(kind) && has(flags, UnitFlag.hasTime)),
  name: ({ flags }, { kind }) => Number(NAME_KINDS.has(kind) && has(flags, UnitFlag.hasName)),
  number: ({ flags }, { kind }) => Number(NUMBER_KINDS.has(kind) && has(flags, UnitFlag.hasNumber)),
} as const satisfies Readonly<Record<string, Feature>>

export type FeatureName = keyof typeof FEATURES

/** The names in the order of `FEATURES`. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly FeatureName[]

/** The features of one candidate, in the order of `FEATURE_NAMES`. */
export function featuresOf(candidate: Candidate, facts: QuestionFacts): number[] {
  const seen = seenFor(candidate, facts)
  return IN_ORDER.map((feature) => feature(candidate, seen))
}

const IN_ORDER: readonly Feature[] = Object.values(FEATURES)

/**
 * Read from all of what was gathered, so that a unit has one score in whichever list it stands.
 *
 * What is compatible with the asked time has a scale of its own: it competes with what lies there too, and is not to look
 * weak because the same words were said better in another year. Cross-validated over the tuning conversations no way to
 * put the time and none of the three loses by it, and the scores are closer to the true chances.
 */
export function factsOf(plan: RecallPlan, { candidates, askedSpeakers }: Gathered): QuestionFacts {
  const denseMean = candidates.denseMean ?? 0
  const common: Common = {
    kind: plan.frame.need.kind,
    askedSpeaker: askedSpeakers.length === 1 ? askedSpeakers[0] : undefined,
    denseMean,
    termShares: termShares(plan, candidates),
  }
  const { context } = plan
  return {
    seen: { ...common, ...scaleOf(candidates.content, denseMean) },
    conditioned: context && { context, seen: { ...common, ...conditionedScale(context, candidates) } },
  }
}

function seenFor(candidate: Candidate, { seen, conditioned }: QuestionFacts): Seen {
  return conditioned !== undefined && isCompatible(candidate, conditioned.context) ? conditioned.seen : seen
}

function conditionedScale(planned: PlannedContext, { content, context, denseMean = 0 }: Candidates): Scale {
  const compatible = [...content, ...context].filter((candidate) => isCompatible(candidate, planned))
  return scaleOf(compatible, denseMean)
}

function isCompatible(candidate: Candidate, context: PlannedContext): boolean {
  return compatibilityOf(candidate, context).tier !== 'elsewhere'
}

function scaleOf(candidates: readonly Candidate[], denseMean: number): Scale {
  const best = (value: (candidate: Candidate) => number | undefined, least: number) =>
    candidates.reduce((high, candidate) => Math.max(high, value(candidate) ?? least), least)
  return {
    bestLexical: best(({ lexical }) => lexical, LEAST_SCALE),
    bestSessionLexical: best(({ sessionLexical }) => sessionLexical, LEAST_SCALE),
    bestDense: best(({ dense }) => dense, denseMean + LEAST_SPREAD),
    bestSessionDense: best(({ sessionDense }) => sessionDense, denseMean + LEAST_SPREAD),
  }
}

const ASKS = UnitFlag.question | UnitFlag.endsAsking

const TIME_KINDS: ReadonlySet<AnswerKind> = new Set<AnswerKind>(['date', 'duration'])
const NAME_KINDS: ReadonlySet<AnswerKind> = new Set<AnswerKind>(['person', 'place'])
const NUMBER_KINDS: ReadonlySet<AnswerKind> = new Set<AnswerKind>([
  'number',
  'amount',
  'frequency',
  'duration',
])

/** Keeps a division from meeting zero; below it nothing was found. */
const LEAST_SCALE = 1e-6

/** Cosines that lie closer together than this tell nothing apart: in a small bank the best may stand hardly above the mean. */
const LEAST_SPREAD = 0.05

function has(bits: number, bit: number): boolean {
  return (bits & bit) !== 0
}

/** Where a cosine stands between the mean of all units and the best: 0 at the mean, 1 at the best. */
function above(cosine: number | undefined, mean: number, best: number): number {
  return cosine === undefined ? 0 : Math.max(-1, (cosine - mean) / (best - mean))
}

function termShares({ terms, nameTerms }: RecallPlan, { unitsWithTerm, searched }: Candidates): number[] {
  const weights = terms.slice(0, 31).map((term, i) => {
    const units = unitsWithTerm[i] ?? 0
    return nameTerms.has(term) ? 0 : inverseFrequency(units, searched)
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return sum === 0 ? weights : weights.map((weight) => weight / sum)
}
