import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadLocomo } from '../datasets/locomo.ts'

/**
 * Up to `limit` different texts that people or models wrote: LoCoMo's turns with their speakers, then sentences of
 * HotpotQA's paragraphs, then of LongMemEval's sessions. Sets that are absent are left out.
 *
 * @param data The folder of the data sets.
 */
export function realTexts(data: string, limit: number): readonly string[] {
  const texts = new Set<string>()
  for (const source of [locomoTurns, hotpotSentences, longMemEvalSentences]) {
    for (const text of source(data)) {
      if (texts.size >= limit) return [...texts]
      texts.add(text)
    }
  }
  return [...texts]
}

/** The sentences of a text, split where a full stop, question or exclamation mark is followed by a blank. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1)
}

/** Shorter pieces are headings and exclamations, longer ones tables and code. */
const SENTENCE = { min: 20, max: 400 }

function locomoTurns(data: string): Iterable<string> {
  const turns = loadLocomo(data).flatMap((conversation) => conversation.turns)
  return turns.map(({ speaker, text }) => `${speaker}: ${text}`)
}

function* hotpotSentences(data: string): Iterable<string> {
  const paragraphs = readJson<readonly string[]>(join(data, 'hotpotqa', 'hotpot_docs.json')) ?? []
  for (const paragraph of paragraphs) yield* usable(paragraph)
}

function* longMemEvalSentences(data: string): Iterable<string> {
  type PoolSession = { readonly turns: readonly { readonly content: string }[] }
  const sessions = readJson<readonly PoolSession[]>(join(data, 'longmemeval', 'session_pool.json')) ?? []
  for (const { turns } of sessions) {
    for (const { content } of turns) yield* usable(content)
  }
}

function usable(text: string): readonly string[] {
  return sentencesOf(text).filter(({ length }) => length >= SENTENCE.min && length <= SENTENCE.max)
}

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined
}
