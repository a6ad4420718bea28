import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { neutralise } from '../llm/neutralise.ts'
import type { EpisodeTurn } from '../model/episode.ts'
import type { Turn } from '../model/turn.ts'
import { dayOfInstant } from '../time/zone.ts'

/**
 * Writes an episode as an assistant reads it: a line for each turn with its id, local time, speaker and text, under a
 * line for each new day and session.
 *
 * ```
 * 2024-03-01 Friday, session "S1"
 * "t1" 13:31 "Ana": "My kayak is red."
 * ```
 *
 * Ids, names and texts are JSON strings in which nothing can close a fence, open a line or pose as a chat role. Equal
 * content gives equal bytes, and more turns only add bytes at the end, so that an evaluated prefix can be used again.
 *
 * @param timeZone IANA name by which days and times are written.
 */
export function renderEpisode(turns: readonly EpisodeTurn[], timeZone: string): string {
  return turns.map((part, i) => renderTurn(part, turns[i - 1]?.turn, timeZone)).join('')
}

/**
 * The lines of one turn, or part of a turn, in its episode; they end in a line break.
 *
 * @param before The turn that stands before it in the episode; undefined for the first.
 */
export function renderTurn(part: EpisodeTurn, before: Turn | undefined, timeZone: string): string {
  const { turn, start, end } = part
  const heading = headingOf(turn, timeZone)
  const opens = before === undefined || headingOf(before, timeZone) !== heading
  const speaker = `${neutralise(turn.speaker)}${start > 0 ? ', continued' : ''}`
  const line = `${neutralise(turn.id)} ${timeOfDay(turn, timeZone)} ${speaker}: ${neutralise(turn.text.slice(start, end))}\n`
  return opens ? `${heading}\n${line}` : line
}

/** SHA-256 of the rendered episode, hexadecimal: what names its content in audits and saved states. */
export function hashOfRendered(rendered: string): string {
  return createHash('sha256').update(rendered).digest('hex')
}

function headingOf({ time, session }: Turn, timeZone: string): string {
  const day = dayOfInstant(time, timeZone)
  return `${day} ${WEEKDAYS[new Date(day).getUTCDay()]}, session ${neutralise(session)}`
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function timeOfDay({ time }: Turn, timeZone: string): string {
  if (timeZone === 'UTC') return time.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:mm'.length)
  const { hour, minute } = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
