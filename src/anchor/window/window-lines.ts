import { neutralise } from '../../llm/neutralise.ts'
import type { WindowLine } from '../../llm/tasks/anchor-window.ts'
import type { Turn } from '../../model/turn.ts'
import { weekday } from '../../time/day-range.ts'
import type { ReadWindow } from './read-window.ts'

/** The turns of a window as the model is shown them. */
export function linesOf({ turns }: ReadWindow, timeZone: string): readonly WindowLine[] {
  const clock = clockOf(timeZone)
  const sessions = [...new Set(turns.map(({ turn }) => turn.session))]
  return turns.map(({ turn, index, said, isOverlap }) => ({
    label: labelOf(turn, index),
    session: String(sessions.indexOf(turn.session) + 1),
    day: `${said} (${WEEKDAYS[weekday(said) - 1]})`,
    time: clock.format(new Date(turn.time)),
    speaker: neutralise(turn.speaker),
    text: neutralise(excerptOf(turn.text)),
    role: turn.role,
    isContext: isOverlap,
  }))
}

/** A formatter is dear to make and the zone is mostly the same. */
let lastClock: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined

function clockOf(timeZone: string): Intl.DateTimeFormat {
  if (lastClock?.timeZone !== timeZone) {
    const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    lastClock = { timeZone, format: new Intl.DateTimeFormat('en-GB', options) }
  }
  return lastClock.format
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
