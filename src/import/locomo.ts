import { ValidationError } from '../model/errors.ts'
import type { PlacedTurn } from './conversation-part.ts'
import { localTime, type WallClock } from './wall-clock.ts'

/** A conversation of a benchmark file, made ready to be appended. */
export type ReadConversation = {
  readonly bank: string | undefined
  readonly turns: readonly PlacedTurn[]
  /** Turns without words, left out. */
  readonly blank: number
}

type LocomoTurn = { dia_id?: unknown; speaker?: unknown; text?: unknown; blip_caption?: unknown }

/** Whether a JSON value has the form of a LoCoMo conversation. */
export function isLocomo(
  value: unknown,
): value is { conversation: { [key: string]: unknown }; sample_id?: unknown } {
  const conversation = (value as { conversation?: unknown } | null)?.conversation
  return typeof conversation === 'object' && conversation !== null && !Array.isArray(conversation)
}

/**
 * Reads one LoCoMo conversation. Its annotations (questions, summaries, image queries) are never looked at.
 *
 * A session starts at its `session_N_date_time` and each turn is a minute later than the one before: nothing else is
 * known. A date without a session is no session.
 *
 * @param options.captions Whether the caption of a shared image joins the text: `Look! [image: a red kite]`.
 * @throws {ValidationError} If a session has no readable date, or a turn no id, speaker or text.
 */
export function readLocomo(
  value: unknown,
  { name, captions }: { name: string; captions: boolean },
): ReadConversation {
  if (!isLocomo(value)) {
    throw new ValidationError(
      'file',
      `${name} is no LoCoMo file: each conversation has “conversation” with its sessions`,
    )
  }
  const bank = typeof value.sample_id === 'string' ? value.sample_id : undefined
  const turns: PlacedTurn[] = []
  let blank = 0
  for (const [session, said] of sessionsOf(value.conversation)) {
    const where = `${name}, ${bank ?? 'conversation'}, ${session}`
    const start = clockOf(value.conversation[`${session}_date_time`], where)
    for (const [index, turn] of said.entries()) {
      const place = `${where}, turn ${index + 1}`
      const text = textOf(turn, place, captions)
      if (text === '') blank += 1
      else
        turns.push({
          turn: { ...whoOf(turn, place), session, text, time: timeOf(start, index, place) },
          place,
        })
    }
  }
  return { bank, turns, blank }
}

function sessionsOf(conversation: {
  [key: string]: unknown
}): readonly [string, readonly (LocomoTurn | null)[]][] {
  return Object.entries(conversation)
    .filter(
      (entry): entry is [string, (LocomoTurn | null)[]] =>
        /^session_\d+$/.test(entry[0]) && Array.isArray(entry[1]),
    )
    .sort(([a], [b]) => numberOf(a) - numberOf(b))
}

const numberOf = (session: string) => Number(session.slice('session_'.length))

function whoOf(turn: LocomoTurn | null, place: string): { id: string; speaker: string } {
  const { dia_id: id, speaker } = turn ?? {}
  if (typeof id === 'string' && typeof speaker === 'string') return { id, speaker }
  throw new ValidationError(place, `${place}: a LoCoMo turn has “dia_id” and “speaker”`)
}

function textOf(turn: LocomoTurn | null, place: string, captions: boolean): string {
  const { text, blip_caption: caption } = turn ?? {}
  if (typeof text !== 'string') throw new ValidationError(place, `${place}: a LoCoMo turn has “text”`)
  const image =
    captions && typeof caption === 'string' && caption.trim() !== '' ? `[image: ${caption.trim()}]` : ''
  return [text.trim() === '' ? '' : text, image].filter((part) => part !== '').join(' ')
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** [1:56 pm on 8 May, 2023] */
const DATE_TIME = /^\s*(\d{1,2}):(\d{2})\s*(am|pm)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})\s*$/i

function clockOf(value: unknown, place: string): WallClock {
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null
  const month = MONTHS.indexOf(match?.[5]?.toLowerCase() ?? '') + 1
  const hour = Number(match?.[1])
  if (!match || month === 0 || hour < 1 || hour > 12) {
    throw new ValidationError(
      place,
      `${place}: its date must look like “1:56 pm on 8 May, 2023”, got ${JSON.stringify(value)}`,
    )
  }
  const afternoon = match[3]?.toLowerCase() === 'pm' ? 12 : 0
  return {
    year: Number(match[6]),
    month,
    day: Number(match[4]),
    hour: (hour % 12) + afternoon,
    minute: Number(match[2]),
  }
}

function timeOf(start: WallClock, index: number, place: string): string {
  const time = localTime(start, index)
  if (time !== undefined) return time
  throw new ValidationError(place, `${place}: its session begins on a day that does not exist`)
}
