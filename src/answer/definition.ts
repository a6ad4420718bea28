import { foldText } from '../language/terms.ts'
import { isAnimate } from './animate.ts'
import { sameName } from './attribution.ts'
import { inWords } from './find-passage.ts'
import type { Finder, Finding } from './finding.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** Whom or what a question wants defined: “Ledger” in “Who is Ledger?”; undefined where it asks for more. */
export function definedName(question: string): string | undefined {
  return ASKED.exec(question)?.groups?.name
}

const ASKED =
  /^\W*(?:[Aa]nd |[Ss]o )?(?:[Ww]ho|[Ww]hat)(?:['’]s|\s+(?:is|are|was|were))\s+(?:the\s+)?(?<name>\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+\p{Lu}[\p{L}\p{N}'’.-]*){0,3}?)\s*[?.!]*\s*$/u

/**
 * Who or what somebody is: the person whose nickname it is, else the words that say what they are or whose. A name that
 * merely stands near tells nothing.
 */
export const findDefinition: Finder = (rated, question) => {
  const name = definedName(question.text)
  if (name === undefined) return undefined
  const nickname = byNickname(name, rated, question)
  if (nickname !== undefined) return nickname
  for (const define of DEFINITIONS) {
    for (const { statement } of rated) {
      const text = define(statement, name, question)
      if (text !== undefined) return { text, support: [statement] }
    }
  }
  return undefined
}

function byNickname(name: string, rated: readonly Rated[], { asked }: Question): Finding | undefined {
  const folded = foldText(name)
  const known = asked.aliases.find(
    ({ alias, person }) => foldText(alias) === folded && foldText(person) !== folded,
  )
  if (known === undefined) return undefined
  const all = rated.map(({ statement }) => statement)
  const telling =
    all.find(({ turn, text }) => turn.id === known.source && text.includes(name)) ??
    all.find(({ text }) => text.includes(name))
  return telling && { text: known.person, support: [telling] }
}

type Define = (statement: Statement, name: string, question: Question) => string | undefined

/** From what says it outright to what says it in passing. */
const DEFINITIONS: readonly Define[] = [isSomething, ownedNoun, ownWords, calledSo, byFragment, ageOf]

const ARTICLE = "(?:a|an|the|my|our|his|her|their|one of|\\p{Lu}[\\p{L}'’-]*['’]s)"

/** “Ledger is Maribel's cat”, “Jonas, our baker, …”, and “He was captain of the club” where “he” is who was named. */
function isSomething(statement: Statement, name: string, { asked }: Question): string | undefined {
  const { text, antecedent } = statement
  const said = escaped(name)
  const outright = new RegExp(
    `(?<![\\p{L}])${said}(?:,[^,]*,)?(?:,? who)?(?: is| was|['’]s) (?:${ARTICLE}\\s+(?!bit\\b|lot\\b)|\\p{Ll}+ of )|(?<![\\p{L}])${said}, (?:a|an|my|our|his|her|their|\\p{Lu}[\\p{L}'’-]*['’]s) \\p{Ll}`,
    'u',
  )
  if (outright.test(text)) return inWords(statement)
  const isMeant = antecedent !== undefined && sameName(antecedent, name, asked.aliases)
  return isMeant &&
    /^\W*(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey)(?: is| was| are|['’]s|['’]re) (?:(?:a|an|the|my|our)\b|\p{Ll}+ of )/u.test(
      text,
    )
    ? inWords(statement)
    : undefined
}

