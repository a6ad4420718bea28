import { wordKind } from '../language/lexicon.ts'
import { isQuestion } from '../language/modality.ts'
import { tellsChange } from '../language/polarity.ts'
import { sentenceTexts } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'
import { words } from '../language/words.ts'
import { choose } from './choose.ts'
import { namedItems } from './find-items.ts'
import type { Finder } from './finding.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'
import { replacesThing } from './supersede.ts'

/** The statement that carries the answer, in its own words. */
export const findPassage: Finder = (rated, question) => {
  const chosen = choose(rated, question)
  const best = chosen.find((each) => !isOpenEnded(each, question)) ?? chosen[0]
  if (best === undefined) return undefined
  const { statement } = best
  const whole = withEarlier(best, chosen)
  if (whole.length > 1) return { text: whole.map(inWords).join(' · '), support: whole }
  return {
    text: announces(statement, question) || leadsUp(statement) ? withRest(statement) : inWords(statement),
    support: [statement],
  }
}

/** “I also collect bottle caps” adds to what was told before of the same matter: that holds as well. */
export function withEarlier(best: Rated, chosen: readonly Rated[]): [Statement, ...Statement[]] {
  const { statement, relevance } = best
  if (!ADDS.test(statement.text) || relevance.direct < SAME_MATTER) return [statement]
  const earlier = chosen
    .filter(
      (each) =>
        compareSaid(each.statement, statement) < 0 &&
        each.relevance.direct >= relevance.direct &&
        each.relevance.attribution >= relevance.attribution &&
        !tellsChange(each.statement.text),
    )
    .map((each) => each.statement)
  const [first, ...rest] = earlier.slice(0, LIST_LENGTH - 1).toSorted(compareSaid)
  return first === undefined ? [statement] : [first, ...rest, statement]
}

/** From which share of the question a clause tells of its very matter. */
const SAME_MATTER = 0.75
const ADDS = /\b(?:also|as well|too|in addition)\b(?! (?:much|many|\p{L}+ to)\b)/iu

/** “I've got a new number: 555 0199”: what is told stands behind the colon. */
function leadsUp({ text, sentence }: Statement): boolean {
  return sentence.startsWith(text) && /^\s*:\s+\S/u.test(sentence.slice(text.length))
}

/** The whole sentence of a clause that begins it; of a whole sentence the next one too. */
function withRest(statement: Statement): string {
  const { text, sentence } = statement
  const isPart = text.length < sentence.length - 1 && sentence.startsWith(text)
  return isPart ? sentence : withNext(statement)
}

/** “They changed the door code, it is 9036 now”: that it changed is no answer, what follows is. */
function announces({ text, terms }: Statement, question: Question): boolean {
  const of = question.frame.persons.flatMap(analyse)
  return (
    CHANGED.test(text) &&
    [...terms].every(
      (term) =>
        CHANGED_TERMS.has(term) ||
        of.includes(term) ||
        question.terms.some((asked) => kindred(asked.term, term)),
    )
  )
}

const CHANGED = /\b(?:chang|updat|reset|renew|replac|switch)\p{L}*\b/iu
const CHANGED_TERMS: ReadonlySet<string> = new Set(
  analyse('change changed update reset renew replace switch'),
)

/** “What is she allergic to?” is not answered by a clause that stops where the question does: [not the kind I'm allergic to]. */
function isOpenEnded({ statement }: Rated, { text }: Question): boolean {
  const stranded = STRANDED.exec(text)?.[1]?.toLowerCase()
  return stranded !== undefined && STRANDED.exec(statement.text)?.[1]?.toLowerCase() === stranded
}

const STRANDED = /\b(to|with|about|for|at|on|in|of|from|into|after|by|against|over)\s*[.?!…]*\s*$/iu

/** Why: the clause that gives the reason; else the whole sentence. */
export const findReason: Finder = (rated, question) => {
  const chosen = choose(rated, question)
  const giving = chosen.find(({ statement }) => REASON.test(statement.sentence)) ?? chosen[0]
  if (giving === undefined) return undefined
  const { statement } = giving
  if (repeatsTheQuestion(statement, question)) return undefined
  const reason = REASON.exec(statement.sentence)?.[0]
  return { text: reason ?? withNext(statement), support: [statement] }
}

/** “Klara lives in Ghent” gives no reason for living in Ghent; what follows in the turn may. */
function repeatsTheQuestion({ turn, sentence, terms }: Statement, question: Question): boolean {
  if (REASON.test(turn.text) || turn.text.trim() !== sentence.trim()) return false
  const names = question.frame.persons.flatMap(analyse)
  const beside = new Set(analyse(sentence.replace(WITH_WHOM, ' ')))
  return [...terms].every(
    (term) =>
      names.includes(term) || question.terms.some((asked) => kindred(asked.term, term)) || !beside.has(term),
  )
}

/** “… to a man from Ghent”, “… at the fair” tell with whom and where, and not why. */
const WITH_WHOM =
  /\b(?:to|from|with|at|near|in) (?:(?:an?|the|my|our|his|her|their|some) )?(?:\p{L}+ ){0,2}?\p{L}+(?=\s*[.,!]|\s*$|\s+(?:to|from|with|at|in|on)\b)/giu

