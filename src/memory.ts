import { existsSync, realpathSync } from 'node:fs'
import { createAnchor } from './anchor/anchor.ts'
import { describeRefusal } from './anchor/window/refusal.ts'
import type { Anchoring, AskEvent, AskOptions, Memory, MemoryOptions, RecallOptions } from './api.ts'
import { checkedEmbedder } from './embed/checked-embedder.ts'
import type { Embedder } from './embed/embedder.ts'
import { type EmbeddingModelLike, fromEmbeddingModel } from './embed/from-embedding-model.ts'
import { sharedLocalEmbedder } from './embed/local-embedder.ts'
import { createRouter, type RouteContext } from './episodes/route.ts'
import { defaults as routing } from './episodes/route-settings.ts'
import { createSummaryIndex } from './episodes/summary-index.ts'
import { checkModel } from './indexing/agree-on-model.ts'
import { createKeepUp, type KeepUp } from './indexing/keep-up.ts'
import type { AnchorReport } from './indexing/model-anchorer.ts'
import { resolveAnchoring, resolveCall, resolveForgetOptions, resolveIndexing } from './input/call-options.ts'
import { countOf } from './input/count-of-target.ts'
import { resolveReadFilter } from './input/filters.ts'
import { resolveForget } from './input/forget-scope.ts'
import { type ResolvedMemory, resolveMemoryOptions } from './input/memory-options.ts'
import { resolveAsk, resolveRecall } from './input/recall-options.ts'
import { readTurns } from './input/turn-input.ts'
import { callLimits } from './llm/call-limits.ts'
import type { ModelCallers } from './llm/model-caller.ts'
import { createModelCallers } from './llm/model-callers.ts'
import { createUsageMeter, type UsageMeter } from './llm/usage-meter.ts'
import { type Log, nameOf, quietly } from './log.ts'
import { ClosedError, ValidationError } from './model/errors.ts'
import { ask, recallFor } from './modes/ask.ts'
import { eventStream } from './modes/event-stream.ts'
import type { ModeContext } from './modes/mode-context.ts'
import { openBank } from './open-bank.ts'
import type { EpisodeShelf } from './store/episode-shelf.ts'
import type { Store } from './store/store.ts'

/** Missing vectors that are made before a question is searched; more than a moment's worth is left to the background. */
const CATCH_UP = { limit: 32, withinMs: 500 } as const

/**
 * Opens a bank: a file path, `':memory:'`, or a store. A file that does not exist is made, with mode 0600.
 *
 * @throws {EmbeddingModelError} If the bank's vectors were made by another model than `options.embedder`.
 * @throws {NotFoundError} If the bank does not exist and `readOnly` is set.
 * @throws {ReadOnlyStoreError} If the bank cannot be written and `readOnly` is not set.
 * @throws {StoreFormatError} If the file is no bank, is damaged or was made by a newer release.
 * @throws {ValidationError} If an option does not hold, or time zone or date order do not agree with the bank.
 */
export async function openMemory(bank: string | Store, options: MemoryOptions = {}): Promise<Memory> {
  const resolved = resolveMemoryOptions(options)
  if (typeof bank !== 'string' && typeof bank?.append !== 'function')
    throw new ValidationError('bank', 'Cannot open the bank: it is a file path, “:memory:” or a store')
  const meter = createUsageMeter()
  const limits = callLimits(resolved.calls)
  const callers = createModelCallers(options.models, { limits, record: meter.record })
  options.signal?.throwIfAborted()
  const embedder = await embedderOf(options)
  const log = quietly(options.log)
  const store = await openBank(bank, options, { embedder, log })
  return compose({
    store,
    embedder,
    callers,
    meter,
    surroundings: limits.surroundings,
    resolved,
    clock: options.clock ?? (() => new Date()),
    log,
  })
}

async function embedderOf({ embedder, signal }: MemoryOptions): Promise<Embedder | undefined> {
  if (embedder === 'none') return undefined
  if (embedder === undefined) return sharedLocalEmbedder()
  return checkedEmbedder(
    'doEmbed' in embedder ? await fromEmbeddingModel(embedder as EmbeddingModelLike, { signal }) : embedder,
  )
}

