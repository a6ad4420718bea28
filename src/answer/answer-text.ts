import type { DayRange } from '../model/day-range.ts'
import type { AnswerKind } from '../model/recall-frame.ts'
import { eventMention } from '../time/event-time.ts'
import { resolveMentions } from '../time/mentions.ts'
import type { CheckedCitation } from './check-citations.ts'
import { findQuote } from './find-quote.ts'
import { phraseDays } from './phrase-days.ts'

/** What a model's answer says, beside its words. */
export type AnswerText = {
  readonly text: string
  readonly date: DayRange | undefined
  readonly polarity: 'yes' | 'no' | undefined
}

export type AnswerTextOptions = {
  readonly kind: AnswerKind
  readonly referenceDay: string
  /** What it rests on, first what it rests on most. */
  readonly cited: readonly Pick<CheckedCitation, 'citation'>[]
}

/**
 * Reads what a model answered: yes or no, where that was asked; the days, where “when” was. Days that are told from
 * another day (“the day before”, “last Friday”) count from the day of the turn that is cited first, and are added to the
 * text.
 *
 * @returns Undefined where it says that there is no answer.
 */
export function answerText(
  answer: string,
  { kind, referenceDay, cited }: AnswerTextOptions,
): AnswerText | undefined {
  const text = answer.trim().replace(/^(["“])(.*)["”]$/su, '$2')
  if (!/[\p{L}\p{N}]/u.test(text) || saysNone(text, cited)) return undefined
  const polarity = kind === 'yes-no' ? polarityOf(text) : undefined
  if (kind !== 'date') return { text, date: undefined, polarity }
  const mention = eventMention(
    resolveMentions(text, { saidDay: (cited[0]?.citation.day ?? referenceDay) as DayRange['first'] }),
  )
  if (mention === undefined) return { text, date: undefined, polarity }
  const date = { first: mention.range.first, last: mention.range.last }
  const isRelative = !/\d/u.test(text) && cited.length > 0
  return { text: isRelative ? `${text} (${phraseDays(date)})` : text, date, polarity }
}

/** “It was never found” is an answer where that was said of what is asked about. */
function saysNone(text: string, cited: AnswerTextOptions['cited']): boolean {
  const words = NO_ANSWER.exec(text)?.groups?.never
  if (words === undefined) return NO_ANSWER.test(text)
  return !cited.some(({ citation }) => findQuote(citation.quote, words) !== undefined)
}

/** How models say that there is no answer though they were told to leave it empty. */
const NO_ANSWER = new RegExp(
  [
    '(?:(?:it|this|that|the answer) (?:is |was )?|(?:is |was )?)(?<never>(?:not|never) (?:supported|mentioned|specified|stated|given|said|told|known|available|provided|found|answerable|determined|recorded))\\b',
    '(?:unknown|unspecified|unanswerable|unsupported|n\\/?a|null|none given|not sure)\\W*$',
    '(?:there is )?no (?:answer|information|evidence|records?|mention|data)(?: (?:is|are|was|were|of|that|about|on|to|in|for|given|found|available)\\b|\\W*$)',
    "(?:i )?(?:do not|don['’]t|cannot|can['’]t) (?:know|tell|say|answer|be (?:determined|answered|known))\\b",
    "(?:the |these )?(?:records?|evidence|memor(?:y|ies)) (?:does|do|did)(?: not|n['’]t)\\b",
    'insufficient (?:information|evidence)\\b',
  ]
    .map((way) => `^\\W*${way}`)
    .join('|'),
  'iu',
)

function polarityOf(text: string): 'yes' | 'no' | undefined {
  const said = /^\W*(yes|no)\b/iu.exec(text)?.[1]?.toLowerCase()
  return said === 'yes' || said === 'no' ? said : undefined
}
