import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnInput } from '../../src/api.ts'

/** A question over a stream of documents; only `question` may reach routing. */
export type HotpotQuestion = {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly type: 'bridge' | 'comparison'
  /** Documents of the stream in the order in which they come. */
  readonly documents: readonly number[]
  /** The two documents that the answer rests on. */
  readonly gold: readonly number[]
}

/** Sizes of the published streams, in documents. */
export const STREAM_SIZES = [400, 800, 1600] as const

/** The documents by number, each as one turn: its title is who speaks. */
export function loadDocuments(folder: string): readonly TurnInput[] {
  const texts = readJson<readonly string[]>(folder, 'hotpot_docs.json')
  return texts.map((text, number) => {
    const end = text.indexOf('\n')
    return { id: `d${number}`, session: 'stream', speaker: text.slice(0, end), text: text.slice(end + 1) }
  })
}

/** The documents of a stream as turns, a minute apart. */
export function streamOf(documents: readonly TurnInput[], numbers: readonly number[]): readonly TurnInput[] {
  return numbers.map((number, i) => ({
    ...documents[number]!,
    time: new Date(FIRST_DOCUMENT + i * MINUTE_MS).toISOString(),
  }))
}

/** The 128 questions, each over a stream of so many documents of its own. */
export function loadStreams(folder: string, size: (typeof STREAM_SIZES)[number]): readonly HotpotQuestion[] {
  const known = new Map(loadQuestions(folder).map((each) => [each._id, each]))
  return readJson<readonly RawStream[]>(folder, `eval_${size}_index.json`).map((stream) => ({
    id: stream._id,
    question: stream.input,
    answer: stream.answers[0] ?? '',
    type: known.get(stream._id)!.type,
    documents: stream.context_doc_ids,
    gold: stream.gold_doc_ids,
  }))
}

/**
 * Questions outside of the streams, over streams made as those are: the documents that came with the question and others
 * at random, shuffled. Only those of the same setting that have both gold documents (92): where the documents were picked
 * by a search for the question, that search found the gold, which tells words apart too well.
 */
export function tuningStreams(
  folder: string,
  { size, random }: { readonly size: number; readonly random: () => number },
): readonly HotpotQuestion[] {
  const measured = new Set(loadStreams(folder, 400).map(({ id }) => id))
  const documents = readJson<readonly string[]>(folder, 'hotpot_docs.json').length
  return loadQuestions(folder)
    .filter(
      (each) => !measured.has(each._id) && each.setting === 'distractor' && each.gold_doc_ids.length === 2,
    )
    .map(({ _id, question, answer, type, doc_ids, gold_doc_ids }) => {
      const chosen = new Set([...doc_ids, ...gold_doc_ids])
      while (chosen.size < size) chosen.add(Math.floor(random() * documents))
      return { id: _id, question, answer, type, documents: shuffled([...chosen], random), gold: gold_doc_ids }
    })
}

type RawStream = {
  readonly _id: string
  readonly input: string
  readonly answers: readonly string[]
  readonly context_doc_ids: readonly number[]
  readonly gold_doc_ids: readonly number[]
}

type RawQuestion = {
  readonly _id: string
  readonly question: string
  readonly answer: string
  readonly type: 'bridge' | 'comparison'
  readonly setting: 'distractor' | 'fullwiki'
  readonly doc_ids: readonly number[]
  readonly gold_doc_ids: readonly number[]
}

const FIRST_DOCUMENT = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000

function loadQuestions(folder: string): readonly RawQuestion[] {
  return readJson(folder, 'hotpot_questions.json')
}

function readJson<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(folder, 'hotpotqa', name), 'utf8')) as T
}

/** Fisher and Yates. */
function shuffled<T>(values: T[], random: () => number): T[] {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[values[i], values[j]] = [values[j]!, values[i]!]
  }
  return values
}
