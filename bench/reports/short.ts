import { type FigureRow, figureRows, type NamedFigure, printFigure } from './named-figure.ts'
import type { KeptResult } from './result-folder.ts'

/** What of a bench stands on a page that is read from top to bottom; all else is in the whole report. */
type Chosen = { readonly sets: RegExp; readonly metrics: readonly string[] }

const BY_SUBSET =
  /^locomo\/(?:held-out\/)?(?:all|single-evidence|temporal-triggered|time-conditioned)\/[^/]+$/u
const COLLAPSED = ['D@1', 'avgD@5', 'rankGap', 'share@10', 'hit@10', 'mrr', 'D@1 fell by']
const FATES = [
  'notConstructed',
  'notActivated',
  'notRetrieved',
  'notGenerated',
  'generated',
  'generatorFailure@10',
]
const ANSWERED = [
  'locomo_f1',
  'squad_f1',
  'emem_f1',
  'token_set_f1',
  'bleu1',
  'judge_accuracy',
  'answeredShare',
  'failed',
]
const TOLD = [
  ...ANSWERED,
  'evidenceShare',
  'contextCharacters',
  'calls',
  'T_S',
  'T_L',
  'normalised',
  'precision',
  'recall',
]

const CHOSEN: Readonly<Record<string, Chosen>> = {
  diagnostics: {
    sets: BY_SUBSET,
    metrics: ['share@10', 'hit@10', 'all@10', 'mrr', 'cappedRank@10', 'hitOnlyRank@10'],
  },
  'context-collapse': {
    sets: /^locomo\/(?:held-out\/)?(?:time-conditioned|time-conditioned-confusable|confusable|confusable-for-simplemem)\//u,
    metrics: [...COLLAPSED, ...FATES],
  },
  'context-shuffle': {
    sets: /^locomo\/(?:held-out\/)?(?:all|time-conditioned)\/[^/]+$/u,
    metrics: ['D@1', 'rankGap', 'share@10', 'mrr'],
  },
  'buffer-sweep': {
    sets: /^locomo\/(?:held-out\/)?(?:temporal-triggered|time-conditioned)\//u,
    metrics: ['D@1', 'rankGap', 'share@10', 'mrr'],
  },
  'budget-sweep': {
    sets: /^locomo\/(?:held-out\/)?(?:all|time-conditioned)\//u,
    metrics: [3, 5, 10, 20]
      .flatMap((k) => [`share@${k}`, `tokens@${k}`])
      .concat([125, 250, 500, 1_000].map((tokens) => `share@${tokens}-tokens`)),
  },
  ablations: {
    sets: /^locomo\/(?:held-out\/)?(?:all|temporal-triggered|time-conditioned)\//u,
    metrics: ['D@1', 'rankGap', 'share@10', 'mrr'],
  },
  answers: { sets: /^(?:wiring-check\/)?locomo\/(?:all|held-out|cost|escalation)\//u, metrics: TOLD },
  adversarial: { sets: /\/(?:adversarial|answerable|cost)\//u, metrics: TOLD },
}

/** The rows, and of each the figures, that a short page has of a bench. */
export function shortRows(bench: string, rows: readonly FigureRow[]): readonly FigureRow[] {
  const chosen = CHOSEN[bench]
  if (chosen === undefined) return rows
  const { sets, metrics } = chosen
  return rows
    .filter(({ set }) => sets.test(set))
    .map((row) => ({ ...row, figures: row.figures.filter(({ metric }) => metrics.includes(metric)) }))
    .filter(({ figures }) => figures.length > 0)
}

/** What a figure says in plain words. */
type Headline = readonly [says: string, bench: string, set: string, metric: string]

const HEADLINES: readonly Headline[] = [
  [
    'Recall covers so much of the evidence with its first ten places (LoCoMo, held-out)',
    'retrieval',
    'locomo/held-out',
    'share@10',
  ],
  ['… all of it, in so many questions', 'retrieval', 'locomo/held-out', 'all@10'],
  [
    'The session that answers is among the first five (LongMemEval)',
    'retrieval',
    'longmemeval/sessions',
    'any@5',
  ],
  [
    'Putting the asked time first changes the share of questions led by a memory of another context by',
    'context-collapse',
    'locomo/time-conditioned-confusable/reinstated-minus-content-only',
    'D@1',
  ],
  [
    '… and changes the evidence within ten places, where a question carries a time, by',
    'context-collapse',
    'locomo/time-conditioned/reinstated-minus-content-only',
    'share@10',
  ],
  [
    'Episodes that hold everything a question rests on are among the five that are read (HotpotQA, 1,600 documents)',
    'routing',
    'hotpotqa/1600',
    'all@5',
  ],
  ['A second round of routing adds', 'iterate', 'hotpotqa/1600', 'gain'],
  [
    'Answers out of the evidence’s own words, no model (LoCoMo)',
    'answers',
    'locomo/all/extractive-fast',
    'locomo_f1',
  ],
  [
    'Beside LanceDB’s hybrid search on the same vectors, our share of the evidence is higher by',
    'side-by-side',
    'locomo/held-out/reinstate-minus/lancedb-hybrid',
    'share@10',
  ],
  [
    'A recall takes, the question’s vector included, at 100,000 units (milliseconds, median)',
    'speed',
    '100000',
    'recallP50Ms',
  ],
  ['Acknowledged turns lost when writers are killed', 'durability', 'kills', 'lostTurns'],
]

export type Told = { readonly says: string; readonly figure: NamedFigure; readonly printed: string }

/** The figures to begin with, as far as they were measured. */
export function headlines(results: readonly KeptResult[]): readonly Told[] {
  return HEADLINES.flatMap(([says, bench, set, metric]) => {
    const result = results.find(({ name, options }) => name === bench && options.model === undefined)
    if (result === undefined) return []
    const row = figureRows(bench, result.figures).find((each) => each.set === set)
    const figure = row?.figures.find((each) => each.metric === metric)
    return figure === undefined ? [] : [{ says, figure, printed: printFigure(figure) }]
  })
}
