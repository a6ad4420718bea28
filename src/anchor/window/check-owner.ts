import { analyse, foldText } from '../../language/terms.ts'
import { isCalled, personsIn } from './people.ts'
import type { ReadUnit } from './read-unit.ts'
import type { ReadSentence, ReadTurn, ReadWindow } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'
import type { Subject } from './subject.ts'

/**
 * Refuses what is told of a third person and stated of the speaker, and what an assistant said and is stated of someone
 * else: [Alma: “My neighbour Jonas hates chess.”] does not say that Alma does.
 */
export function checkOwner(
  unit: ReadUnit,
  { subject, sources, statement, window }: OwnedStatement,
): Refusal | undefined {
  const { name } = subject
  if (subject.isSpeaker && sources.every(isAssistant) && !sources.some(({ turn }) => turn.speaker === name)) {
    if (!/\bassistant\b/i.test(unit.text)) return refusal('words of an assistant', unit.written, name)
  }
  if (!subject.isBare || name === undefined) return undefined
  const foreign = statement.filter(({ of }) => of.turn.speaker !== name)
  if (
    foreign.length === statement.length &&
    foreign.length > 0 &&
    foreign.every((each) => isOfSpeaker(each, unit, name))
  )
    return refusal('words of another speaker', unit.written, name)
  const own = statement.filter(({ of }) => of.turn.speaker === name)
  if (own.length === 0) return undefined
  const { terms } = unit
  const isAlone = unit.persons.every((person) => isCalled(name, person.text))
  const others = own.map((sentence) => othersIn(sentence, terms, { name, window, isAlone }))
  return others.every((other) => other !== undefined)
    ? refusal('words of another speaker', unit.written, others[0] ?? '')
    : undefined
}

export type OwnedStatement = {
  readonly subject: Subject
  readonly sources: readonly ReadTurn[]
  readonly statement: readonly ReadSentence[]
  readonly window: ReadWindow
}

const isAssistant = ({ turn }: ReadTurn) => turn.role === 'assistant'

/**
 * The person whom the clause that says it is about, where that is neither the speaker nor named in the restatement;
 * undefined where there is none.
 */
function othersIn(
  sentence: ReadSentence,
  terms: ReadonlySet<string>,
  { name, window, isAlone }: { name: string; window: ReadWindow; isAlone: boolean },
): string | undefined {
  if (!MAY_NAME_ANOTHER.test(sentence.text)) return undefined
  const clause = clauseSaying(sentence.text, terms)
  const withoutKin = clause.replace(MY_KIN, ' $1 ').replace(TOLD_ME, ' ')
  if (FIRST_PERSON.test(withoutKin) || SECOND_PERSON.test(clause)) return undefined
  const before = beforeSaying(clause, terms)
  const named = personsIn(before, window).filter((person) => !isCalled(name, person.text))
  const kin = before.match(KIN)?.[0]
  const pronoun = isAlone ? before.match(/\b(?:he|she)\b/iu)?.[0] : undefined
  const people = [...named.map(({ text }) => text), ...[kin, pronoun].filter((word) => word !== undefined)]
  if (people.length === 0) return undefined
  const isMentioned = people.some((person) => analyse(person).some((term) => terms.has(term)))
  return isMentioned ? undefined : people[0]
}

/** Whether the clause that says it is what its speaker says of themselves: [Tom loves chess, | I love golf]. */
function isOfSpeaker({ text }: ReadSentence, { terms }: ReadUnit, name: string): boolean {
  // Not by the name, which stands in the clause that tells of the person.
  const own = new Set(analyse(name))
  const clause = clauseSaying(text, new Set([...terms].filter((term) => !own.has(term))))
  const isNamed = foldText(clause).includes(foldText(name.split(/\s+/u)[0]!))
  return (
    /^\W*(?:I|we)\b/.test(clause) && !isNamed && !SECOND_PERSON.test(clause) && !THIRD_PERSON.test(clause)
  )
}

/** The clause that shares most words with the restatement. */
function clauseSaying(sentence: string, terms: ReadonlySet<string>): string {
  const shared = (clause: string) => analyse(clause).filter((term) => terms.has(term)).length
  const clauses = sentence.split(/[,;:()—–]|\b(?:but|and|because|so|while|although|though|when|if)\b/iu)
  return clauses.reduce((best, clause) => (shared(clause) > shared(best) ? clause : best))
}

/** What stands in a clause before the first word that the restatement shares: its subject. */
function beforeSaying(clause: string, terms: ReadonlySet<string>): string {
  const words = [...clause.matchAll(/\S+/gu)]
  const first = words.find(([word]) => analyse(foldText(word)).some((term) => terms.has(term)))
  return first === undefined ? '' : clause.slice(0, first.index)
}

const KINDS_OF_KIN =
  'sister|brother|mother|father|mom|mum|dad|wife|husband|partner|girlfriend|boyfriend|fiancee?|son|daughter|cousin|uncle|aunt|niece|nephew|grandmother|grandfather|grandma|grandpa|friend|neighbou?r|colleague|coworker|boss|manager|teacher|coach|doctor|roommate|flatmate|classmate|teammate|parents|kids?'
const KIN = new RegExp(String.raw`\b(?:${KINDS_OF_KIN})s?\b`, 'iu')
/** A word of kinship, or a capital that does not begin the sentence; spares most sentences the clauses. */
const MAY_NAME_ANOTHER = new RegExp(
  String.raw`\b(?:${KINDS_OF_KIN})s?\b|[\p{L},;:] \p{Lu}\p{L}|^\p{Lu}\p{L}+['’]?`,
  'u',
)
/** “My neighbour” is someone else, though “my” is of the first person. */
const MY_KIN = new RegExp(String.raw`\b(?:my|our)((?: \p{L}+)? (?:${KINDS_OF_KIN})s?)\b`, 'giu')
const FIRST_PERSON = /\b(?:I|me|my|mine|myself|we|us|our|ours)\b/i
/** [Ben told me that he hates golf] tells of Ben. */
const TOLD_ME = /\b(?:told|tells|assured|promised|reminded|informed) (?:me|us)\b/gi
const THIRD_PERSON = /\b(?:he|him|his|she|her|they|them|their|it|this|that)\b/i
const SECOND_PERSON = /\b(?:you|your)\b/i
