import { createAnchor } from './anchor/anchor.ts'
import { answer } from './answer/answer.ts'
import { putCurrentFirst } from './answer/put-current-first.ts'
import type { Memory, MemoryOptions, RecallOptions } from './api.ts'
import type { Embedder } from './embed/embedder.ts'
import { sharedLocalEmbedder } from './embed/local-embedder.ts'
import { orByWords } from './embed/or-by-words.ts'
import { induceFrame } from './frame/induce-frame.ts'
import { checkModel, rebindModel } from './indexing/agree-on-model.ts'
import { createVectorIndexer, idleIndexer, type VectorIndexer } from './indexing/vector-indexer.ts'
import { resolveCall, resolveForgetOptions, resolveIndexing } from './input/call-options.ts'
import { countOf } from './input/count-of-target.ts'
import { resolveReadFilter } from './input/filters.ts'
import { resolveForget } from './input/forget-scope.ts'
import { resolveMemoryOptions } from './input/memory-options.ts'
import { type ResolvedRecall, resolveRecall } from './input/recall-options.ts'
import { readTurns } from './input/turn-input.ts'
import { NO_USAGE } from './llm/no-usage.ts'
import { type Log, nameOf, quietly } from './log.ts'
import { ClosedError, ValidationError } from './model/errors.ts'
import type { Answer, Recollection } from './model/recollection.ts'
import { defaults } from './recall/presets.ts'
import { recall } from './recall/recall.ts'
import type { RecallSettings } from './recall/settings.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'
import type { Store } from './store/store.ts'
import { createUnitViews } from './store/views/create-unit-views.ts'

/** Names how words are analysed and turns anchored; a bank whose index was made otherwise is made anew. */
const ANALYSER_VERSION = '2'

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
  resolveMemoryOptions(options)
  if (typeof bank !== 'string' && typeof bank?.append !== 'function')
    throw new ValidationError('bank', 'Cannot open the bank: it is a file path, “:memory:” or a store')
  const store = typeof bank === 'string' ? await openFile(bank, options) : bank
  const embedder = options.embedder === 'none' ? undefined : (options.embedder ?? sharedLocalEmbedder())
  const log = quietly(options.log)
  try {
    checkSettings(store, options)
    if (embedder !== undefined && options.replaceVectors) await rebindModel(store, embedder)
    else checkModel(store, embedder)
    await agreeOnAnalysis(store, log)
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
  return compose({
    store,
    embedder,
    clock: options.clock ?? (() => new Date()),
    log,
  })
}

function openFile(path: string, options: MemoryOptions): Promise<Store> {
  return openSqliteStore(path, {
    timeZone: options.timeZone,
    dateOrder: options.dateOrder,
    readOnly: options.readOnly ?? false,
    mustExist: options.readOnly ?? false,
    createViews: createUnitViews,
    analyserVersion: ANALYSER_VERSION,
  })
}

/** A bank whose units another release drew is drawn anew: words of questions and units must be analysed alike. */
async function agreeOnAnalysis({ facts, upkeep }: Store, log: Log): Promise<void> {
  if (!facts.outdated) return
  log({ level: 'warn', event: 'outdated-analysis', facts: { bank: facts.name, rebuilt: !facts.readOnly } })
  if (!facts.readOnly)
    await upkeep.rebuild(createAnchor({ timeZone: facts.timeZone, dateOrder: facts.dateOrder }))
}

/** A store that was opened elsewhere has its settings already. @throws {ValidationError} If the options say otherwise. */
function checkSettings({ facts }: Store, { timeZone, dateOrder }: MemoryOptions): void {
  for (const [key, wanted, has] of [
    ['timeZone', timeZone, facts.timeZone],
    ['dateOrder', dateOrder, facts.dateOrder],
  ] as const) {
    if (wanted === undefined || wanted.toLowerCase() === has?.toLowerCase()) continue
    throw new ValidationError(
      `options.${key}`,
      `Cannot open ${facts.name} with ${key} ${wanted}: it was made with ${has ?? 'none'}`,
    )
  }
}

type Parts = {
  readonly store: Store
  /** Undefined: words alone are searched. */
  readonly embedder: Embedder | undefined
  readonly clock: () => Date
  readonly log: Log
}

function indexerOf({ store, embedder, log }: Omit<Parts, 'clock'>): VectorIndexer {
  if (embedder === undefined) return idleIndexer(store.derived.vectors)
  const bank = store.facts.name
  return createVectorIndexer(store.derived.vectors, embedder, {
    onFailure: (error) =>
      log({ level: 'warn', event: 'embedding-failed', facts: { bank, error: nameOf(error) } }),
    onZeroVectors: (units) =>
      log({ level: 'warn', event: 'zero-vector', facts: { bank, units, why: ZERO_VECTOR } }),
  })
}

const ZERO_VECTOR = 'a zero vector has no direction: these units are found by words alone'

