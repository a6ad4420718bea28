/** The turns that a question's label cites, each once, and how many citations mean no existing turn. */
export type Citations = { readonly turns: readonly string[]; readonly unresolved: number }

/**
 * Normalises LoCoMo's evidence strings: several ids in one (`D8:6; D9:17`), and slips that can only mean one turn
 * (`D:11:26`, `D30:05`). What names no turn of the conversation is counted as unresolved.
 */
export function citationsOf(evidence: readonly string[], known: ReadonlySet<string>): Citations {
  const turns = new Set<string>()
  let unresolved = 0
  for (const part of evidence.flatMap((text) => text.split(/[;,\s]+/u)).filter((text) => text !== '')) {
    const id = idOf(part)
    if (id !== undefined && known.has(id)) turns.add(id)
    else unresolved++
  }
  return { turns: [...turns], unresolved }
}

function idOf(part: string): string | undefined {
  const match = /^\(?D:?(\d+):(\d+)\)?$/u.exec(part)
  return match === null ? undefined : `D${Number(match[1])}:${Number(match[2])}`
}