type Parts = {
  readonly store: Store
  /** Undefined: words alone are searched. */
  readonly embedder: Embedder | undefined
  readonly callers: ModelCallers
  readonly meter: UsageMeter
  readonly surroundings: ModeContext['surroundings']
  readonly resolved: ResolvedMemory
  readonly clock: () => Date
  readonly log: Log
}

function keepUpOf({ store, embedder, callers, resolved, log }: Parts): KeepUp {
  const { timeZone, dateOrder } = store.facts
  const { concurrency } = resolved.calls
  return createKeepUp({
    store,
    embedder,
    callers,
    anchoring: { ...resolved.anchoring, timeZone, dateOrder, concurrency },
    episodes: resolved.episodes,
    bankKey: bankKeyOf(store),
    states: resolved.states,
    log,
  })
}

function modeContextOf({ store, embedder, callers, surroundings, log }: Parts, keepUp: KeepUp): ModeContext {
  return {
    store,
    embedder,
    callers,
    /** Vectors that a moment can make are made before a question is searched. */
    async ready(signal) {
      if (!store.facts.readOnly) await keepUp.vectors.catchUp({ ...CATCH_UP, signal })
    },
    routerOf: routersOf({ store: withShelf(store, keepUp.episodes.shelf), embedder }),
    bankKey: bankKeyOf(store),
    episodes: keepUp.episodes,
    surroundings,
    warn: (event, error) =>
      log({ level: 'warn', event, facts: { bank: store.facts.name, error: nameOf(error) } }),
  }
}

/** What a router searches, its episodes on another shelf than the store's. */
function withShelf(store: Store, episodes: EpisodeShelf): RouteContext['store'] {
  return {
    search: (...query) => store.search(...query),
    units: (filter) => store.units(filter),
    derived: { vectors: store.derived.vectors, windows: store.derived.windows, episodes },
  }
}

/** A file is the same bank however its path is written. */
function bankKeyOf({ facts }: Store): string {
  return existsSync(facts.name) ? realpathSync(facts.name) : facts.name
}

/** Routers that share the summaries which one of them has analysed. */
function routersOf(parts: Pick<RouteContext, 'store' | 'embedder'>): ModeContext['routerOf'] {
  const summaries = createSummaryIndex()
  return (episodes) => createRouter({ ...parts, summaries, settings: { ...routing, episodes } })
}

