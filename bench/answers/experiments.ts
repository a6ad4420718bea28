import type { RouteSettings } from '../../src/episodes/route-settings.ts'
import { presets } from '../../src/episodes/route-settings.ts'
import { presets as recallPresets } from '../../src/recall/presets.ts'
import { STREAM_SIZES } from '../datasets/hotpotqa.ts'
import type { FigureSets } from '../figures.ts'
import { answerFigures, kindFigures, locomoAnswerFigures, METRICS_OF } from './answer-figures.ts'
import { autoFigures } from './auto-figures.ts'
import { curveFigures } from './curve-figures.ts'
import { hotpotExams, locomoExams, longMemEvalExams } from './exams.ts'
import type { MarkedExam } from './gold.ts'
import { denseRag, fullContext, notMentioned, simpleMem } from './protocols/baselines.ts'
import { closedBook } from './protocols/closed-book.ts'
import { deepVariant, PATHWAYS, without } from './protocols/deep-variant.ts'
import { ours } from './protocols/ours.ts'
import type { Protocol } from './protocols/protocol.ts'
import { slidingWindows } from './protocols/sliding-windows.ts'
import type { Judged } from './score.ts'

export type Settings = {
  readonly units: 'turns' | 'both'
  readonly effort: 'low' | 'medium' | 'high'
}

/** Something that can be measured: which questions, answered how, told in which figures. */
export type Experiment = {
  readonly what: string
  readonly from: 'RaMem' | 'E-mem' | 'both' | 'ours'
  /** Its parts, each with its own name in figures. */
  readonly parts: readonly Part[]
  /** A judge decides what is right. */
  readonly judged: boolean
}

export type Part = {
  readonly set: string
  exams(data: string): MarkedExam[]
  /** Those that need no model first. */
  protocols(settings: Settings): readonly Protocol[]
  figures(judged: readonly Judged[], seed: number): FigureSets
}

/** Minutes without a model are measured on two cores, vectors cached. */
export const EXPERIMENTS = {
  answers: {
    what: 'answer quality on LoCoMo beside baselines on the same model and prompt, what it costs, and what auto chooses',
    from: 'both',
    judged: false,
    parts: [
      {
        set: 'locomo',
        exams: locomoExams,
        protocols: (settings) => [
          ...extractive(),
          notMentioned,
          ...modes(settings),
          ramem(settings),
          ...BASELINES,
        ],
        figures: (judged, seed) => ({
          ...locomoAnswerFigures(judged, seed),
          ...autoFigures('locomo', answerable(judged), {
            names: { fast: 'extractive-fast', deep: 'extractive-deep', auto: 'extractive-auto' },
            metric: 'locomo_f1',
          }),
          ...autoFigures('locomo', answerable(judged), { names: MODES, metric: 'locomo_f1' }),
        }),
      },
    ],
  },
  longmemeval: {
    what: 'answer quality on LongMemEval (7 complete haystacks, 83 reconstructed) as a judge sees it, by type',
    from: 'RaMem',
    judged: true,
    parts: [
      {
        set: 'longmemeval',
        exams: longMemEvalExams,
        protocols: (settings) => [...modes(settings), ramem(settings), fullContext, denseRag(), simpleMem()],
        figures: (judged, seed) => {
          const whole = judged.filter(({ gold }) => gold.id.startsWith('full/'))
          const rest = judged.filter(({ gold }) => !gold.id.startsWith('full/'))
          const options = { metrics: METRICS_OF.longmemeval, seed }
          return {
            ...(whole.length > 0 && kindFigures('longmemeval/full', whole, options)),
            ...(rest.length > 0 && kindFigures('longmemeval/reconstructed', rest, options)),
          }
        },
      },
    ],
  },
  'context-curve': {
    what: 'quality over the tokens of context: our evidence within several budgets, beside flat lists of several lengths',
    from: 'both',
    judged: false,
    parts: [
      {
        set: 'locomo',
        exams: locomoExams,
        protocols: (settings) => [
          ...LIMITS.map((limit) =>
            ours({ ...EXTRACTIVE, name: `extractive-fast@K${limit}`, more: { limit } }),
          ),
          ...EVIDENCE_TOKENS.map((evidenceTokens) =>
            ours({
              ...settings,
              name: `fast@${evidenceTokens}`,
              mode: 'fast',
              model: true,
              more: { limit: 50, evidenceTokens },
            }),
          ),
          ...LIMITS.map((limit) => simpleMem(limit)),
        ],
        figures: (judged, seed) => curveFigures('locomo', answerable(judged), { metric: 'locomo_f1', seed }),
      },
    ],
  },
  adversarial: {
    what: 'LoCoMo’s adversarial questions: how often what was never said is not answered, beside how often the others are',
    from: 'E-mem',
    judged: false,
    parts: [
      {
        set: 'locomo',
        exams: locomoExams,
        protocols: (settings) => [...extractive(), notMentioned, ...modes(settings), fullContext],
        figures: (judged, seed) => {
          const options = { metrics: METRICS_OF.locomo, seed }
          const named = (set: string, list: readonly Judged[]) =>
            Object.fromEntries(
              [...answerFigures(list, options)].map(([name, each]) => [`locomo/${set}/${name}`, each]),
            )
          return {
            ...named(
              'adversarial',
              judged.filter(({ gold }) => gold.unanswerable),
            ),
            ...named('answerable', answerable(judged)),
          }
        },
      },
    ],
  },
  hotpotqa: {
    what: 'E-mem’s streams of HotpotQA with the same model without any document beside them',
    from: 'E-mem',
    judged: false,
    parts: STREAM_SIZES.map((size) => ({
      set: `hotpotqa/${size}`,
      exams: (data) => hotpotExams(data, size),
      protocols: () => [
        deepVariant({ name: 'extractive-deep', model: false }),
        closedBook,
        deepVariant({ name: 'deep', model: true }),
        deepVariant({ name: 'deep-emem', model: true, settings: presets.emem }),
        denseRag(),
        simpleMem(),
        slidingWindows(),
      ],
      figures: (judged, seed) =>
        kindFigures(`hotpotqa/${size}`, judged, { metrics: METRICS_OF.hotpotqa, seed }),
    })),
  },
  granularity: {
    what: 'sizes of episodes under one budget of 32,768 tokens read',
    from: 'E-mem',
    judged: false,
    parts: [
      {
        set: 'conversation-1',
        exams: (data) => locomoExams(data).filter(({ exam }) => exam.bank.name === 'conv-26'),
        protocols: granularity,
        figures: (judged, seed) =>
          kindFigures('conversation-1', answerable(judged), { metrics: METRICS_OF.locomo, seed }),
      },
      hotpot1600(granularity),
    ],
  },
  episodes: {
    what: 'how many episodes are read: τ = 2 … 20',
    from: 'E-mem',
    judged: false,
    parts: [
      hotpot1600(() =>
        both((model) =>
          [2, 3, 5, 8, 12, 16, 20].map((episodes) => ({
            name: `τ${episodes}`,
            model,
            settings: { ...presets.defaults, episodes },
          })),
        ),
      ),
    ],
  },
  pathways: {
    what: 'each pathway of the routing taken out in turn, answers beside what the routing reaches',
    from: 'E-mem',
    judged: false,
    parts: [
      hotpot1600(() =>
        both((model) =>
          Object.entries(presets).flatMap(([preset, settings]: [string, RouteSettings]) => [
            { name: preset, model, settings },
            ...PATHWAYS.map((pathway) => ({
              name: `${preset}-without-${pathway}`,
              model,
              settings: without(pathway, settings),
            })),
          ]),
        ),
      ),
    ],
  },
} as const satisfies Readonly<Record<string, Experiment>>

