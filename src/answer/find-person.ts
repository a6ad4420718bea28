import { names } from '../language/names.ts'
import { foldText } from '../language/terms.ts'
import { withoutAddress, withoutListeners } from './address.ts'
import { attribution, OWN_STATEMENT, sameName } from './attribution.ts'
import { choose } from './choose.ts'
import { inWords } from './find-passage.ts'
import type { Finder, Finding } from './finding.ts'
import { holderNow } from './holder.ts'
import { type AskedBond, askedBond, bindsOthers, boundTo, tellsNoBond, unbinds } from './kin.ts'
import { mayBeWhoItIs } from './names-somebody.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import { reportedIn } from './reported.ts'
import type { Statement } from './statement.ts'
import { otherParty } from './transfer.ts'

/**
 * Who: whoever is what is asked to the person asked about; else the subject of the statement with those who stand beside
 * it, or whoever else it names where the subject is the person asked about.
 */
export const findPerson: Finder = (rated, question) => {
  const bond = askedBond(question.text, question.asked.persons)
  const bound = bond && findBound(bond, rated, question)
  if (bound !== undefined) return bound
  const holder = holderNow(rated, question)
  if (holder !== undefined) return { text: holder.name, support: [holder.statement] }
  for (const { statement } of rated) {
    const party = statement.modality === 'stated' ? otherParty(statement, question) : undefined
    if (party !== undefined) return { text: party, support: [statement] }
  }
  const chosen = choose(rated, question).filter(
    (each) =>
      bond === undefined ||
      (!bindsOthers(bond, each.statement, question.asked.aliases) &&
        !tellsNoBond(each.statement, ASKS_PAST.test(question.text)) &&
        boundTo(bond, each.statement, question.asked.aliases) === undefined &&
        (bond.noun !== 'spouse' || attribution(each.statement, question.asked) >= OWN_STATEMENT)),
  )
  for (const { statement } of chosen) {
    const person = ASKS_WHOSE.test(question.text) ? ownerIn(statement) : personIn(statement, question)
    if (person !== undefined) return { text: person, support: [statement] }
  }
  if (ASKS_WHOSE.test(question.text)) return undefined
  const [best] =
    bond === undefined ? chosen : chosen.filter(({ statement }) => SAYS_WHAT.test(statement.text))
  return best && best.relevance.direct >= TELLING
    ? { text: inWords(best.statement), support: [best.statement] }
    : undefined
}

/** Of several that stand in one bond the one that was told last, if it was not told since that they do so no more. */
function findBound(bond: AskedBond, rated: readonly Rated[], question: Question): Finding | undefined {
  const { aliases } = question.asked
  const all = rated.map(({ statement }) => statement).toSorted((a, b) => -compareSaid(a, b))
  const isOver = (name: string, at: Statement) =>
    !ASKS_PAST.test(question.text) &&
    all.some((each) => compareSaid(each, at) > 0 && unbinds(bond, name, each, aliases))
  for (const statement of all) {
    const text = statement.modality === 'hypothetical' ? undefined : boundTo(bond, statement, aliases)
    if (text !== undefined && !isOver(text, statement)) return { text, support: [statement] }
  }
  return undefined
}

const ASKS_WHOSE = /^\W*whose\b/iu
const ASKS_PAST = /\b(?:was|did)\b/iu