/** “She can't come. Her daughter is getting married”: the reason follows what it is for. */
function withNext({ sentence, turn, piece }: Statement): string {
  const { start, end } = piece.unit.passage
  const at = turn.text.indexOf(sentence, start)
  const next = at < 0 ? '' : turn.text.slice(at + sentence.length, end)
  const following = sentenceTexts(next)[0]
  return following === undefined || isQuestion(following) ? sentence : `${sentence} ${following}`
}

/** Several persons, places and the like: what the finder reads out of each statement, each once. */
export function findEach(find: Finder): Finder {
  return (rated, question) => {
    const chosen = choose(rated, question)
    const best = chosen[0]
    if (best === undefined) return undefined
    const found = chosen
      .filter(({ relevance }) => relevance.score >= LIST_SHARE * best.relevance.score)
      .flatMap((each) => find([each], question) ?? [])
      .slice(0, LIST_LENGTH)
    const support = found.flatMap((finding) => finding.support).toSorted(compareSaid)
    const [first, ...rest] = support
    if (first === undefined) return find(rated, question) ?? findList(rated, question)
    return { text: [...new Set(found.map(({ text }) => text))].join(' · '), support: [first, ...rest] }
  }
}

/** Several answers: items by their names, else each statement that covers the question about as well as the best, in the order of time. */
export const findList: Finder = (rated, question) =>
  namedItems(rated, question) ?? statementsOfList(rated, question)

const statementsOfList: Finder = (rated, question) => {
  const chosen = withFocus(choose(rated, question).filter(saysSomething), question)
  const best = chosen[0]
  if (best === undefined) return undefined
  const perTurn = new Map<string, Statement>()
  for (const each of chosen) {
    const { relevance } = each
    const heir = question.asksState ? rated.find((other) => replacesThing(other, each)) : undefined
    const { statement } = heir ?? each
    if (relevance.score < LIST_SHARE * best.relevance.score || perTurn.size === LIST_LENGTH) continue
    if (!perTurn.has(statement.turn.id)) perTurn.set(statement.turn.id, statement)
  }
  const support = [...perTurn.values()].toSorted(compareSaid) as [Statement, ...Statement[]]
  return { text: [...new Set(support.map(inWords))].join(' · '), support }
}

/** Where several statements have the wanted noun, others are items only if they say all the rest. */
function withFocus(chosen: readonly Rated[], { frame, terms }: Question): readonly Rated[] {
  const wanted = frame.need.focus === undefined ? [] : analyse(frame.need.focus)
  const rest = terms.map(({ term }) => term).filter((term) => !wanted.includes(term))
  const focused = chosen.filter(({ statement }) => wanted.some((term) => holds(statement, term)))
  // “Which boats does the club have?” is not answered by whatever is told of the club.
  if (focused.length === 0 && rest.length < 2 && frame.persons.length === 0)
    return chosen.filter(({ statement }) => statement.subject.kind === 'speaker')
  if (focused.length < 2) return chosen
  return chosen.filter(
    (each) =>
      focused.includes(each) || (rest.length > 0 && rest.every((term) => holds(each.statement, term))),
  )
}

function holds({ terms }: Statement, term: string): boolean {
  return [...terms].some((other) => kindred(term, other))
}

/** “Kittens, then.” and “More than the first two.” have no verb, and so tell of nothing. */
function saysSomething({ statement: { text, subject } }: Rated): boolean {
  if (subject.kind === 'speaker') return true
  return words(text).some(
    ({ lower }) => isVerb(lower) || /['’](?:s|re|m|ve|d|ll)$/u.test(lower) || /(?:ed|ing)$/u.test(lower),
  )
}

function isVerb(lower: string): boolean {
  return (
    wordKind(lower) === 'verb' ||
    /^(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|will|would)$/u.test(lower)
  )
}

/** From which share of the best score a statement names another item of the list. */
const LIST_SHARE = 0.75
/** Statements that a list names at most. */
const LIST_LENGTH = 6

const REASON =
  /\b(?:because(?: of)?|due to|thanks to|so that|in order to|as a result of|owing to|the reason)\b.*$/isu

/** A clause alone where it is a sentence of its own; a fragment with the sentence that it belongs to; a caption alone. */
export function inWords({ text, sentence, subject, echoed, turn }: Statement): string {
  if (echoed !== undefined) return `“${echoed}” ${sentence}`
  const shown = THIS.test(text) ? CAPTION.exec(turn.text)?.groups?.shown : undefined
  if (shown !== undefined && !text.includes(shown)) return `${text} (${shown})`
  const caption = CAPTION.exec(sentence)
  if (caption?.[0].includes(text)) return text
  const isWhole = subject.kind !== 'none' && text.split(/\s+/u).length >= SHORTEST_CLAUSE_WORDS
  return isWhole ? text : sentence.replace(CAPTION, ' ($<shown>)').trim()
}

/** “Found this in the attic”: what is meant is in the picture. */
const THIS =
  /\b(?:this|these)(?=\s*(?:$|[.,!?]|in|at|on|from|for|last|yesterday|today|with|while)\b|\s*[.,!?]|$)/iu

/** “[image: a photo of a dog]” after the words of a turn. */
const CAPTION = /\s*\[image:\s*(?<shown>[^\]]*)\]?/iu
const SHORTEST_CLAUSE_WORDS = 4
