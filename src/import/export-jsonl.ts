import type { Turn } from '../model/turn.ts'

/**
 * Writes the turns of a bank as JSONL, a line each with its line feed, by time and then by arrival.
 *
 * Imported into an empty bank it gives the same turns: ids, times to the millisecond, whether a time was inferred,
 * roles and metadata. What is derived (units, vectors) is not written; an import makes it anew.
 */
export async function* exportJsonl(memory: { turns(): AsyncIterable<Turn> }): AsyncGenerator<string> {
  for await (const turn of memory.turns()) yield `${JSON.stringify(turnLine(turn))}\n`
}

/** A time that was inferred goes out as the start of its session, from which an import infers it again. */
function turnLine(turn: Turn) {
  return {
    id: turn.id,
    session: turn.session,
    speaker: turn.speaker,
    text: turn.text,
    ...(turn.timeInferred ? { session_started_at: turn.time } : { time: turn.time }),
    ...(turn.role === undefined ? {} : { role: turn.role }),
    ...(turn.metadata === undefined ? {} : { metadata: turn.metadata }),
  }
}