/** “I miss my sister” says nothing of who she is; “My sister is a nurse” does. */
const SAYS_WHAT = /\b(?:is|was|are|were)\b|['’](?:s|re) /u

/** From which share of its own coverage a statement is shown whole where no person could be read out of it. */
const TELLING = 0.75

function personIn(statement: Statement, { asked, text }: Question): string | undefined {
  // “We won” is said of more than who says it.
  if (
    /^\W*we\b/iu.test(statement.text) &&
    /^\W*who\s+(?!did|does|do|is|are|was|were|has|have|will)\p{L}/iu.test(text) &&
    statement.subject.kind === 'speaker'
  )
    return inWords(statement)
  const isAsked = (name: string) => asked.persons.some((person) => sameName(person, name, asked.aliases))
  const recipient = /\b(?:got|gets?|receives?|received)\b/iu.test(text)
    ? RECIPIENT.exec(statement.text)?.[1]
    : undefined
  if (recipient !== undefined && !isAsked(recipient)) return recipient
  const source =
    /\b(?:says?|said|claims?|told|thinks?|thought)\b/iu.test(text) && SOURCE.exec(statement.text)?.[1]
  if (source && !isAsked(source)) return source
  const isBond = askedBond(text, asked.persons) !== undefined
  const told = ASKS_WHO_SAID.test(text) ? statement : (reportedIn(statement) ?? statement)
  const subject = asksForRelation(told, text) || isBond ? undefined : subjectName(told)
  if (subject !== undefined && !isAsked(subject)) return withCompanions(subject, statement, isAsked)
  const folded = foldText(text)
  const others = namesIn(statement).filter(
    (name) =>
      !isAsked(name) && !folded.includes(foldText(name)) && (!isBond || mayBeBound(name, statement.text)),
  )
  const [other] = others
  if (other !== undefined) return withCompanions(other, statement, isAsked)
  if (isBond) return undefined
  // “Who did Petra's mother call?”: “me” is who says so.
  if (ASKS_OBJECT.test(text) && statement.subject.kind !== 'speaker' && ME.test(statement.text)) {
    return statement.turn.speaker
  }
  return relationIn(ASKS_OBJECT.test(text) ? behindSubject(statement) : statement)
}

/** “My nephew Tilo beat my brother”: whom he beat stands behind his name. */
function behindSubject(statement: Statement): Statement {
  const { subject, text } = statement
  const name = subject.kind === 'named' || subject.kind === 'noun' ? subject.name : undefined
  const at = name === undefined ? -1 : text.indexOf(name)
  return at < 0 || name === undefined ? statement : { ...statement, text: text.slice(at + name.length) }
}

const ASKS_WHO_SAID = /\b(?:says?|said|claims?|told|tells?|mention\p{L}*|thinks?|thought)\b/iu
const ASKS_OBJECT = /^\W*who(?:m)? (?:did|does|do|has|have|is|was) /iu
/** The object of the verb, not of what follows it: “called me about her knee”. */
const ME = /^(?:\S+\s+){1,6}?me\b/u

/** “My boss is Tove's sister”, “my boss is Irish” and “Bob, my boss is ill” say of nobody by name who is the boss. */
function mayBeBound(name: string, text: string): boolean {
  const isOwner = new RegExp(`${escaped(name)}['’]s(?!\\p{L})`, 'u').test(text)
  return mayBeWhoItIs(name) && !isOwner && withoutAddress(text).includes(name)
}

/** “According to Uwe the bridge is closed”. */
const SOURCE = /\b[Aa]ccording to (\p{Lu}[\p{L}'’-]+)/u

const PERSON =
  "(?:\\p{Lu}[\\p{L}\\p{M}'’-]*(?: \\p{Lu}[\\p{L}\\p{M}'’-]*)?|[Mm]y \\p{Ll}+(?: \\p{Lu}[\\p{L}\\p{M}'’-]*)?)"
const COMPANY = new RegExp(`(?<![\\p{L}])${PERSON}(?:, ${PERSON})*,? and (?:${PERSON}|I(?![\\p{L}'’]))`, 'gu')

/** “Ines and Dov” of whom Ines was found; “Fritz and I” said by Max names both. */
function withCompanions(name: string, { text, turn }: Statement, isAsked: (name: string) => boolean): string {
  const written = (each: string) =>
    each === 'I' ? turn.speaker : each.replace(/^[Mm]y (?=\p{Ll})/u, `${turn.speaker}'s `)
  for (const [company] of text.matchAll(COMPANY)) {
    const all = company.split(/,? and |, /u).map((each) => written(each.trim()))
    if (!all.includes(name)) continue
    const told = all.filter((each) => !isAsked(each))
    return told.length < 2 ? (told[0] ?? name) : `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`
  }
  return name
}

/** “I gave the lamp to Tilda”: who got it is not who gave it. */
const RECIPIENT = /\b(?:gave|given|give|sent|lent|sold|handed|passed)\b.*\bto (\p{Lu}[\p{L}'’-]+)/u

/** “Who is Rosa's husband?” is not answered by “Rosa's husband”. */
function asksForRelation({ subject }: Statement, question: string): boolean {
  if (subject.kind !== 'noun' || subject.name !== undefined) return false
  const asked = foldText(question)
  return subject.nouns.slice(0, 1).some((noun) => asked.includes(foldText(noun)))
}

function subjectName({ subject, turn, antecedent }: Statement): string | undefined {
  switch (subject.kind) {
    case 'speaker':
      return turn.speaker
    case 'named':
      return subject.name
    case 'noun':
      if (subject.name !== undefined) return subject.name
      return possessed(
        subject,
        subject.owner === 'speaker' ? turn.speaker : (subject.ownerName ?? antecedent),
      )
    case 'pronoun':
      return antecedent
    case 'addressee':
    case 'none':
      return undefined
  }
}

/** “My aunt” said by Alma → “Alma's aunt”; “his aunt” after Jonas → “Jonas's aunt”. */
function possessed(
  { owner, nouns }: Extract<Statement['subject'], { kind: 'noun' }>,
  possessor: string | undefined,
): string | undefined {
  const noun = nouns[0]
  const isOwned = owner === 'speaker' || owner === 'other'
  return isOwned && noun !== undefined && possessor !== undefined ? `${possessor}'s ${noun}` : undefined
}

/** Names of persons, with the title that stands before them. */
function namesIn({ text: said, piece, listeners }: Statement): string[] {
  const text = withoutListeners(said, listeners)
  const people = new Set(piece.unit.context.persons.map((person) => person.toLowerCase()))
  return names(text, people)
    .filter(({ kind, text: name }) => kind === 'person' && !BARE_TITLE.test(name))
    .map(({ text: name, start }) => `${TITLE_BEFORE.exec(text.slice(0, start))?.[0] ?? ''}${name}`)
}

const TITLE_BEFORE = /\b(?:Dr|Mr|Mrs|Ms|Prof|Professor|Aunt|Uncle|Captain|Coach)\.?\s$/u
const BARE_TITLE = /^(?:Dr|Mr|Mrs|Ms|Prof)\.?$/u

/** “with my sister” → “Alma's sister”. */
function relationIn({ text, turn }: Statement): string | undefined {
  const relation =
    /\b(?:my|our)\s+((?:\p{L}+\s+)?(?:sister|brother|mother|mom|mum|father|dad|aunt|uncle|cousin|niece|nephew|son|daughter|wife|husband|partner|girlfriend|boyfriend|friends?|boss|colleagues?|flatmate|roommate|neighbou?rs?|family|parents|grandma|grandpa|grandmother|grandfather|teacher|coach|kids|children|team|mates?))\b/iu.exec(
      text,
    )?.[1]
  return relation === undefined ? undefined : `${turn.speaker}'s ${relation}`
}

function ownerIn(statement: Statement): string | undefined {
  const owner = namesIn(statement).find((name) =>
    new RegExp(`${escaped(name)}['’]s?\\b`, 'u').test(statement.text),
  )
  if (owner !== undefined) return owner
  const ofRelative = /\b(?:my|our) (?<noun>(?:\p{Ll}+ )?\p{Ll}+)['’]s\b/iu.exec(statement.text)?.groups?.noun
  if (ofRelative !== undefined) return `${statement.turn.speaker}'s ${ofRelative}`
  return /\b(?:my|our|mine|ours)\b/iu.test(statement.text) ? statement.turn.speaker : undefined
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}
