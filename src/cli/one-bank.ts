import { stat } from 'node:fs/promises'
import { type ConversationPart, type ReadOptions, readConversations, ValidationError } from '../index.ts'

/** With --bank a file must not hold the conversations of several: they would be mixed. */
export async function* onlyOneBank(
  parts: AsyncIterable<ConversationPart>,
  file: string,
  bank: string | undefined,
): AsyncGenerator<ConversationPart> {
  let first: string | undefined
  for await (const part of parts) {
    first ??= part.bank
    if (bank !== undefined && part.bank !== undefined && part.bank !== first) {
      throw new SeveralBanks(
        'bank',
        `${file} holds several banks (${first}, ${part.bank}, …); import it without --bank, so that each stays its own`,
      )
    }
    yield part
  }
}

/** Looks a file through before anything of it is stored; a pipe can be read only once. */
export async function refuseSeveralBanks(
  file: string,
  bank: string | undefined,
  reading: ReadOptions,
): Promise<void> {
  const rereadable = await stat(file).then(
    (facts) => facts.isFile(),
    () => false,
  )
  if (bank === undefined || !rereadable) return
  try {
    for await (const _ of onlyOneBank(readConversations(file, reading), file, bank));
  } catch (error) {
    // Other faults are told when the file is imported, with what stands before them kept.
    if (error instanceof SeveralBanks) throw error
  }
}

class SeveralBanks extends ValidationError {}
