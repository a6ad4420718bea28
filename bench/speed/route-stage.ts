import { createAnchor } from '../../src/anchor/anchor.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { normalised } from '../../src/embed/pooling.ts'
import { cutEpisodes, type KeepContext, keepEpisodes } from '../../src/episodes/keep-episodes.ts'
import { createRouter, EVERYWHERE } from '../../src/episodes/route.ts'
import { defaults } from '../../src/episodes/route-settings.ts'
import { induceFrame } from '../../src/frame/induce-frame.ts'
import { readTurns } from '../../src/input/turn-input.ts'
import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { SHAPE } from '../routing/episode-bank.ts'
import { bankQuestions, bankTurns } from './bank-turns.ts'
import { median, percentile } from './percentile.ts'
import { seededRandom, seedOf } from './seeded.ts'

export type RouteStageInput = {
  readonly data: string
  readonly size: number
  readonly seed: number
  /** A bank of this size whose units have vectors; episodes and some turns are added to it. */
  readonly bank: string
}

const QUESTIONS = { warmUp: 20, measured: 100 }
const GROWN_TURNS = 50
/** More turns than the stages before it have added to the bank. */
const OTHERS = 5_000

/**
 * Cuts a bank into episodes, grows it turn by turn and routes questions to it.
 *
 * @returns `n` turns in `episodes`; `cutPerSecond` turns; `growP50Ms` to cut a further turn; `routeP50Ms`, `routeP95Ms` of
 *   a question, its embedding included; `routeCpuMs`, processor time of one on average.
 */
export async function route({ data, size, seed, bank }: RouteStageInput): Promise<Record<string, number>> {
  await using store = await openSqliteStore(bank, {
    readOnly: false,
    mustExist: true,
    createViews: createUnitViews,
    analyserVersion: 'speed',
  })
  // Under another name of the tokenizer, so that what was cut when the bank was filled is cut again.
  const cutStart = performance.now()
  await cutEpisodes(contextOf(store), undefined)
  const cutMs = performance.now() - cutStart
  await keepEpisodes(contextOf(store), { signal: undefined })
  const embedder = sharedLocalEmbedder()
  const router = createRouter({ store, embedder, settings: defaults })
  const history = await store.history()
  const ms: number[] = []
  const cpuBefore = process.cpuUsage()
  const questions = bankQuestions(data, QUESTIONS.warmUp + QUESTIONS.measured)
  for (const question of questions) {
    const frame = induceFrame(question, {
      history,
      referenceDay: history.days!.last,
      dateOrder: undefined,
      asker: undefined,
    })
    const start = performance.now()
    await router(frame, { scope: EVERYWHERE, evidence: [], signal: undefined })
    ms.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const measured = ms.slice(QUESTIONS.warmUp)
  // Last, as their units have no vectors.
  const growMs = await grow(
    store,
    bankTurns(data, { size: size + OTHERS + GROWN_TURNS, seed }).slice(-GROWN_TURNS),
  )
  return {
    n: size,
    episodes: (await store.derived.episodes.heads()).length,
    cutPerSecond: (size / cutMs) * 1_000,
    growP50Ms: median(growMs),
    routeP50Ms: median(measured),
    routeP95Ms: percentile(measured, 0.95),
    routeCpuMs: (user + system) / 1_000 / questions.length,
  }
}

function contextOf(store: Store): KeepContext {
  return {
    shelf: store.derived.episodes,
    shape: { ...SHAPE, tokenizer: 'estimate, cut again' },
    countTokens: estimateTokens,
    timeZone: store.facts.timeZone,
    writer: undefined,
    embedder: randomVectors(sharedLocalEmbedder()),
    onFailure: () => {},
  }
}

/** For summaries, whose vectors need not mean anything here. */
function randomVectors({ id, dimension }: Embedder): Embedder {
  return {
    id,
    dimension,
    async embed(texts) {
      return texts.map((text) => {
        const random = seededRandom(seedOf(text))
        return normalised(Float32Array.from({ length: dimension }, () => random() - 0.5))
      })
    },
  }
}

async function grow(store: Store, turns: Parameters<typeof readTurns>[0]): Promise<readonly number[]> {
  const { timeZone } = store.facts
  const anchor = createAnchor({ timeZone, dateOrder: undefined })
  const ms: number[] = []
  for (const turn of readTurns(turns, { timeZone })) {
    const { added } = await store.append([turn], anchor)
    if (added.length === 0) throw new Error(`Cannot grow the bank by turn ${turn.id}, which it has already`)
    const start = performance.now()
    await cutEpisodes(contextOf(store), undefined)
    ms.push(performance.now() - start)
  }
  return ms
}
