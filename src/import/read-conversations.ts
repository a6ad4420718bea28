import { ValidationError } from '../model/errors.ts'
import type { ConversationPart, ImportFormat, PlacedTurn } from './conversation-part.ts'
import { detectLayout, type Layout } from './detect-layout.ts'
import { jsonValues } from './json-values.ts'
import { isLocomo, type ReadConversation, readLocomo } from './locomo.ts'
import { isLongMemEval, readLongMemEval } from './longmemeval.ts'
import { openSource, type SourceFile } from './source-file.ts'
import { textLines } from './text-lines.ts'
import { readTurnLine } from './turn-line.ts'

/** Options of {@link readConversations}. */
export type ReadOptions = {
  /** Default: told from the content of the file. */
  format?: ImportFormat
  /** Whether captions of shared images join the text of their turn (LoCoMo). Default true. */
  captions?: boolean
}

/** Turns handed over at a time: enough that a transaction is worth it, few enough to stop between two. */
const PART_TURNS = 200
/** Bytes after which a part of a JSONL file is handed over, however few turns it has. */
const PART_BYTES = 1024 * 1024

/**
 * Reads a file of conversations part by part, in bounded memory.
 *
 * Formats: JSONL (a turn a line, see `readTurnLine`; lines of several users become several banks), LoCoMo (each
 * conversation a bank named by its `sample_id`) and LongMemEval (each question a bank named by its `question_id`).
 * Times without offset are left so, to be read in the zone of the bank that they are appended to.
 *
 * @param source A path, or the bytes themselves.
 * @throws {ValidationError} At the first fault, with its place in the message; every turn before it came out.
 */
export async function* readConversations(
  source: string | AsyncIterable<Uint8Array>,
  { format, captions = true }: ReadOptions = {},
): AsyncGenerator<ConversationPart> {
  if (format !== undefined && !FORMATS.includes(format))
    throw new ValidationError(
      'options.format',
      `Cannot read options.format: a format is ${FORMATS.join(', ')}, got ${JSON.stringify(format)}`,
    )
  const file = await openSource(source)
  const layout = format === 'jsonl' ? 'lines' : layoutOf(file, format)
  if (layout === 'lines') yield* readLines(file)
  else
    yield* readDocument(file, layout, (value) =>
      readConversation(value, { name: file.name, format, captions }),
    )
}

const FORMATS: readonly ImportFormat[] = ['jsonl', 'locomo', 'longmemeval']

function layoutOf(file: SourceFile, format: ImportFormat | undefined): Layout {
  const layout = detectLayout(file.head)
  if (layout === undefined) {
    throw new ValidationError(
      'file',
      `${file.name} is neither JSONL (a turn a line) nor a LoCoMo or LongMemEval file: it begins with ${JSON.stringify(file.head.text.trimStart().slice(0, 20))}`,
    )
  }
  if (layout === 'lines' && format !== undefined) return 'object'
  return layout
}

async function* readLines(file: SourceFile): AsyncGenerator<ConversationPart> {
  const waiting = new Map<string | undefined, PlacedTurn[]>()
  let turns = 0
  let bytes = 0
  let handedOver = 0
  function* handOver(): Generator<ConversationPart> {
    const progress = { bytes, totalBytes: file.totalBytes }
    for (const [bank, placed] of waiting) yield partOf({ bank, placed, blank: 0, progress })
    waiting.clear()
    turns = 0
    handedOver = bytes
  }
  try {
    for await (const line of textLines(file)) {
      if (line.text.trim() !== '') {
        const place = `${file.name}, line ${line.number}`
        const { bank, turn } = readTurnLine(line.text, place)
        const placed = waiting.get(bank) ?? []
        placed.push({ turn, place })
        waiting.set(bank, placed)
        turns += 1
      }
      bytes = line.bytes
      if (turns === PART_TURNS || bytes - handedOver > PART_BYTES) yield* handOver()
    }
  } catch (error) {
    // What stands before the fault is good.
    yield* handOver()
    throw error
  }
  yield* handOver()
}

async function* readDocument(
  file: SourceFile,
  layout: 'array' | 'object',
  read: (value: unknown) => ReadConversation,
): AsyncGenerator<ConversationPart> {
  let conversations = 0
  for await (const { value, bytes } of jsonValues(file, layout)) {
    conversations += 1
    const { bank, turns, blank } = read(value)
    const progress = { bytes, totalBytes: file.totalBytes }
    for (let start = 0; start < turns.length; start += PART_TURNS) {
      const placed = turns.slice(start, start + PART_TURNS)
      yield partOf({ bank, placed, blank: start === 0 ? blank : 0, progress })
    }
  }
  if (conversations === 0)
    throw new ValidationError('file', `${file.name} is an empty list; it holds no conversation`)
}

function partOf(part: {
  bank: string | undefined
  placed: readonly PlacedTurn[]
  blank: number
  progress: ConversationPart['progress']
}): ConversationPart {
  const { bank, placed, blank, progress } = part
  return {
    bank,
    turns: placed.map(({ turn }) => turn),
    places: placed.map(({ place }) => place),
    blank,
    progress,
  }
}

/** By any of them a lone object is a turn or a message of a chat, written as something other than JSONL. */
const TURN_KEYS = ['speaker', 'text', 'role', 'content'] as const

function readConversation(
  value: unknown,
  { name, format, captions }: { name: string; format: ImportFormat | undefined; captions: boolean },
): ReadConversation {
  if (format === 'locomo' || (format === undefined && isLocomo(value)))
    return readLocomo(value, { name, captions })
  if (format === 'longmemeval' || isLongMemEval(value)) return readLongMemEval(value, { name })
  const turn =
    typeof value === 'object' && value !== null && TURN_KEYS.some((key) => Object.hasOwn(value, key))
  throw new ValidationError(
    'file',
    turn
      ? `${name} is one JSON document of turns; put one object a line, without brackets and commas around them (JSONL; of a list it is made by: jq -c '.[]' FILE)`
      : `${name} is JSON, but neither LoCoMo (“conversation”) nor LongMemEval (“haystack_sessions”)`,
  )
}
