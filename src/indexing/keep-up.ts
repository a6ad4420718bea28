import type { AnchorOptions } from '../anchor/anchor.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { ModelCallers } from '../llm/model-caller.ts'
import { type Log, nameOf } from '../log.ts'
import type { IndexState } from '../model/recollection.ts'
import type { Store } from '../store/store.ts'
import { createEpisodeKeeper, type EpisodeKeeper } from './episode-keeper.ts'
import { type AnchorReport, createModelAnchorer, type ModelAnchorer } from './model-anchorer.ts'
import { createVectorIndexer, idleIndexer, type VectorIndexer } from './vector-indexer.ts'
import { closing } from './within.ts'

export type KeepUpOptions = {
  readonly store: Store
  /** Undefined: no vectors are made. */
  readonly embedder: Embedder | undefined
  readonly callers: ModelCallers
  readonly anchoring: AnchorOptions & {
    readonly windowTurns: number
    readonly overlapTurns: number
    readonly inBackground: boolean
    readonly concurrency: number
  }
  readonly episodes: { readonly tokens: number; readonly overlap: number }
  /** Names the bank for good, whatever handle opens it. */
  readonly bankKey: string
  /** Folder where models in process keep what they have read of episodes. */
  readonly states: string | undefined
  readonly log: Log
}

export type Draining = {
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((state: IndexState) => void) | undefined
}

/** Everything that is drawn from the turns outside of the store: vectors, a model's units, episodes. */
export interface KeepUp {
  readonly vectors: VectorIndexer
  readonly episodes: EpisodeKeeper
  /** Undefined where no writer is set. */
  readonly anchorer: ModelAnchorer | undefined
  /** Begins what the background does with new turns. */
  kick(): void
  /** Waits for all of it. */
  drain(
    options: Draining,
  ): Promise<{ readonly index: IndexState; readonly anchored: AnchorReport | undefined }>
  stop(): Promise<void>
}

export function createKeepUp(options: KeepUpOptions): KeepUp {
  const { store, callers, log } = options
  const { readOnly } = store.facts
  const vectors = vectorsOf(options)
  const anchorer = readOnly ? undefined : anchorerOf(options, () => vectors.kick())
  const stopping = new AbortController()
  const episodes = createEpisodeKeeper(store, {
    ...options.episodes,
    bankKey: options.bankKey,
    states: options.states,
    assistant: callers.assistant,
    writer: callers.writer,
    embedder: options.embedder,
    onFailure: (error) => warn(log, store, 'summary-failed', error),
    stopping: stopping.signal,
  })
  return {
    vectors,
    episodes,
    anchorer,
    kick() {
      if (readOnly) return
      vectors.kick({ rest: true })
      if (options.anchoring.inBackground) anchorer?.kick()
    },
    async drain({ signal, onProgress }) {
      const { units, pending } = await store.derived.vectors.count()
      await anchorer?.drain({
        signal,
        onProgress:
          onProgress &&
          (({ awaiting }) => onProgress({ units, wordsOnly: pending, awaitingModel: awaiting })),
      })
      const awaitingModel = anchorer === undefined ? 0 : (await store.derived.windows.count()).awaiting
      const index = await vectors.drain({
        signal,
        onProgress: onProgress && ((state) => onProgress({ ...state, awaitingModel })),
      })
      await episodes.summarise(signal)
      // Last of all: where something failed before, the next report tells what was anchored.
      return { index: { ...index, awaitingModel }, anchored: await anchorer?.report() }
    },
    async stop() {
      stopping.abort(closing())
      await Promise.all([vectors.stop(), anchorer?.stop()])
    },
  }
}

function vectorsOf({ store, embedder, log }: KeepUpOptions): VectorIndexer {
  if (embedder === undefined) return idleIndexer(store.derived.vectors)
  const bank = store.facts.name
  return createVectorIndexer(store.derived.vectors, embedder, {
    onFailure: (error) => warn(log, store, 'embedding-failed', error),
    onZeroVectors: (units) =>
      log({ level: 'warn', event: 'zero-vector', facts: { bank, units, why: ZERO_VECTOR } }),
  })
}

const ZERO_VECTOR = 'a zero vector has no direction: these units are found by words alone'

function anchorerOf(
  { store, callers, anchoring, log }: KeepUpOptions,
  onStored: () => void,
): ModelAnchorer | undefined {
  if (callers.writer === undefined) return undefined
  const { timeZone, dateOrder, windowTurns, overlapTurns, concurrency } = anchoring
  return createModelAnchorer(store.derived.windows, {
    writer: callers.writer,
    timeZone,
    dateOrder,
    shape: { turns: windowTurns, overlap: overlapTurns },
    concurrency,
    events: {
      onFailure: (error, turns) =>
        log({
          level: 'warn',
          event: 'anchoring-failed',
          facts: { bank: store.facts.name, error: nameOf(error), turns: turns.length },
        }),
      onRefused: (refused) =>
        log({
          level: 'info',
          event: 'units-refused',
          facts: { bank: store.facts.name, reasons: refused.map(({ reason }) => reason) },
        }),
      onStored,
    },
  })
}

function warn(log: Log, store: Store, event: string, error: unknown): void {
  log({ level: 'warn', event, facts: { bank: store.facts.name, error: nameOf(error) } })
}
