import { ConflictError, ValidationError } from '../model/errors.ts'
import type { ConversationPart, ConversationTurn, FileProgress } from './conversation-part.ts'

/** The part of an open bank that an import needs. */
export type ImportTarget = {
  append(turns: readonly ConversationTurn[]): Promise<{ added: readonly string[]; known: readonly string[] }>
}

/** What an import has put into one bank so far. */
export type ImportedBank = {
  /** Undefined where the file did not name one. */
  readonly bank: string | undefined
  readonly added: number
  /** Turns that the bank had already. */
  readonly known: number
  /** Turns without words, left out. */
  readonly blank: number
}

export type Imported = {
  /** In the order of the file. */
  readonly banks: readonly ImportedBank[]
  /** True if the signal ended it before the end of the file. */
  readonly stopped: boolean
}

/** Options of {@link importConversations}. */
export type ImportOptions = {
  /** Ends the import after the part that is being appended; what was appended stays. */
  signal?: AbortSignal
  /** Called after each part, and before a fault is thrown. */
  onProgress?: (imported: Imported & { readonly progress: FileProgress }) => void
}

/**
 * Appends the parts of a file to their banks. Running it again adds nothing.
 *
 * @param open Gives the open bank for a name in the file; it is asked for each part, so it should keep its handles.
 * @throws {ValidationError | ConflictError} At the first turn that is refused, with its place in the file; every turn
 *   before it is stored, it and the later ones are not.
 */
export async function importConversations(
  parts: AsyncIterable<ConversationPart>,
  open: (bank: string | undefined) => Promise<ImportTarget>,
  { signal, onProgress }: ImportOptions = {},
): Promise<Imported> {
  const banks = new Map<string | undefined, ImportedBank>()
  const imported = (stopped: boolean): Imported => ({ banks: [...banks.values()], stopped })
  if (signal?.aborted) return imported(true)
  for await (const part of parts) {
    const memory = await open(part.bank)
    await appendPart(memory, part, (more) => {
      banks.set(
        part.bank,
        sum(banks.get(part.bank) ?? { bank: part.bank, added: 0, known: 0, blank: 0 }, more),
      )
      onProgress?.({ ...imported(false), progress: part.progress })
    })
    if (signal?.aborted) return imported(true)
  }
  return imported(false)
}

type Counts = Omit<ImportedBank, 'bank'>

async function appendPart(
  memory: ImportTarget,
  part: ConversationPart,
  count: (more: Counts) => void,
): Promise<void> {
  try {
    const { added, known } = await memory.append(part.turns)
    count({ added: added.length, known: known.length, blank: part.blank })
  } catch (error) {
    const bad = refusedTurn(error, part)
    const place = bad === undefined ? undefined : part.places[bad]
    if (bad === undefined || place === undefined) throw error
    if (bad > 0) await appendPart(memory, { ...part, turns: part.turns.slice(0, bad) }, count)
    throw placed(error, place, bad)
  }
}

const sum = (a: ImportedBank, b: Counts): ImportedBank => ({
  bank: a.bank,
  added: a.added + b.added,
  known: a.known + b.known,
  blank: a.blank + b.blank,
})

function refusedTurn(error: unknown, part: ConversationPart): number | undefined {
  // An id may stand twice: the last one is refused then, and if it was the first, appending up to the last says so.
  const index =
    error instanceof ConflictError
      ? part.turns.findLastIndex(({ id }) => id === error.turn)
      : Number(error instanceof ValidationError ? (/^turns\[(\d+)\]/.exec(error.path)?.[1] ?? -1) : -1)
  return index === -1 ? undefined : index
}

function placed(error: unknown, place: string, index: number): unknown {
  if (error instanceof ConflictError) return new ConflictError(error.turn, `${place}: ${error.message}`)
  if (!(error instanceof ValidationError)) return error
  const message = error.message
    .replaceAll(`turns[${index}].`, '')
    .replaceAll(`turns[${index}]`, 'the turn')
    // As a line of a file calls it.
    .replaceAll('sessionStart', 'session_started_at')
  return new ValidationError(place, `${place}: ${message}`, { cause: error })
}
