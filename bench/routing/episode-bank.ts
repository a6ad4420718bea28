import { createAnchor } from '../../src/anchor/anchor.ts'
import type { TurnInput } from '../../src/api.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { extractSummary, type Sentence, sentencesOf } from '../../src/episodes/extract-summary.ts'
import { keepEpisodes } from '../../src/episodes/keep-episodes.ts'
import { readTurns } from '../../src/input/turn-input.ts'
import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import type { Episode } from '../../src/model/episode.ts'
import type { EpisodeShape } from '../../src/store/episode-shelf.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Anchor, AnchoredUnit, Store } from '../../src/store/store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import type { Figures } from '../figures.ts'
import { embedPending } from '../retrieval/bank-of.ts'

/** L, δ and the tokenizer of every figure of routing. */
export const SHAPE: EpisodeShape = { tokens: 8_192, overlap: 0.1, tokenizer: 'estimate' }

/** How the blocks of a figure were cut: L by the product's estimate of tokens, and δ. */
export const SHAPE_FIGURES: Figures = { blockTokensEstimated: SHAPE.tokens, overlap: SHAPE.overlap }

const TIME_ZONE = 'UTC'

export type BankOptions = {
  readonly embedder: Embedder
  readonly anchor: Anchor
}

/** A bank in memory whose turns have their vectors and lie in episodes with their summaries (sentences, no model). */
export async function episodeBank(
  turns: readonly TurnInput[],
  { embedder, anchor }: BankOptions,
): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: TIME_ZONE,
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'bench',
  })
  await store.append(readTurns(turns, { timeZone: TIME_ZONE }), anchor)
  await embedPending(store, embedder)
  await keepEpisodes(
    {
      shelf: store.derived.episodes,
      shape: SHAPE,
      countTokens: estimateTokens,
      timeZone: TIME_ZONE,
      writer: undefined,
      extract: rememberingExtract,
      embedder,
      onFailure: (error) => {
        throw error
      },
    },
    { signal: undefined },
  )
  return store
}

/**
 * Anchors each turn once, by id, text and day, and gives the same units in every bank of this process: the documents of
 * the streams come again and again. Only what depends on the bank is made anew.
 */
export function rememberingAnchor(): Anchor {
  const anchor = createAnchor({ timeZone: TIME_ZONE, dateOrder: undefined })
  return (contexts) => ({
    units: contexts.flatMap((context) => {
      // By the day, from which its time words are read: what came before in this process decides nothing.
      const key = JSON.stringify([context.turn.id, context.turn.time.slice(0, 10), context.turn.text])
      const units = anchored.get(key) ?? anchor([context]).units
      anchored.set(key, units)
      return units.map((each) => ({
        ...each,
        unit: { ...each.unit, context: { ...each.unit.context, sessionSpan: context.sessionSpan } },
      }))
    }),
    aliases: [],
  })
}

const anchored = new Map<string, readonly AnchoredUnit[]>()

/** Summarises as the product does, and reads each turn once in this process. */
export function rememberingExtract(turns: Episode['turns']): string {
  return extractSummary(turns, (part) => {
    const { turn, start, end } = part
    const key = JSON.stringify([turn.speaker, turn.text.slice(start, end)])
    const sentences = read.get(key) ?? sentencesOf(part)
    read.set(key, sentences)
    // What is said twice in an episode is two sentences.
    return sentences.map((sentence) => ({ ...sentence }))
  })
}

const read = new Map<string, readonly Sentence[]>()

/** Keeps in memory what another embedder gave. */
export function rememberingEmbedder(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>()
  return {
    ...embedder,
    async embed(texts, kind, options) {
      const missing = [...new Set(texts.filter((text) => !known.has(`${kind}${text}`)))]
      const made = await embedder.embed(missing, kind, options)
      for (const [i, text] of missing.entries()) known.set(`${kind}${text}`, made[i]!)
      return texts.map((text) => known.get(`${kind}${text}`)!)
    },
  }
}
