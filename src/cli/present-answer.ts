import type { Answer, Evidence } from '../index.ts'
import type { Page } from './page.ts'
import { frameLine } from './present-frame.ts'
import { dayWords, localDay, oneLine, wrapped } from './words.ts'

/** Evidence shown where there is no answer. */
const NEAREST_SHOWN = 3
const INDENT = '     '

/** An answer for people: what it says, the turns that it rests on, how the question was read. */
export function answerText(answer: Answer, milliseconds: number, page: Page): string {
  const lines = answer.answered ? answeredLines(answer, page) : abstainedLines(answer, page)
  const footer = [...modeNote(answer), frameLine(answer, milliseconds)]
  return `${[...lines, '', ...footer.map((line) => `  ${page.style('dim', line)}`)].join('\n')}\n`
}

/** Which mode answered and why, where it could have been another one or the budget had a say. */
function modeNote({ mode, why, deep, usage }: Answer): readonly string[] {
  const isPlain = deep === undefined && usage.calls.length === 0 && !why.includes('budget')
  return isPlain ? [] : [`${mode} mode: ${oneLine(why)}`]
}

function answeredLines(answer: Extract<Answer, { answered: true }>, page: Page): readonly string[] {
  return [
    page.style('bold', wrapped(oneLine(answer.text), { width: page.columns, indent: '' })),
    ...answer.caveats.map((caveat) => `  ${page.style('yellow', 'note')} ${oneLine(caveat)}`),
    '',
    ...answer.citations.map((citation, index) => quoteText({ ...citation, number: index + 1 }, page)),
  ]
}

function abstainedLines(answer: Extract<Answer, { answered: false }>, page: Page): readonly string[] {
  const nearest = answer.nearest.slice(0, NEAREST_SHOWN)
  return [
    page.style('yellow', wrapped(`No answer. ${oneLine(answer.text)}`, { width: page.columns, indent: '' })),
    ...(nearest.length > 0 ? ['', '  The nearest that memory holds:'] : []),
    ...nearest.map((evidence, index) =>
      quoteText({ ...citationOf(evidence, page), number: index + 1 }, page),
    ),
  ]
}

type Quoted = { number: number; speaker: string; day: string; turn: string; quote: string }

/** A quote with who said it and when. */
export function quoteText({ number, speaker, day, turn, quote }: Quoted, { style, columns }: Page): string {
  const head = `${String(number).padStart(3)}  ${style('cyan', oneLine(speaker))}, ${dayWords(day)} ${style('dim', `[${oneLine(turn)}]`)}`
  return `${head}\n${INDENT}${wrapped(`“${oneLine(quote)}”`, { width: columns, indent: INDENT })}`
}

/** Evidence as it would be cited: the passage of its first turn. */
export function citationOf({ unit, turns: [turn] }: Evidence, { timeZone }: Page): Omit<Quoted, 'number'> {
  return {
    speaker: turn.speaker,
    day: localDay(turn.time, timeZone),
    turn: turn.id,
    quote: turn.text.slice(unit.passage.start, unit.passage.end),
  }
}
