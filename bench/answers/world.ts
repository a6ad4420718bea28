import { createAnchor } from '../../src/anchor/anchor.ts'
import type { Memory, TurnInput } from '../../src/api.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { type KeepContext, keepEpisodes } from '../../src/episodes/keep-episodes.ts'
import { readTurns } from '../../src/input/turn-input.ts'
import { callLimits } from '../../src/llm/call-limits.ts'
import { createModelCaller } from '../../src/llm/create-model-caller.ts'
import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import { openMemory } from '../../src/memory.ts'
import type { ModelCall } from '../../src/model/usage.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Anchor, Store } from '../../src/store/store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { RunStoppedError } from '../replies/gate.ts'
import { openTally, type Tally, tallied } from '../replies/tally.ts'
import { embedPending } from '../retrieval/bank-of.ts'
import type { Bank, RunModels, World } from './protocols/protocol.ts'

export type WorldOptions = {
  readonly embedder: Embedder
  readonly models: RunModels | undefined
  /** Whether a model writes units of its own. */
  readonly units: 'turns' | 'both'
  readonly concurrency: number
  readonly timeoutMs?: number | undefined
  /** Anchors turns that come again in many banks; default: each bank anew. */
  readonly anchor?: Anchor | undefined
  /** Summarises episodes whose turns come again in many banks; default: each bank anew. */
  readonly extract?: KeepContext['extract']
}

/** What it took to make a bank. */
export type Build = {
  readonly bank: string
  readonly what: 'plain' | 'equipped' | 'episodes'
  readonly milliseconds: number
  readonly calls: readonly ModelCall[]
  readonly tally: Tally
  /** Windows that the writer failed to anchor. */
  readonly failedWindows: number
}

export type OpenWorld = World & AsyncDisposable & { readonly builds: readonly Build[] }

const TIME_ZONE = 'UTC'
/** Turns handed over at once, so that others can read and write in between. */
const PORTION = 500

/** Opens what protocols work with; nothing is made before it is wanted. */
export function openWorld(bank: Bank, options: WorldOptions): OpenWorld {
  const { embedder, models, concurrency, timeoutMs } = options
  const builds: Build[] = []
  const opened: AsyncDisposable[] = []
  const limits = callLimits({ concurrency, timeoutMs })
  const keep = async <Opened extends AsyncDisposable>(
    what: Build['what'],
    make: () => Promise<Made<Opened>>,
  ): Promise<Opened> => {
    const tally = openTally()
    const started = performance.now()
    const { made, calls = [], failedWindows = 0 } = await tallied(tally, make)
    opened.push(made)
    if (tally.refused > 0) throw new RunStoppedError(`The bank ${bank.name} was not made whole`)
    const milliseconds = performance.now() - started
    builds.push({ bank: bank.name, what, milliseconds, calls, tally, failedWindows })
    return made
  }
  const stores = new Map<number, Promise<Store>>()
  return {
    bank,
    embedder,
    models,
    builds,
    reader: models && createModelCaller(models.reader, { role: 'reader', limits }),
    plain: once(() => keep('plain', () => plainMemory(bank, options))),
    equipped: once(() => keep('equipped', () => equippedMemory(bank, options))),
    withEpisodes(tokens) {
      const store = stores.get(tokens) ?? keep('episodes', () => episodeStore(bank, tokens, options))
      stores.set(tokens, store)
      return store
    },
    async [Symbol.asyncDispose]() {
      for (const each of opened) await each[Symbol.asyncDispose]()
    },
  }
}

type Made<Opened> = {
  readonly made: Opened
  readonly calls?: readonly ModelCall[]
  readonly failedWindows?: number
}

async function plainMemory(bank: Bank, options: WorldOptions): Promise<Made<Memory>> {
  const home = options.anchor === undefined ? ':memory:' : await storeOf(bank, options)
  const memory = await openMemory(home, { embedder: options.embedder })
  if (options.anchor === undefined) await append(memory, bank.turns)
  await memory.flush()
  return { made: memory }
}

async function equippedMemory(bank: Bank, options: WorldOptions): Promise<Made<Memory>> {
  const { models, units, embedder, concurrency, timeoutMs } = options
  if (models === undefined) throw new TypeError('A protocol that needs a model was run without one')
  const { writer, ...others } = models
  const memory = await openMemory(':memory:', {
    embedder,
    models: units === 'both' ? { writer, ...others } : others,
    calls: { concurrency, timeoutMs },
    anchoring: { inBackground: false },
  })
  await append(memory, bank.turns)
  const { anchoring } = await memory.flush()
  return { made: memory, calls: memory.usage().calls, failedWindows: anchoring?.failed.length ?? 0 }
}

async function episodeStore(bank: Bank, tokens: number, options: WorldOptions): Promise<Made<Store>> {
  const store = await storeOf(bank, options)
  await keepEpisodes(
    {
      shelf: store.derived.episodes,
      shape: { tokens, overlap: 0.1, tokenizer: 'estimate' },
      countTokens: estimateTokens,
      timeZone: TIME_ZONE,
      writer: undefined,
      extract: options.extract,
      embedder: options.embedder,
      onFailure: (error) => {
        throw error
      },
    },
    { signal: undefined },
  )
  return { made: store }
}

async function storeOf(bank: Bank, { embedder, anchor }: WorldOptions): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: TIME_ZONE,
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'bench',
  })
  const turns = readTurns(bank.turns, { timeZone: TIME_ZONE })
  await store.append(turns, anchor ?? createAnchor({ timeZone: TIME_ZONE, dateOrder: undefined }))
  await embedPending(store, embedder)
  return store
}

async function append(memory: Memory, turns: readonly TurnInput[]): Promise<void> {
  for (let from = 0; from < turns.length; from += PORTION)
    await memory.append(turns.slice(from, from + PORTION))
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
