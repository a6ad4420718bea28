import { resolvePerson } from '../language/known-persons.ts'
import { wordKind } from '../language/lexicon.ts'
import type { Name } from '../language/names.ts'
import { uniqueNames } from '../language/persons.ts'
import { isStopWord } from '../language/stop-words.ts'
import { foldText } from '../language/terms.ts'
import type { History } from '../model/history.ts'
import { withoutPoliteness } from './asked-sentence.ts'

export type PeopleOfQuestion = {
  /** Canonical names, each once, in order of mention; the asker last. */
  readonly persons: readonly string[]
  /** Names of the question, as written, that no person of the bank has. */
  readonly unknown: readonly string[]
}

/**
 * Whom a question is about.
 *
 * @param found The proper names of the question.
 * @param asker Who “I” is; undefined where nobody says, and then “I” is nobody.
 */
export function peopleOf(
  question: string,
  {
    found,
    history,
    asker,
  }: { readonly found: readonly Name[]; readonly history: History; readonly asker: string | undefined },
): PeopleOfQuestion {
  const persons: string[] = []
  const unknown: string[] = []
  const spoken: Name[] = []
  for (const name of found) {
    const known = withoutParts(resolvePerson(name.text, history))
    persons.push(...known)
    if (known.length > 0) spoken.push(name)
    if (known.length === 0 && couldBePerson(question, name) && !isQuoted(question, name))
      unknown.push(name.text)
  }
  persons.push(...uncapitalised(blanked(question, spoken), history), ...addressed(question, history))
  if (asker !== undefined && FIRST_PERSON.test(withoutPoliteness(question))) persons.push(asker)
  return { persons: uniqueNames(persons), unknown: uniqueNames(unknown) }
}

/** “Maribel” is who is meant by “Maribel Quist”, if both could be: one person, not two. */
function withoutParts(known: readonly string[]): readonly string[] {
  const folded = known.map(foldText)
  return known.filter(
    (_, i) => !folded.some((other) => other.split(' ').length > 1 && isPart(folded[i]!, other)),
  )
}

function isPart(part: string, whole: string): boolean {
  return part !== whole && whole.split(' ').includes(part)
}

/** What was read as a name is not read again: “Ines” in “Ines Hallam” is no second person. */
function blanked(question: string, spoken: readonly Name[]): string {
  return spoken.reduce(
    (text, { start, end }) => `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`,
    question,
  )
}

/** The asker alone: what “we” did may have been told by any of us. */
const FIRST_PERSON = /\b(?:I|me|my|mine|myself)\b|\b[Ii]['’](?:m|ve|d|ll)\b/
/**
 * What an assistant is asked to repeat: “what did you recommend”, “you told me”. “Can you recommend …” asks for something
 * new, for which it is the asker's own words that count.
 */
const ADDRESSED =
  /\b(?:did|have) you\b|(?<!\b(?:can|could|would|will|please) )\byou (?:said|told|mentioned|recommended|suggested|gave|listed|provided|shared|explained|described|wrote|proposed|advised|offered|recommend|suggest|mention)\b|\byour (?:suggestions?|recommendations?|advice|list|answer|reply|response)\b/i
const ASSISTANT = /^(?:assistant|ai|bot|chatbot|agent)$/

/**
 * Whether a name that nobody has is somebody's. Places, organisations, acronyms, compound and numbered things
 * (“Flat 1603”, “Door Dash”) are none, nor is a word before the noun that it describes (“Himalayan trek”).
 */
function couldBePerson(question: string, name: Name): boolean {
  if (name.kind === 'person') return true
  if (/\b(?:during|what|which|how many) $/i.test(question.slice(0, name.start))) return false
  if (name.kind !== 'other' || !/^\p{Lu}[\p{Ll}\p{M}'’]+$/u.test(name.text)) return false
  if (
    /\b(?:did|does|do|has|have|had|is|was|are|were|will|would|can|could|should) $/i.test(
      question.slice(0, name.start),
    )
  )
    return true
  const next = /^ (\p{Ll}+)/u.exec(question.slice(name.end))?.[1]
  if (next === undefined || isStopWord(next) || /ly$/.test(next)) return true
  const kind = wordKind(next)
  return kind === 'verb' || kind === 'function'
}

function isQuoted(question: string, { start, end }: Name): boolean {
  return /["“‘«']/.test(question.charAt(start - 1)) && /["”’»',.?!]/.test(question.charAt(end))
}

/** Speakers and nicknames that stand in small letters: “does the guest play”, “what did melanie paint”. */
function uncapitalised(question: string, history: History): readonly string[] {
  const folded = foldText(question)
  const known = uniqueNames([
    ...history.speakers,
    ...history.persons.slice(0, MOST_PERSONS),
    ...history.aliases.map(({ alias }) => alias),
  ])
  return known.flatMap((name) => (standsIn(foldText(name), folded) ? resolvePerson(name, history) : []))
}

/** Persons of the bank that are looked for in small letters, most mentioned first. */
const MOST_PERSONS = 2_000

function standsIn(name: string, question: string): boolean {
  for (let at = question.indexOf(name); at >= 0 && name.length >= 2; at = question.indexOf(name, at + 1)) {
    const isWhole = !isLetter(question, at - 1) && !isLetter(question, at + name.length)
    if (isWhole && (!isOrdinary(name) || /\bthe $/.test(question.slice(Math.max(0, at - 4), at)))) return true
  }
  return false
}

function isLetter(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at))
}

/** “will”, “mark”, “guest”: in small letters a person only after “the”. */
function isOrdinary(name: string): boolean {
  if (name.includes(' ')) return false
  const kind = wordKind(name)
  return (
    isStopWord(name) ||
    name.length < 3 ||
    kind === 'verb' ||
    kind === 'function' ||
    kind === 'month' ||
    kind === 'exclamation' ||
    kind === 'common'
  )
}

function addressed(question: string, history: History): readonly string[] {
  return ADDRESSED.test(question)
    ? history.speakers.filter((speaker) => ASSISTANT.test(foldText(speaker)))
    : []
}
