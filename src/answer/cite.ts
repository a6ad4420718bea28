import type { Citation } from '../model/answer.ts'
import type { Statement } from './statement.ts'

/** Cites the sentences in which statements stand, verbatim, each turn once. */
export function cite(support: readonly [Statement, ...Statement[]]): readonly [Citation, ...Citation[]] {
  const [first, ...rest] = support
  const cited = new Set([first.turn.id])
  const citations: [Citation, ...Citation[]] = [citationOf(first)]
  for (const statement of rest) {
    if (cited.has(statement.turn.id)) continue
    cited.add(statement.turn.id)
    citations.push(citationOf(statement))
  }
  return citations
}

/** The same words said in other turns: what was said twice has two sources. */
export function withRepeats(
  support: readonly [Statement, ...Statement[]],
  all: readonly Statement[],
): readonly [Statement, ...Statement[]] {
  const words = new Set(support.map(({ turn, sentence }) => `${turn.speaker} ${sentence}`))
  const repeats = all.filter(
    (each) => !support.includes(each) && words.has(`${each.turn.speaker} ${each.sentence}`),
  )
  return [...support, ...repeats]
}

function citationOf({ turn, day, sentence }: Statement): Citation {
  return { turn: turn.id, speaker: turn.speaker, day, quote: sentence }
}
