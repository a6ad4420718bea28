import { hasNot, isNearly, isNegated, undoing } from '../language/polarity.ts'
import { stem } from '../language/stem.ts'
import { analyse } from '../language/terms.ts'
import { sameName } from './attribution.ts'
import { asksWhetherKept, goneByName, losesAsked } from './had-no-more.ts'
import { kindred } from './kindred.ts'
import { leavesWork } from './occupation.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import { isOwn, type Rated } from './relevance.ts'
import { asksWhetherCouple, tellsParting, toldPartings } from './romance.ts'
import type { Statement } from './statement.ts'
import { tellsOccupation } from './work-words.ts'

type Ground = { readonly claims: readonly Rated[]; readonly claim: Rated; readonly question: Question }

/** What was told after a claim and says that it holds no more: a loss, a parting, a cancellation, the end of a job. */
export function endedSince(
  rated: readonly Rated[],
  { claims, claim, question }: Ground,
): Statement | undefined {
  const later = (all: readonly Rated[]) =>
    all.filter(({ statement }) => compareSaid(statement, claim.statement) > 0)
  const told = rated.map(({ statement }) => statement)
  const gone = asksWhetherKept(question)
    ? (later(rated).find((each) => losesIt(each, question))?.statement ??
      goneByName(told, claim.statement, question))
    : undefined
  const parted = asksWhetherCouple(question.text)
    ? later(rated).find((each) => parts(each, question))
    : undefined
  const dropped = question.asksState ? later(rated).find((each) => dropsHabit(each, question)) : undefined
  const left =
    question.asksState && (ASKS_WORK.test(question.text) || tellsOccupation(claim.statement.text))
      ? later(rated).find(endsWork)
      : undefined
  return (
    gone ??
    left?.statement ??
    parted?.statement ??
    later(claims).find((each) => undoes(each, question))?.statement ??
    dropped?.statement
  )
}

/** “The trip fell through” is said of whoever tells it. */
export const LEAST_ATTRIBUTION_OF_UNDONE = 0.7

/** Whether a question asks if somebody works somewhere or as something. */
export const ASKS_WORK = /\b(?:works?|working|employed|job)\b/iu

/** Told of the past, not of a day to come or another's new job. */
export function endsWork(each: Rated): boolean {
  return leavesWork(each) && ENDED_WORK.test(each.statement.text)
}

/** A choir is quit as well. */
const ENDED_WORK =
  /\b(?:let me go|laid (?:me )?off|fired|sacked|dismissed|redundant|lost my job|resigned|retired|(?:quit|left) (?:my|the) (?:job|post|position|role|firm|company)|handed in my notice|gave (?:my )?notice|contract)\b/iu

/** “I shaved off my beard”, “Someone stole my bike”, told after “I have a beard”. */
function losesIt({ statement: { text }, relevance }: Rated, question: Question): boolean {
  return (
    relevance.attribution >= LEAST_ATTRIBUTION_OF_UNDONE &&
    losesAsked(text, question) &&
    !isNegated(text) &&
    !isNearly(text)
  )
}

/** “Ruben and I broke up”, told after “My boyfriend Ruben”, and of nobody else than who is asked about. */
export function parts({ statement, relevance }: Rated, { asked: { persons, aliases } }: Question): boolean {
  const { text, turn, modality } = statement
  if (modality !== 'stated') return false
  const named = toldPartings(text)
  if (named.length === 0) {
    return relevance.attribution >= LEAST_ATTRIBUTION_OF_UNDONE && tellsParting(text)
  }
  return named.some(({ written, name }) => {
    const couple = [name, /^(?:I|we)$/iu.test(written) ? turn.speaker : written]
    return persons.every((person) => couple.some((each) => sameName(each, person, aliases)))
  })
}

/** “The regatta is cancelled” says no to “Did the regatta take place?”, whatever was planned before. */
function undoes({ statement: { text } }: Rated, { terms }: Question): boolean {
  return undoing(text) !== undefined && !hasNot(text) && !asksOfLeaving(text, terms)
}

/** “I cancelled the magazine” ends “I subscribe to the magazine”: all but the verb of the question stands there. */
function dropsHabit(each: Rated, question: Question): boolean {
  const { text } = each.statement
  if (!isOwn(each) || !undoes(each, question) || !FOR_GOOD.test(undoing(text) ?? '')) return false
  const { terms } = each.statement
  const missing = question.terms.filter(({ term }) => ![...terms].some((other) => kindred(term, other)))
  return question.terms.length > 1 && missing.length === 1 && missing[0] === question.terms[0]
}

/** Who skips a lesson or forgets it takes lessons all the same. */
const FOR_GOOD = /^(?:cancel|call|let|expire|lapse|back|pull|off|scrapped)/iu

/** Verbs that say of themselves that something is no more or was not done. */
const LEAVING: ReadonlySet<string> = new Set(
  'quit stop give leave drop sell rid move relocate switch change replace trade swap transfer cancel call skip miss refuse decline turn fail forget avoid lose fall back pull neglect expire lapse scrap stay'
    .split(' ')
    .map(stem),
)

/** Whether a question asks with the verb itself by which a text says that something is no more: “Did she quit smoking?”. */
export function asksOfLeaving(text: string, terms: Question['terms']): boolean {
  const said = new Set(analyse(text))
  return terms.some(({ term }) => LEAVING.has(term) && said.has(term))
}
