import { choose } from './choose.ts'
import type { Finder } from './finding.ts'
import { phraseDays } from './phrase-days.ts'
import { frequencies } from './quantities.ts'

/** From which share of the best score a statement that is dated goes before one that is not. */
const DATED_SHARE = 0.8

/** When: the rule by which it repeats, where it does; else the event time of the statement; where the text gives none, the day on which it was said, marked as such. */
export const findDate: Finder = (rated, question) => {
  const chosen = choose(rated, question)
  const best = chosen[0]
  if (best === undefined) return undefined
  const dated = chosen.find(
    ({ statement, relevance }) =>
      statement.piece.unit.context.eventTime !== undefined &&
      relevance.score >= DATED_SHARE * best.relevance.score,
  )
  const { statement } = dated ?? best
  const { eventTime, recurrence, mentionTime } = statement.piece.unit.context
  const clock = ASKS_CLOCK.test(question.text) ? CLOCK.exec(statement.text)?.[0] : undefined
  if (clock !== undefined) return { text: clock, support: [statement] }
  const rule = recurrence === undefined ? undefined : (frequencies(statement.text)[0]?.text ?? mentionTime)
  if (rule !== undefined && (eventTime === undefined || question.asksState)) {
    return { text: rule, support: [statement] }
  }
  if (eventTime !== undefined) {
    const date = { first: eventTime.first, last: eventTime.last }
    return { text: phraseDays(date), support: [statement], date }
  }
  const said = { first: statement.day, last: statement.day }
  return {
    text: `no date is given; it was said on ${phraseDays(said)}`,
    support: [statement],
    date: said,
    caveats: [`The text gives no date: ${statement.day} is the day on which it was said.`],
  }
}

const ASKS_CLOCK = /\b(?:what|which) time\b|\bwhat hour\b/iu
const CLOCK =
  /\b\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\b\.?|o['’]clock)|\b\d{1,2}:\d{2}\b|\b(?:half|quarter) (?:past|to) \p{L}+|\b(?:noon|midnight)\b|(?<=\bat )(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!\s+\p{L}*(?:street|lane|road))/iu
