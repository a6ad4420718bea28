import { analyse } from '../language/terms.ts'
import type { DayRange } from '../model/day-range.ts'
import { mentionIn } from '../time/event-time.ts'
import { resolveMentions, type TimeMention } from '../time/mentions.ts'
import type { Statement } from './statement.ts'

/**
 * The days of what a statement tells, undefined where the text gives none.
 *
 * A passage has one event time; where it tells of several events, each with its own time words, that is only what they
 * span, and the words beside the statement date it: [I hiked on Saturday and saw dolphins on Sunday].
 *
 * @param asked Analysed terms of the question.
 */
export function daysOf(
  { turn, text, sentence, start, day, piece }: Statement,
  asked: ReadonlySet<string>,
): DayRange | undefined {
  const { eventTime } = piece.unit.context
  if (eventTime === undefined) return undefined
  const mentions = resolveMentions(turn.text, {
    saidDay: day,
    previousSessionDay: undefined,
    dateOrder: undefined,
  })
  const { start: first, end: last } = piece.unit.passage
  const dated = mentions.filter(
    ({ range, position }) => range !== undefined && position >= first && position < last,
  )
  if (new Set(dated.map(({ range }) => `${range?.first} ${range?.last}`)).size < 2) return eventTime
  const beside = besideWords(dated, { text, start, asked })
  if (beside !== undefined) return beside
  const sentenceStart = turn.text.lastIndexOf(sentence, start)
  const own =
    mentionIn(mentions, { start, end: start + text.length }) ??
    (sentenceStart < 0
      ? undefined
      : mentionIn(mentions, { start: sentenceStart, end: sentenceStart + sentence.length }))
  return own?.range ?? eventTime
}

/** Within one clause, each time goes with the words before it: the one whose words are asked for, if it stands out. */
function besideWords(
  dated: readonly TimeMention[],
  {
    text,
    start,
    asked,
  }: { readonly text: string; readonly start: number; readonly asked: ReadonlySet<string> },
): DayRange | undefined {
  const inside = dated.filter(({ position }) => position >= start && position < start + text.length)
  if (inside.length < 2) return undefined
  let from = 0
  const stretches = inside.map(({ position, range }) => {
    const words = analyse(text.slice(from, position - start))
    from = position - start
    return { range, count: words.filter((term) => asked.has(term)).length }
  })
  const most = Math.max(...stretches.map(({ count }) => count))
  const best = stretches.filter(({ count }) => count === most)
  return most > 0 && best.length === 1 ? best[0]?.range : undefined
}
