import type { Evidence, Recollection } from '../index.ts'
import type { Page } from './page.ts'
import { citationOf, quoteText } from './present-answer.ts'
import { frameLine } from './present-frame.ts'
import { counted, listed } from './words.ts'

/** Evidence for people, best first, each with the reason why it is there. */
export function recollectionText(recollection: Recollection, milliseconds: number, page: Page): string {
  const { evidence } = recollection
  const lines = evidence.map((one, index) =>
    [
      quoteText({ ...citationOf(one, page), number: index + 1 }, page),
      `     ${page.style('dim', reasonText(one))}`,
    ].join('\n'),
  )
  const body = evidence.length > 0 ? lines : [page.style('yellow', 'Nothing in memory is related to this.')]
  return `${[...body, '', `  ${page.style('dim', frameLine(recollection, milliseconds))}`].join('\n')}\n`
}

/** [score 0.83 · within the days · words “kite, red” · names Ana] */
function reasonText({ score, tier, reason }: Evidence): string {
  const days = reason.distanceDays
  // What is merely the nearest that the filters let through has a score that rounds to nothing.
  const shown = score.toFixed(2)
  const reasons = [
    ...(shown === '0.00' ? [] : [`score ${shown}`]),
    ...(days === undefined
      ? []
      : [days === 0 ? tierWords[tier] : `${tierWords[tier]}, ${counted(days, 'day')} off`]),
    ...(reason.matchedTerms.length > 0 ? [`words ${listed(reason.matchedTerms, 8)}`] : []),
    ...(reason.matchedPersons.length > 0 ? [`names ${listed(reason.matchedPersons)}`] : []),
  ]
  return reasons.length > 0
    ? reasons.join(' · ')
    : 'the nearest there is, though it hardly resembles the question'
}

/** Where evidence stands to the days asked about. */
const tierWords = {
  within: 'within the days',
  near: 'near the days',
  elsewhere: 'from other days',
} as const
