const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const FORM = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) ([a-z]+),? (\d{4})$/u

/**
 * Epoch milliseconds of a LoCoMo time, taken as UTC: “1:56 pm on 8 May, 2023”.
 *
 * @throws {RangeError} If the text has another form.
 */
export function instantOf(text: string): number {
  const match = FORM.exec(text.trim().toLowerCase())
  const month = MONTHS.indexOf(match?.[5] ?? '')
  if (match === null || month < 0) throw new RangeError(`Cannot read a LoCoMo time: ${JSON.stringify(text)}`)
  const hour = (Number(match[1]) % 12) + (match[3] === 'pm' ? 12 : 0)
  return Date.UTC(Number(match[6]), month, Number(match[4]), hour, Number(match[2]))
}
