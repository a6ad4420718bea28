import { names } from '../language/names.ts'
import { stem } from '../language/stem.ts'
import { analyse, foldText } from '../language/terms.ts'
import { LEAST_ATTRIBUTION } from './choose.ts'
import type { Finding } from './finding.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import { meets } from './required.ts'
import type { Statement } from './statement.ts'

/**
 * The items of a list where they go by names: those that the wanted noun heads (“the Lantern Regatta” for “which
 * regattas”), else those that it stands with (“our stall at the Spring Fair” for “which stalls”); each once, in the
 * order of time.
 */
export function namedItems(rated: readonly Rated[], question: Question): Finding | undefined {
  const { focus } = question.frame.need
  const wanted = focus === undefined ? [] : analyse(focus)
  if (wanted.length === 0) return undefined
  const telling = rated.filter((each) => tells(each, wanted, question))
  const headed = itemsOf(telling, ({ text }) => namesHeadedBy(text, wanted))
  const items = headed.length > 0 ? headed : itemsOf(telling, ({ text }) => nounsWithName(text, wanted))
  if (items.length === 0 || (headed.length === 0 && items.length < LEAST_ITEMS)) return undefined
  const inTime = items.toSorted((a, b) => compareSaid(a.statement, b.statement))
  const [first, ...rest] = inTime.map(({ statement }) => statement)
  return { text: inTime.map(({ text }) => text).join(' · '), support: [first!, ...rest] }
}

/** One alone is no list, unless its own name says that it is what is asked for. */
const LEAST_ITEMS = 2

/** Words of taking part: whoever rowed in a regatta tells of the regatta, not of the rowing. */
const TAKING_PART: ReadonlySet<string> = new Set(
  'row race run sail ski swim play sing compete perform take part attend join enter visit go have hold host do sell see watch be crew team club family group band choir class friend'
    .split(' ')
    .map(stem),
)

/** Whether a statement can name an item: told of the right person, no fancy, and with all that narrows the question. */
function tells({ statement, relevance }: Rated, wanted: readonly string[], question: Question): boolean {
  if (relevance.attribution < LEAST_ATTRIBUTION || statement.modality === 'hypothetical') return false
  if (/\b(?:has|have|had|did|was|were)\b/iu.test(question.text) && !hasHappened(statement)) return false
  const narrowing = question.terms
    .map(({ term }) => term)
    .filter((term) => !TAKING_PART.has(term) && !wanted.some((each) => kindred(each, term)))
  return (
    meets(statement, question.required) &&
    narrowing.every((term) => [...statement.terms].some((other) => kindred(term, other)))
  )
}

/** What is planned, lies ahead or comes every year was not yet done. */
function hasHappened({ modality, piece, day }: Statement): boolean {
  const { eventTime, recurrence } = piece.unit.context
  if (modality === 'planned' || recurrence !== undefined) return false
  return eventTime === undefined || eventTime.first <= day
}

type Item = { readonly text: string; readonly statement: Statement }

/** The best statement of each item. */
function itemsOf(
  rated: readonly Rated[],
  read: (statement: Statement) => readonly string[],
): readonly Item[] {
  const items = new Map<string, Item>()
  for (const { statement } of rated) {
    for (const text of read(statement)) {
      const key = foldText(text.replace(/^.*?(?=\p{Lu})/u, ''))
      if (!items.has(key)) items.set(key, { text, statement })
    }
  }
  return [...items.values()]
}

function namesHeadedBy(text: string, wanted: readonly string[]): readonly string[] {
  return names(text)
    .map(({ text: name }) => name.replace(/^The /u, ''))
    .filter((name) => name.includes(' '))
    .filter((name) => wanted.some((each) => kindred(each, stem(foldText(name.split(' ').at(-1)!)))))
}

const PROPER = "\\p{Lu}[\\p{L}'’.-]*(?: \\p{Lu}[\\p{L}'’.-]*)*"
const NOUN_WITH_NAME = new RegExp(
  `\\b(?<noun>\\p{Ll}[\\p{L}-]*) (?:at|in|on|for|with|from|of|to) (?:the )?(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b)${PROPER}(?: (?:on|in|at) (?:the )?(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b)${PROPER})?`,
  'gu',
)

function nounsWithName(text: string, wanted: readonly string[]): readonly string[] {
  return [...text.matchAll(NOUN_WITH_NAME)]
    .filter(({ groups }) => wanted.includes(stem(foldText(groups!.noun!))))
    .map(([phrase]) => phrase.replace(/[.']+$/u, ''))
}