export type ExperimentName = keyof typeof EXPERIMENTS

const MODES = { fast: 'fast', deep: 'deep', auto: 'auto' } as const
const EVIDENCE_TOKENS = [250, 500, 1_000, 2_000, 4_000] as const
const LIMITS = [3, 5, 10, 20] as const
const BASELINES: readonly Protocol[] = [fullContext, slidingWindows(), denseRag(), simpleMem()]
const EXTRACTIVE = { mode: 'fast', model: false, units: 'turns', effort: 'low' } as const

function extractive(): readonly Protocol[] {
  return Object.values(MODES).map((mode) => ours({ ...EXTRACTIVE, name: `extractive-${mode}`, mode }))
}

function modes(settings: Settings): readonly Protocol[] {
  return Object.values(MODES).map((mode) => ours({ ...settings, name: mode, mode, model: true }))
}

/** The paper's own way: its ranking, and its order of calls, analysis and planning apart. */
function ramem({ units }: Settings): Protocol {
  const more = { settings: recallPresets.ramem }
  return ours({ name: 'fast-ramem', mode: 'fast', model: true, units, effort: 'medium', more })
}

/** Tokens of the budget, and sizes of episodes that share it. */
const READ_TOKENS = 32_768
const SIZES = [4_096, 8_192, 12_288, 16_384, 32_768] as const

function granularity(): readonly Protocol[] {
  return both((model) =>
    SIZES.map((tokens) => ({
      name: `L${tokens / 1_024}K`,
      model,
      episodeTokens: tokens,
      settings: { ...presets.defaults, episodes: Math.floor(READ_TOKENS / tokens) },
    })),
  )
}

/** Variants without a model, then the same with one. */
function both(of: (model: boolean) => readonly Parameters<typeof deepVariant>[0][]): readonly Protocol[] {
  const named = (model: boolean) =>
    of(model).map((each) =>
      deepVariant({ ...each, name: `${model ? 'deep' : 'extractive-deep'}@${each.name}` }),
    )
  return [...named(false), ...named(true)]
}

function hotpot1600(protocols: Part['protocols']): Part {
  return {
    set: 'hotpotqa/1600',
    exams: (data) => hotpotExams(data, 1600),
    protocols,
    figures: (judged, seed) => kindFigures('hotpotqa/1600', judged, { metrics: METRICS_OF.hotpotqa, seed }),
  }
}

function answerable(judged: readonly Judged[]): Judged[] {
  return judged.filter(({ gold }) => !gold.unanswerable)
}
