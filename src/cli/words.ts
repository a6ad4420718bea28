import { displayWidth, splitAtWidth } from './display-width.ts'

/** [1 turn, 2,500 turns] */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}

/** [Ana, Bo and Cy] */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** [Tuesday 7 February 2023] */
export function dayWords(day: string): string {
  return LONG_DAY.format(noon(day)).replace(',', '')
}

/** The local day and minute of an instant: [2023-05-08 13:56, 0050-03-10 09:00]. */
export function localMinute(instant: string, timeZone: string): string {
  // ISO 8601 has four digits for a year, which no format of the runtime gives before the year 1000.
  return clockOf(timeZone)
    .format(new Date(instant))
    .replace(/^\d{1,3}(?=-)/, (year) => year.padStart(4, '0'))
}

/** Making one takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const made =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  clocks.set(timeZone, made)
  return made
}

/** The local day of an instant: [2023-05-08]. */
export function localDay(instant: string, timeZone: string): string {
  return localMinute(instant, timeZone).slice(0, 10)
}

/** [1–31 May 2023, 7 February 2023 – 23 June 2024] */
export function rangeWords({ first, last }: { first: string; last: string }): string {
  return DAY.formatRange(noon(first), noon(last)).replace(
    '\u2009–\u2009',
    first.slice(0, 7) === last.slice(0, 7) ? '–' : ' – ',
  )
}

/** [850 ms, 2.4 s, 3 min] */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.round(ms / 60_000)} min`
}

/** [512 bytes, 24 KB, 1.5 MB] */
export function byteWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Text that cannot steer the terminal it is shown on: control characters become U+FFFD. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD')
}

/** Printable text in one line. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ').trim())
}

/**
 * Breaks text at spaces into lines of at most `width` columns, each after the first indented. Scripts without spaces
 * break between characters; a longer word of any other script stands alone.
 */
export function wrapped(
  text: string,
  { width, indent }: { width: number | undefined; indent: string },
): string {
  if (width === undefined) return text
  const room = Math.max(1, width - indent.length)
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    const breaks = SPACELESS.test(word) && displayWidth(word) > room
    if (breaks) lines.splice(-1, 1, ...pieces(longer, room))
    else if (line === '' || displayWidth(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.join(`\n${indent}`)
}

/** Scripts that write words without spaces between them. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function pieces(text: string, room: number): readonly string[] {
  const all: string[] = []
  for (let rest = text; rest !== ''; ) {
    const [piece, after] = splitAtWidth(rest, room)
    all.push(piece)
    rest = after
  }
  return all
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
