import { Temporal } from 'temporal-polyfill'
import { neutralise } from '../llm/neutralise.ts'
import type { EpisodeEvidence, Quote } from '../model/episode.ts'

export type WriteOptions = {
  /** IANA name by which days and times are written. */
  readonly timeZone: string
  /** Upper bound of the text in tokens. */
  readonly tokens: number
  readonly count: (text: string) => number
}

/**
 * Writes evidence as the master reads it, in the order in which it was said: quotes with the id of their turn, day, time
 * and speaker, and what an assistant concluded from them, marked as inference.
 *
 * ```
 * [1] quote: "t1" 2024-03-01 Friday 13:31 "Ana": "My kayak is red."
 *     inference: "Ana's kayak is red."
 * ```
 *
 * @param evidence Best first; what does not fit into the tokens is left out from its end.
 * @returns The text, all in it quoted and neutralised, '' where there is no evidence or no room for any; and the evidence
 *   that stands in it, best first.
 */
export function writeEvidence(
  evidence: readonly EpisodeEvidence[],
  options: WriteOptions,
): { readonly text: string; readonly shown: readonly EpisodeEvidence[] } {
  const shown = withinTokens(evidence, options)
  const text = shown
    .toSorted((a, b) => compareSaid(a.quotes[0], b.quotes[0]))
    .map((each, index) => writePiece(each, index + 1, options.timeZone))
    .join('\n')
  return { text, shown }
}

/** Evidence with other quotes than all before it: overlapping episodes tell the same twice. */
export function distinctEvidence(evidence: readonly EpisodeEvidence[]): readonly EpisodeEvidence[] {
  const seen = new Set<string>()
  return evidence.filter(({ quotes }) => {
    const key = JSON.stringify(quotes.map(({ turn, text }) => [turn, text]))
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function withinTokens(
  evidence: readonly EpisodeEvidence[],
  { timeZone, tokens, count }: WriteOptions,
): readonly EpisodeEvidence[] {
  let left = tokens
  const kept: EpisodeEvidence[] = []
  for (const each of evidence) {
    left -= count(`${writePiece(each, kept.length + 1, timeZone)}\n`)
    if (left < 0) break
    kept.push(each)
  }
  return kept
}

function writePiece({ quotes, statement, by }: EpisodeEvidence, place: number, timeZone: string): string {
  const lines = quotes.map((quote) => `quote: ${writeQuote(quote, timeZone)}`)
  const inference = by === 'model' ? [`inference: ${neutralise(statement)}`] : []
  return `[${place}] ${[...lines, ...inference].join('\n    ')}`
}

function writeQuote({ turn, time, speaker, text }: Quote, timeZone: string): string {
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone)
  const weekday = WEEKDAYS[local.dayOfWeek - 1]
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${neutralise(turn)} ${local.toPlainDate().toString()} ${weekday} ${clock} ${neutralise(speaker)}: ${neutralise(text)}`
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function compareSaid(a: Quote, b: Quote): number {
  return a.time < b.time ? -1 : Number(a.time > b.time)
}
