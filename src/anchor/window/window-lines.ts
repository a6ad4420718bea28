import { neutralise } from '../../llm/neutralise.ts'
import type { WindowLine } from '../../llm/tasks/anchor-window.ts'
import type { Turn } from '../../model/turn.ts'
import { weekday } from '../../time/day-range.ts'
import { minuteOfInstant } from '../../time/zone.ts'
import type { ReadWindow } from './read-window.ts'

/** The turns of a window as the model is shown them. */
export function linesOf({ turns }: ReadWindow, timeZone: string): readonly WindowLine[] {
  const sessions = [...new Set(turns.map(({ turn }) => turn.session))]
  return turns.map(({ turn, index, said, isOverlap }) => ({
    label: labelOf(turn, index),
    session: String(sessions.indexOf(turn.session) + 1),
    day: `${said} (${WEEKDAYS[weekday(said) - 1]})`,
    time: clockTime(minuteOfInstant(turn.time, timeZone)),
    speaker: neutralise(turn.speaker),
    text: neutralise(excerptOf(turn.text)),
    role: turn.role,
    isContext: isOverlap,
  }))
}

/** [1085] → “18:05”. */
function clockTime(minutes: number): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** The name of a turn in the prompt: its id where that is short and plain, else its place in the window. */
export function labelOf({ id }: Pick<Turn, 'id'>, index: number): string {
  return PLAIN_ID.test(id) ? id : `#${index + 1}`
}

/** Cannot be a place, which begins with “#”. */
const PLAIN_ID = /^[\p{L}\p{N}][\p{L}\p{N}._:-]{0,23}$/u
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Characters of a turn that are shown, about 1,500 tokens; its passages are anchored whole without a model. */
const MOST_CHARACTERS = 6_000

/** Beginning and end of a turn that is too long, as what is asked for stands there. */
function excerptOf(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const half = MOST_CHARACTERS / 2
  return `${text.slice(0, half)} […] ${text.slice(-half)}`
}
