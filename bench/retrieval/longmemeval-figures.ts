import type { Embedder } from '../../src/embed/embedder.ts'
import { openMemory } from '../../src/memory.ts'
import { rankSessions } from '../../src/recall/rank-sessions.ts'
import { type Haystack, loadLongMemEval } from '../datasets/longmemeval.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { allAt, hitAt } from '../metrics/retrieval.ts'
import { rememberingEmbedder } from '../routing/episode-bank.ts'
import { bankOf } from './bank-of.ts'
import { rememberingRead } from './remembering-read.ts'

export type LongMemEvalOptions = {
  readonly data: string
  readonly embedder: Embedder
  /** For the intervals. */
  readonly seed: number
  /** Haystacks at most, each of one question. */
  readonly limit: number
  readonly onProgress: (line: string) => void
}

/** Units recalled, so that five sessions are seen. */
const SESSION_UNITS = 100

/** Session-level figures over the answerable questions; the reconstructed haystacks are no published S haystacks. */
export async function longMemEvalFigures(options: LongMemEvalOptions): Promise<FigureSets> {
  const answerable = loadLongMemEval(options.data)
    .filter((haystack) => haystack.answerable)
    .slice(0, options.limit)
  // A session stands in ten haystacks.
  const embedder = rememberingEmbedder(options.embedder)
  const read = rememberingRead()
  const judged: { readonly haystack: Haystack; readonly figures: Figures }[] = []
  for (const haystack of answerable) {
    options.onProgress(`longmemeval ${haystack.id}: ${haystack.turns.length} turns`)
    judged.push({ haystack, figures: await figuresOf(haystack, { embedder, read }) })
  }
  const types = [...new Set(judged.map(({ haystack }) => haystack.type))]
  const byType = types.map((type) => {
    const ofType = judged.filter(({ haystack }) => haystack.type === type)
    return [
      `longmemeval/sessions/${type}`,
      meanOf(
        ofType.map(({ figures }) => figures),
        { seed: options.seed },
      ),
    ] as const
  })
  const mean = (of: (haystack: Haystack) => boolean) =>
    meanOf(
      judged.filter(({ haystack }) => of(haystack)).map(({ figures }) => figures),
      { seed: options.seed },
    )
  return {
    'longmemeval/sessions': mean(() => true),
    'longmemeval/sessions/full-haystacks': mean(({ reconstructed }) => !reconstructed),
    'longmemeval/sessions/reconstructed-haystacks': mean(({ reconstructed }) => reconstructed),
    ...Object.fromEntries(byType),
  }
}

async function figuresOf(
  haystack: Haystack,
  { embedder, read }: { readonly embedder: Embedder; readonly read: ReturnType<typeof rememberingRead> },
): Promise<Figures> {
  const store = await bankOf(haystack.turns, embedder, { read })
  await using memory = await openMemory(store, { embedder })
  const recollection = await memory.recall(haystack.question, {
    limit: SESSION_UNITS,
    referenceTime: haystack.asked,
    asker: 'user',
  })
  const ranking = {
    ranked: rankSessions(recollection).map(({ session }) => [session]),
    relevant: new Set(haystack.evidenceSessions),
  }
  return { 'r@1': hitAt(ranking, 1), 'any@5': hitAt(ranking, 5), 'all@5': allAt(ranking, 5) }
}
