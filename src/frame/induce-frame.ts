import { contentWords } from '../language/content-words.ts'
import { entityNames } from '../language/entities.ts'
import { isAdjective, wordKind } from '../language/lexicon.ts'
import { type Name, names } from '../language/names.ts'
import { uniqueNames } from '../language/persons.ts'
import { foldText } from '../language/terms.ts'
import type { Day } from '../model/day-range.ts'
import type { History } from '../model/history.ts'
import type { InformationNeed, RecallFrame, TimeCondition } from '../model/recall-frame.ts'
import { groundCue } from '../time/ground.ts'
import { stripCue } from '../time/strip-cue.ts'
import { answerKind } from './answer-kind.ts'
import { askedSentence, openingClause } from './asked-sentence.ts'
import { asksForList, focusOf } from './focus.ts'
import { hopsOf } from './hops.ts'
import { orderOf, orderOfClause } from './order-relation.ts'
import { peopleOf } from './people.ts'

/** Against what a question is read. */
export type FrameContext = {
  /** The bank's days and people. */
  readonly history: History
  /** The local day against which “yesterday” is read. */
  readonly referenceDay: Day
  /** The minute of that day, 0-1439, where it is known. */
  readonly referenceMinute?: number | undefined
  /** How 03/04/2023 is read; undefined: both ways. */
  readonly dateOrder: 'DMY' | 'MDY' | undefined
  /** Who “I” is. */
  readonly asker: string | undefined
  /** Whether the question is asked as time goes by; undefined leaves it to the question and its day, see `GroundOptions`. */
  readonly deixis?: 'live' | undefined
}

/**
 * Turns a question into its recall frame: what is asked, of whom, where, when and in what order.
 *
 * Any text is accepted, be it empty, punctuation, code or another language; of a long one only the first 2,000
 * characters are analysed, and the rest is kept in `question`.
 * @see RaMem, section 3.2
 */
export function induceFrame(question: string, context: FrameContext): RecallFrame {
  const { history, referenceDay, referenceMinute, dateOrder, asker, deixis } = context
  const analysed = question.slice(0, MOST_CHARACTERS)
  const timeless = stripCue(analysed)
  const found = names(timeless, knownPeople(history))
  const people = peopleOf(timeless, { found, history, asker })
  const asked = askedSentence(timeless)
  const need = needOf(asked, timeless)
  const time = groundCue(analysed, {
    history: history.days,
    referenceDay,
    referenceMinute,
    dateOrder,
    deixis,
  })
  const order = orderOf(asked) ?? orderOfClause(openingClause(timeless) ?? '') ?? orderOfNow(time)
  return {
    question,
    need,
    persons: people.persons,
    unknownNames: people.unknown,
    locations: uniqueNames(found.filter((name) => name.kind === 'place').map((name) => name.text)),
    entities: uniqueNames([...entityNames(found), ...quotedTitles(analysed)]),
    topics: topicsOf(need, found),
    order,
    time,
    hops: hopsOf(asked, need, order),
    asker,
    referenceDay,
  }
}

/** [currently], [these days]: time words that give no days and ask for the latest state. */
function orderOfNow(time: TimeCondition): RecallFrame['order'] {
  const isNow =
    time.status === 'ungrounded' && /^(?:currently|nowadays|these days|at the moment)$/i.test(time.cue)
  return isNow ? { relation: 'latest', event: undefined } : undefined
}

/** Characters of a question that are analysed: far above any real question, low enough to bound the time. */
const MOST_CHARACTERS = 2_000
/** Words that say what a question is about; the nouns come first. */
const MOST_TOPICS = 3

function needOf(asked: string, timeless: string): InformationNeed {
  const focus = focusOf(asked)
  return {
    kind: answerKind(asked),
    list: asksForList(asked, focus),
    focus,
    keywords: contentWords(timeless),
  }
}

/** Lower-case names, so that “Will” and “May” are persons in a bank that knows them. */
function knownPeople(history: History): ReadonlySet<string> {
  const written = [...history.speakers, ...history.aliases.flatMap(({ alias, person }) => [alias, person])]
  return new Set(written.map((name) => name.toLowerCase()))
}

function quotedTitles(question: string): readonly string[] {
  return [...question.matchAll(/["“«]([^"”»\n]{2,80})["”»]/gu)].map((match) => match[1]!.trim())
}

function topicsOf(need: InformationNeed, found: readonly Name[]): readonly string[] {
  const named = new Set(found.flatMap((name) => foldText(name.text).split(' ')))
  const nouns = need.keywords.filter((word) => !named.has(foldText(word)) && isNoun(word.toLowerCase()))
  return uniqueNames([...(need.focus === undefined ? [] : [need.focus]), ...nouns]).slice(0, MOST_TOPICS)
}

function isNoun(word: string): boolean {
  const kind = wordKind(word)
  return (
    word.length > 2 &&
    (kind === undefined || kind === 'common') &&
    !isAdjective(word) &&
    !/(?:ing|ed|ly)$/.test(word)
  )
}