function compose(parts: Parts): Memory {
  const { store, embedder, meter, clock, log } = parts
  const { name, timeZone, dateOrder, readOnly } = store.facts
  const anchor = createAnchor({ timeZone, dateOrder })
  const keepUp = keepUpOf(parts)
  const context = modeContextOf(parts, keepUp)
  let closing: Promise<void> | undefined
  keepUp.kick()

  function open(what: string): void {
    if (closing) throw new ClosedError(`Cannot ${what}: the memory ${name} was closed`)
  }

  const recallChoices = (options: RecallOptions | undefined) =>
    resolveRecall(options ?? {}, { timeZone, clock })
  const askChoices = (options: AskOptions | undefined) => resolveAsk(options ?? {}, { timeZone, clock })

  return {
    bank: { name, timeZone },

    async append(turns, options) {
      open('append')
      const { signal } = resolveCall(options)
      const read = readTurns(turns, { timeZone })
      signal?.throwIfAborted()
      const appended = await store.append(read, anchor)
      log({
        level: 'debug',
        event: 'appended',
        facts: { bank: name, added: appended.added.length, known: appended.known.length },
      })
      if (appended.added.length > 0) keepUp.kick()
      return appended
    },

    async recall(question, options) {
      open('recall')
      const asked = readQuestion(question)
      const choices = recallChoices(options)
      checkModel(store, embedder)
      return recallFor(asked, choices, context)
    },

    async ask(question, options) {
      open('ask')
      const asked = readQuestion(question)
      const choices = askChoices(options)
      checkModel(store, embedder)
      return ask(asked, choices, { context, listener: {} })
    },

    async *askStream(question, options) {
      open('ask')
      const asked = readQuestion(question)
      const choices = askChoices(options)
      checkModel(store, embedder)
      yield* eventStream<AskEvent>(async (emit, signal) => {
        const answer = await ask(
          asked,
          { ...choices, signal },
          {
            context,
            listener: {
              onFrame: (frame) => emit({ type: 'frame', frame }),
              onRecollection: (recollection) => emit({ type: 'evidence', recollection }),
              onText: (text) => emit({ type: 'text', text }),
              onReading: (reading) => emit({ type: 'episode', reading }),
            },
          },
        )
        emit({ type: 'done', answer })
      }, choices.signal)
    },

    async forget(scope, options) {
      open('forget')
      const { signal, dryRun } = resolveForgetOptions(options)
      const target = resolveForget(scope)
      signal?.throwIfAborted()
      if (dryRun) return { ...(await countOf(store, target)), erased: false }
      const forgotten = await keepUp.episodes.whileForgetting(() => store.forget(target, anchor))
      log({
        level: 'info',
        event: 'forgot',
        facts: { bank: name, turns: forgotten.turns, erased: forgotten.erased },
      })
      keepUp.kick()
      return forgotten
    },

    turns(filter) {
      open('read turns')
      return store.turns(resolveReadFilter(filter ?? {}))
    },

    async *units(filter) {
      open('read units')
      for await (const { unit } of store.units({ ...resolveReadFilter(filter ?? {}), keys: undefined }))
        yield unit
    },

    async sessions() {
      open('read sessions')
      return store.sessions()
    },

    async flush(options) {
      open('flush')
      checkModel(store, embedder)
      const { index, anchored } = await keepUp.drain(resolveIndexing(options))
      return { ...index, anchoring: anchored && anchoringOf(anchored) }
    },

    async anchor(options) {
      open('anchor')
      const { again, ...draining } = resolveAnchoring(options)
      const { anchorer } = keepUp
      if (anchorer === undefined)
        throw new ValidationError(
          'models',
          `Cannot anchor ${name}: ${readOnly ? 'it was opened to be read only' : 'no writer is set'}`,
        )
      draining.signal?.throwIfAborted()
      if (again !== undefined) await store.derived.windows.reopen({ all: again === 'all' })
      await anchorer.drain(draining)
      await keepUp.vectors.drain({ signal: draining.signal, onProgress: undefined })
      return anchoringOf(await anchorer.report())
    },

    usage() {
      return meter.usage()
    },

    async reembed(options) {
      open('reembed')
      const indexing = resolveIndexing(options)
      indexing.signal?.throwIfAborted()
      if (embedder === undefined)
        throw new ValidationError(
          'embedder',
          'Cannot make vectors anew: the memory was opened without an embedder',
        )
      await store.derived.vectors.reset({ id: embedder.id, dimension: embedder.dimension })
      const state = await keepUp.vectors.drain(indexing)
      await keepUp.episodes.summarise(indexing.signal, { again: true })
      await store.upkeep.compact()
      return state
    },

    async freeze(path, options) {
      open('freeze')
      const { signal } = resolveCall(options)
      if (typeof path !== 'string' || path === ':memory:')
        throw new ValidationError('path', 'Cannot freeze the bank: the copy is a file, so it needs a path')
      if (!readOnly) {
        await keepUp.vectors.drain({ signal, onProgress: undefined })
        await keepUp.episodes.summarise(signal, { again: true })
      }
      signal?.throwIfAborted()
      await store.upkeep.freeze(path)
    },

    async verify(options) {
      open('verify')
      resolveCall(options).signal?.throwIfAborted()
      return store.upkeep.verify(anchor)
    },

    close() {
      closing ??= keepUp.stop().then(() => store[Symbol.asyncDispose]())
      return closing
    },

    [Symbol.asyncDispose]() {
      return this.close()
    },
  }
}

function anchoringOf(report: AnchorReport): Anchoring {
  const { windows, units, refused, examples, merged, truncated, failed, refusedNow, awaiting, refusedTurns } =
    report
  return {
    windows,
    units,
    refused,
    examples: examples.map(describeRefusal),
    merged,
    truncated,
    failed: failed.map(({ turns, error }) => ({ turns, error })),
    refusedNow,
    awaiting,
    refusedTurns,
  }
}

function readQuestion(question: unknown): string {
  if (typeof question === 'string') return question
  throw new ValidationError(
    'question',
    `Cannot read the question: it is text, got ${question === null ? 'null' : typeof question}`,
  )
}