/** “my brother Chidi” said by Nora → “Nora's brother”; “the narrowboat Second Helping” → “the narrowboat”. */
function ownedNoun(statement: Statement, name: string, { frame }: Question): string | undefined {
  const { text, turn, antecedent } = statement
  const match = new RegExp(
    `\\b(?<owner>[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[Aa]n?|(?!(?:That|It|He|She|There|Here|What|Who)['’])\\p{Lu}[\\p{L}-]*['’]s) (?<noun>(?:\\p{Ll}[\\p{L}-]* ){0,2}\\p{Ll}[\\p{L}-]*),? (?:called |named )?["“‘']?${escaped(name)}(?![\\p{L}])`,
    'u',
  ).exec(text)
  const owner = match?.groups?.owner?.toLowerCase()
  const noun = match?.groups?.noun
  if (owner === undefined || noun === undefined) return undefined
  const head = noun.split(' ').at(-1) ?? noun
  const isPerson = frame.persons.some((person) => sameName(person, name, []))
  if (isPerson && !isAnimate(head)) return undefined
  if (NO_NOUN.test(noun)) return undefined
  if (owner === 'my' || owner === 'our') return `${turn.speaker}'s ${noun}`
  // “Her husband” says nothing without whose; where nobody was named before, the whole statement says most.
  if (/^(?:his|her|their)$/u.test(owner))
    return antecedent === undefined || sameName(antecedent, name, [])
      ? inWords(statement)
      : `${antecedent}'s ${noun}`
  return `${match!.groups!.owner} ${noun}`
}

const NO_NOUN =
  /\b(?:in|on|at|to|with|and|by|from|of|for|that|named|called|is|are|was|were|be|been|has|have|had|will|would|can|could|do|does|did)\b/u

/** What somebody says of themselves: “I am Lindqvist”, “I'm a night nurse”. */
function ownWords(statement: Statement, name: string, { asked }: Question): string | undefined {
  const { text, turn } = statement
  if (new RegExp(`\\bI(?: am|['’]m) ${escaped(name)}(?![\\p{L}])`, 'u').test(text) && turn.speaker !== name)
    return turn.speaker
  if (!sameName(turn.speaker, name, asked.aliases)) return undefined
  return /\bI(?: am|['’]m|['’]ve been| have been| work as)(?: now| still| currently)? (?:an? (?!bit\b|lot\b|little\b|few\b)|the )\p{Ll}/u.test(
    text,
  )
    ? inWords(statement)
    : undefined
}

/** “A coxed four called Marigold”; “My kitten came aboard. His name is Fjord”: with the sentence before. */
function calledSo(statement: Statement, name: string): string | undefined {
  const { sentence, turn } = statement
  const said = escaped(name)
  if (
    new RegExp(`\\b\\p{Ll}+ (?:called|named) ["“‘']?${said}(?![\\p{L}])`, 'u').test(sentence) &&
    !NAMING(said).test(sentence)
  )
    return sentence
  if (!NAMING(said).test(sentence)) return undefined
  const { start } = statement.piece.unit.passage
  const at = turn.text.indexOf(sentence, start)
  const before = /(?<=^|[.!?]\s)[^.!?]+[.!?]\s+$/u.exec(turn.text.slice(0, Math.max(at, 0)))?.[0] ?? ''
  return `${before}${sentence}`
}

const NAMING = (said: string) =>
  new RegExp(
    `\\b(?:name is|name was|(?:called|named|call|christened) (?:him|her|it|them)|(?:is|are|was|be) (?:called|named)) (?:the )?["“‘']?${said}(?![\\p{L}])`,
    'u',
  )

/** “… engaged to Petra Hallam. Ines's sister!” */
function byFragment({ sentence, turn }: Statement, name: string): string | undefined {
  const at = turn.text.indexOf(sentence)
  if (at < 0 || !sentence.includes(name)) return undefined
  const next = turn.text.slice(at + sentence.length)
  return /^\s+(?<said>(?:\p{Lu}[\p{L}-]*['’]s|[Mm]y|[Oo]ur|[Aa]n?) \p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)?)[.!]/u.exec(
    next,
  )?.groups?.said
}

function ageOf(statement: Statement, name: string): string | undefined {
  return new RegExp(
    `(?<![\\p{L}])${escaped(name)} is (?:\\d|one|two|three|four|five|six|seven|eight|nine|ten)`,
    'u',
  ).test(statement.text)
    ? statement.sentence
    : undefined
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}