function compose({ store, embedder, clock, log }: Parts): Memory {
  const { name, timeZone, dateOrder, readOnly } = store.facts
  const anchor = createAnchor({ timeZone, dateOrder })
  const indexer = indexerOf({ store, embedder, log })
  let closing: Promise<void> | undefined
  if (!readOnly) indexer.kick({ rest: true })

  function open(what: string): void {
    if (closing) throw new ClosedError(`Cannot ${what}: the memory ${name} was closed`)
  }

  async function recollect(question: string, options: ResolvedRecall) {
    checkModel(store, embedder)
    if (!readOnly) await indexer.catchUp({ ...CATCH_UP, signal: options.signal })
    const history = await store.history(options.asOf)
    const { referenceDay, asker } = options
    // A question read against the clock is asked now: its “last weekend” is this user's, whoever it is about.
    const deixis = options.readAgainstClock ? 'live' : undefined
    const frame = induceFrame(question, { history, referenceDay, dateOrder, asker, deixis })
    const asking = orByWords(embedder, (error) =>
      log({ level: 'warn', event: 'question-not-embedded', facts: { bank: name, error: nameOf(error) } }),
    )
    const { recollection, termWeights } = await recall(
      frame,
      { ...options, units: options.units ?? 'turns', queries: [] },
      {
        store,
        embedder: asking.embedder,
        settings: (options.settings as RecallSettings | undefined) ?? defaults,
      },
    )
    const given = { frame, evidence: recollection.evidence, timeZone, aliases: history.aliases, termWeights }
    // One view alone is for comparisons, and keeps its own order.
    const evidence = options.views === 'hybrid' ? putCurrentFirst(given) : recollection.evidence
    const index = asking.failed()
      ? { ...recollection.index, wordsOnly: recollection.index.units }
      : recollection.index
    return { history, recollection: { ...recollection, evidence, index }, termWeights }
  }

  async function answerTo(
    question: string,
    options: ResolvedRecall,
  ): Promise<{ recollection: Recollection; answer: Answer }> {
    const { recollection, termWeights, history } = await recollect(question, options)
    const { frame, evidence } = recollection
    const verdict = answer({ frame, evidence, timeZone, aliases: history.aliases, termWeights })
    return {
      recollection,
      answer: {
        ...recollection,
        mode: 'fast',
        why: 'no model is set: answered from the evidence itself',
        droppedCitations: 0,
        deep: undefined,
        ...verdict,
      },
    }
  }

  const resolve = (options: RecallOptions | undefined) => resolveRecall(options ?? {}, { timeZone, clock })

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
      if (appended.added.length > 0) indexer.kick({ rest: true })
      return appended
    },

    async recall(question, options) {
      open('recall')
      return (await recollect(readQuestion(question), resolve(options))).recollection
    },

    async ask(question, options) {
      open('ask')
      return (await answerTo(readQuestion(question), resolve(options))).answer
    },

    async *askStream(question, options) {
      open('ask')
      const { recollection, answer: done } = await answerTo(readQuestion(question), resolve(options))
      yield { type: 'evidence', recollection }
      yield { type: 'done', answer: done }
    },

    async forget(scope, options) {
      open('forget')
      const { signal, dryRun } = resolveForgetOptions(options)
      const target = resolveForget(scope)
      signal?.throwIfAborted()
      if (dryRun) return { ...(await countOf(store, target)), erased: false }
      const forgotten = await store.forget(target, anchor)
      log({
        level: 'info',
        event: 'forgot',
        facts: { bank: name, turns: forgotten.turns, erased: forgotten.erased },
      })
      indexer.kick({ rest: true })
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
      return { ...(await indexer.drain(resolveIndexing(options))), anchoring: undefined }
    },

    async anchor() {
      open('anchor')
      throw new ValidationError('models', 'Cannot anchor: no writer model is set')
    },

    usage() {
      return NO_USAGE
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
      const state = await indexer.drain(indexing)
      await store.upkeep.compact()
      return state
    },

    async freeze(path) {
      open('freeze')
      if (typeof path !== 'string' || path === ':memory:')
        throw new ValidationError('path', 'Cannot freeze the bank: the copy is a file, so it needs a path')
      if (!readOnly) await indexer.drain({ signal: undefined, onProgress: undefined })
      await store.upkeep.freeze(path)
    },

    async verify() {
      open('verify')
      return store.upkeep.verify()
    },

    close() {
      closing ??= indexer.stop().then(() => store[Symbol.asyncDispose]())
      return closing
    },

    [Symbol.asyncDispose]() {
      return this.close()
    },
  }
}

function readQuestion(question: unknown): string {
  if (typeof question === 'string') return question
  throw new ValidationError(
    'question',
    `Cannot read the question: it is text, got ${question === null ? 'null' : typeof question}`,
  )
}
