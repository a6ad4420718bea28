import type { Embedder } from '../../src/embed/embedder.ts'
import { createRouter, EVERYWHERE, type RouteContext } from '../../src/episodes/route.ts'
import { headsWith } from '../../src/episodes/route-places.ts'
import type { RouteSettings } from '../../src/episodes/route-settings.ts'
import { createSummaryIndex } from '../../src/episodes/summary-index.ts'
import { induceFrame } from '../../src/frame/induce-frame.ts'
import type { History } from '../../src/model/history.ts'
import type { RecallFrame } from '../../src/model/recall-frame.ts'
import type { Anchor, Store } from '../../src/store/store.ts'
import {
  type HotpotQuestion,
  loadDocuments,
  loadStreams,
  type STREAM_SIZES,
  streamOf,
} from '../datasets/hotpotqa.ts'
import type { Figures } from '../figures.ts'
import { judgeRouting, type RoutedAt } from './judge.ts'
import { keptEpisodeBank } from './kept-episode-bank.ts'

/** A way to route a question. */
export type Way = { readonly settings: RouteSettings; readonly rounds: 1 | 2 }

/** What was measured of one question, by the way in which it was routed. */
export type RoutedStream = { readonly blocks: number; readonly byWay: Readonly<Record<string, Figures>> }

export type HotpotOptions = {
  readonly data: string
  readonly size: (typeof STREAM_SIZES)[number]
  readonly ways: Readonly<Record<string, Way>>
  readonly anchor: Anchor
  readonly embedder: Embedder
  /** Where banks are kept. */
  readonly folder: string
  readonly onProgress: (line: string) => void
}

/** Routes the question of each stream over that stream's bank; the gold meets the activations and nothing earlier. */
export async function hotpotRecords(options: HotpotOptions): Promise<readonly RoutedStream[]> {
  const documents = loadDocuments(options.data)
  const records: RoutedStream[] = []
  for (const stream of loadStreams(options.data, options.size)) {
    await using store = await keptEpisodeBank(streamOf(documents, stream.documents), {
      ...options,
      name: `${options.size}-${stream.id}`,
    })
    const frame = frameIn(await store.history(), stream.question)
    const places = await placesOfGold(stream, store)
    const byWay: Record<string, Figures> = {}
    const summaries = createSummaryIndex()
    for (const [way, { settings, rounds }] of Object.entries(options.ways)) {
      const context = { store, settings, summaries, embedder: options.embedder }
      byWay[way] = judgeRouting(await activationsOf(frame, context, rounds), places)
    }
    records.push({ blocks: (await store.derived.episodes.heads()).length, byWay })
    if (records.length % PROGRESS_STEP === 0)
      options.onProgress(`hotpotqa/${options.size}: ${records.length} streams`)
  }
  return records
}

/** The activations of τ = 5 and of τ = 8; where places are kept the first are not merely the head of the second. */
export async function activationsOf(
  frame: RecallFrame,
  context: RouteContext,
  rounds: 1 | 2 = 1,
): Promise<RoutedAt> {
  const at = async (episodes: number) => {
    const router = createRouter({ ...context, settings: { ...context.settings, episodes } })
    return (await router(frame, { scope: EVERYWHERE, evidence: [], rounds, signal: undefined })).activations
  }
  const eight = await at(8)
  return { five: context.settings.keepFirsts ? await at(5) : eight.slice(0, 5), eight }
}

const PROGRESS_STEP = 16

/** A question as it is asked of a bank, on the day of its last session. */
export function frameIn(history: History, question: string): RecallFrame {
  return induceFrame(question, {
    history,
    referenceDay: history.days!.last,
    dateOrder: undefined,
    asker: undefined,
  })
}

/** The episodes that hold each gold document: its place in the stream is its position. */
export async function placesOfGold(
  { documents, gold }: HotpotQuestion,
  store: Store,
): Promise<readonly ReadonlySet<number>[]> {
  const heads = await store.derived.episodes.heads()
  return gold.map(
    (document) => new Set(headsWith(documents.indexOf(document) + 1, heads).map(({ number }) => number)),
  )
}
