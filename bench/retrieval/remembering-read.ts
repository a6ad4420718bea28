import { type ReadTurn, readTurn } from '../../src/anchor/read-turn.ts'
import type { AnchorContext } from '../../src/store/store.ts'

/** Reads each turn once and keeps what it read: sessions come again in many haystacks, each time with other days. */
export function rememberingRead(): (context: AnchorContext) => ReadTurn {
  const known = new Map<string, ReadTurn>()
  return (context) => {
    const { turn, before } = context
    const speakers = [...new Set(before.map(({ speaker }) => speaker))].sort()
    const key = JSON.stringify([turn.text, turn.speaker, turn.role, speakers])
    const read = known.get(key) ?? readTurn(context)
    known.set(key, read)
    return read
  }
}
