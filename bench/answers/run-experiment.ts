import { join } from 'node:path'
import type { Embedder } from '../../src/embed/embedder.ts'
import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import type { LanguageModelClient } from '../../src/llm/model-client.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets } from '../figures.ts'
import { type Gate, openGate } from '../replies/gate.ts'
import { type KeepingModel, keepReplies } from '../replies/keep-replies.ts'
import { type KeptReply, openKeptFolder } from '../replies/reply-folder.ts'
import { rememberingAnchor, rememberingEmbedder, rememberingExtract } from '../routing/episode-bank.ts'
import { rememberedVectors } from '../routing/routed-streams.ts'
import { costFigures } from './cost-figures.ts'
import { cutExams } from './exams.ts'
import { EXPERIMENTS, type ExperimentName, type Part, type Settings } from './experiments.ts'
import type { Exam, MarkedExam } from './gold.ts'
import { judgeAnswers } from './judge-answers.ts'
import { createProgress } from './progress.ts'
import type { Protocol, RunModels } from './protocols/protocol.ts'
import { type Outcome, type RunResult, runExams } from './run.ts'
import { judge } from './score.ts'
import { sourceHash } from './source-hash.ts'
import { openWorld } from './world.ts'

export type ExperimentOptions = {
  readonly data: string
  readonly seed: number
  readonly settings: Settings
  /** Undefined: only what needs no model. */
  readonly models: RunModels | undefined
  /** Default: the reader. */
  readonly judge?: LanguageModelClient | undefined
  /** Where replies and answers are kept. */
  readonly folder: string
  readonly replay: boolean
  /** Whether kept replies take as long as they took, so that times are told of them too. */
  readonly pace?: boolean | undefined
  readonly budgetTokens: number
  readonly concurrency: number
  readonly timeoutMs?: number | undefined
  /** Questions a bank at most. */
  readonly limit: number
  /** Names of banks; undefined: all. */
  readonly conversations?: readonly string[] | undefined
  /** Names of protocols; undefined: all. */
  readonly protocols?: readonly string[] | undefined
  /** Default: the bundled one, its vectors kept. */
  readonly embedder?: Embedder | undefined
  readonly say: (line: string) => void
  /** Set when the run is to end: calls under way come to their end, none is begun. */
  readonly stop?: AbortSignal | undefined
}

export type ExperimentResult = {
  readonly figures: FigureSets
  /** Names of the models by role. */
  readonly models: Readonly<Record<string, string>>
  readonly missing: number
  readonly stopped: string | undefined
  readonly spentTokens: number
}

/** Runs an experiment, or goes on with it, and tells its figures. */
export async function runExperiment(
  name: ExperimentName,
  options: ExperimentOptions,
): Promise<ExperimentResult> {
  const experiment = EXPERIMENTS[name]
  const gate = openGate(options.budgetTokens)
  options.stop?.addEventListener('abort', () => gate.stop('it was interrupted'))
  if (options.stop?.aborted) gate.stop('it was interrupted')
  const keeping = keepAll(options, gate)
  let figures: FigureSets = {}
  let missing = 0
  try {
    for (const part of experiment.parts) {
      const told = await runPart(part, { options, gate, keeping, judged: experiment.judged })
      figures = { ...figures, ...told.figures }
      missing += told.missing
    }
  } finally {
    await keeping.settled()
  }
  return {
    figures: options.limit <= WIRING_LIMIT ? asWiringCheck(figures) : figures,
    models: namesOf(keeping, experiment.judged),
    missing,
    stopped: gate.stopped,
    spentTokens: gate.spentTokens,
  }
}

/** Questions a bank, or banks of one question each, up to which a run only says that everything is wired. */
const WIRING_LIMIT = 5

/** Marked in its very name, so that it cannot be quoted for a result. */
function asWiringCheck(figures: FigureSets): FigureSets {
  return Object.fromEntries(Object.entries(figures).map(([set, each]) => [`wiring-check/${set}`, each]))
}

type Running = {
  readonly options: ExperimentOptions
  readonly gate: Gate
  readonly keeping: Keeping
  readonly judged: boolean
}

