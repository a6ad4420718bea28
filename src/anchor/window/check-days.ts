import { contains } from '../../time/day-range.ts'
import type { TimeMention } from '../../time/mentions.ts'
import { daysFollow, wordsStand } from './days-supported.ts'
import type { ReadUnit } from './read-unit.ts'
import type { ReadSentence, ReadTurn } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'

/**
 * Refuses a day that follows from no time words of the sources. The day on which something was said is no day on which
 * it happened: it may only date the saying (“said on 8 May”), or what was so at the time of speaking.
 */
export function checkDays(
  unit: ReadUnit,
  { sources, statement, mentions }: DatedStatement,
): Refusal | undefined {
  const unknown = mentions.find(
    (mention) =>
      mention.range !== undefined &&
      mention.kind !== 'vague' &&
      !wordsStand(mention, sources) &&
      !daysFollow(mention.range, sources) &&
      !datesTheSaying(unit.text, mention, { sources, statement }),
  )
  return unknown && refusal('day not in source', unit.written, unknown.words)
}

export type DatedStatement = {
  readonly sources: readonly ReadTurn[]
  /** Sentences of the sources that say it. */
  readonly statement: readonly ReadSentence[]
  /** Time words of the restatement. */
  readonly mentions: readonly TimeMention[]
}

function datesTheSaying(
  restatement: string,
  { range }: TimeMention,
  { sources, statement }: Omit<DatedStatement, 'mentions'>,
): boolean {
  if (range === undefined || !sources.some(({ said }) => contains(range, said))) return false
  if (SAYING.test(restatement)) return true
  return statement.some(({ text, of, start, end }) => {
    const isDated = of.mentions.some(
      ({ position, range: days }) => days && position >= start && position < end,
    )
    return !isDated && contains(range, of.said) && PRESENT.test(text) && !PAST.test(text)
  })
}

const SAYING =
  /\b(?:sa(?:id|ys|ying)|told|tells|mention\w*|shar(?:ed|es|ing)|ask(?:ed|s|ing)|report\w*|announc\w*|explain\w*|wrote|express\w*|recommend\w*|suggest\w*|thank\w*|congratulat\w*|discuss\w*|describ\w*|encourag\w*|compliment\w*|as of|currently|at (?:that|the) time)\b/i
const PRESENT =
  /\b(?:am|is|are|['’]m|['’]re|has|have|['’]ve|do|does|can|can['’]t|need|want|love|like|live|work|keep)\b|['’](?:m|re|s|ve)\b/i
const PAST = /\b(?:was|were|had|did|went|got|came|took|made|saw|bought|met|\p{L}{2,}ed)\b/iu