async function runPart(part: Part, running: Running): Promise<{ figures: FigureSets; missing: number }> {
  const { options, gate, keeping, judged } = running
  const exams = cutExams(part.exams(options.data), options)
  const protocols = part.protocols(options.settings).filter(canRun(options))
  const total = exams.reduce((sum, { exam }) => sum + exam.questions.length * protocols.length, 0)
  if (total === 0) return { figures: {}, missing: 0 }
  const progress = createProgress({ total, say: options.say })
  const result = await runExams(
    exams.map(({ exam }) => exam),
    {
      protocols,
      open: worlds(part, running),
      kept: openKeptFolder<Outcome>(join(options.folder, 'answers')),
      circumstances: [sourceHash(), options.settings, namesOf(keeping, false)],
      gate,
      concurrency: options.concurrency,
      onAnswered: progress.answered,
    },
  )
  options.say(`${part.set}: ${progress.line()}${failuresOf(result)}`)
  const told = await verdictsOf(result, exams, { judged, keeping, concurrency: options.concurrency })
  const scored = judge(told.outcomes, exams, told.verdicts)
  return {
    figures: {
      ...(scored.length > 0 ? part.figures(scored, options.seed) : {}),
      ...costFigures(part.set, result),
    },
    missing: result.missing + result.outcomes.length - told.outcomes.length,
  }
}

/** By code, so that a wrong setting is not taken for a weak model. */
function failuresOf({ outcomes }: RunResult): string {
  const counts = new Map<string, number>()
  for (const { failure } of outcomes)
    if (failure !== undefined) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  if (counts.size === 0) return ''
  return `; failed: ${[...counts].map(([code, count]) => `${code} ${count}`).join(', ')}`
}

/** An answer that nobody judged is missing: it must not pass for a wrong one. */
async function verdictsOf(
  { outcomes }: RunResult,
  exams: readonly MarkedExam[],
  { judged, keeping, concurrency }: { judged: boolean; keeping: Keeping; concurrency: number },
) {
  if (!judged || keeping.judge === undefined) return { outcomes, verdicts: undefined }
  const verdicts = await judgeAnswers(outcomes, exams, { model: keeping.judge, concurrency })
  return { outcomes: outcomes.filter((outcome) => verdicts.has(outcome)), verdicts }
}

function worlds(part: Part, { options, keeping }: Running): (exam: Exam) => ReturnType<typeof openWorld> {
  const isStream = part.set.startsWith('hotpotqa')
  const embedder =
    options.embedder === undefined
      ? bundledEmbedders()[isStream ? 'remembering' : 'kept']
      : isStream
        ? rememberingEmbedder(options.embedder)
        : options.embedder
  const remembering = isStream ? { anchor: rememberingAnchor(), extract: rememberingExtract } : {}
  const { concurrency, timeoutMs, settings } = options
  return ({ bank }) =>
    openWorld(bank, {
      embedder,
      ...remembering,
      models: keeping.models,
      units: settings.units,
      concurrency,
      timeoutMs,
    })
}

/** Of all experiments of this process: those on streams want the same vectors again and again. */
function bundledEmbedders() {
  if (bundled === undefined) {
    const kept = cachedEmbedder(createLocalEmbedder())
    bundled = { kept, remembering: rememberedVectors() }
  }
  return bundled
}

let bundled: Readonly<Record<'kept' | 'remembering', Embedder>> | undefined

type Keeping = {
  readonly models: RunModels | undefined
  readonly judge: LanguageModelClient | undefined
  settled(): Promise<void>
}

/** One keeper for each model, also where it stands in several roles, so that equal requests are one call. */
function keepAll({ models, judge: given, folder, replay, pace }: ExperimentOptions, gate: Gate): Keeping {
  const keepers = new Map<LanguageModelClient, KeepingModel>()
  const replies = openKeptFolder<KeptReply>(join(folder, 'replies'))
  const keep = (client: LanguageModelClient) => {
    const keeper = keepers.get(client) ?? keepReplies(client, { folder: replies, gate, replay, pace })
    keepers.set(client, keeper)
    return keeper
  }
  const judging = given ?? models?.reader
  return {
    models: models && {
      writer: keep(models.writer),
      reader: keep(models.reader),
      assistant: keep(models.assistant),
    },
    judge: judging && keep(judging),
    async settled() {
      for (const keeper of keepers.values()) await keeper.settled()
    },
  }
}

function namesOf({ models, judge: judging }: Keeping, judged: boolean): Record<string, string> {
  return {
    ...(models && { writer: models.writer.id, reader: models.reader.id, assistant: models.assistant.id }),
    ...(judged && judging && { judge: judging.id }),
  }
}

function canRun({ models, protocols }: ExperimentOptions) {
  return ({ name, needsModel }: Protocol) =>
    (models !== undefined || !needsModel) && (protocols === undefined || protocols.includes(name))
}
