import { stem } from '../language/stem.ts'
import { foldText } from '../language/terms.ts'
import { words } from '../language/words.ts'
import type { Alias } from '../model/history.ts'
import { withoutAddress } from './address.ts'
import { isAnimateStem } from './animate.ts'
import { isCaption, PICTURE } from './caption.ts'
import { reportedIn } from './reported.ts'
import type { Statement } from './statement.ts'
import type { Subject } from './subject.ts'

/** Whom a question is about, and what else it names that may own a statement (“Ann's dog”, “Alma's neighbour”). */
export type Asked = {
  readonly persons: readonly string[]
  /** Who is asked to have done to another what the question's verb says, its stem beside: Jan in “What did Jan give Sofie?”. */
  readonly actor?: { readonly name: string; readonly verb: string } | undefined
  /** Of these, whose somebody or something is: Ana in “Ana's colleague Rob”. */
  readonly owners: readonly string[]
  readonly terms: ReadonlySet<string>
  readonly aliases: readonly Alias[]
  /** Whether it asks for words or views, which may be of anything: “What did she say about running?” */
  readonly asksWhatWasSaid: boolean
}

/** The share from which a statement is that person's own; below it is about somebody else who is merely near. */
export const OWN_STATEMENT = 0.8

/**
 * How surely a statement is about the persons asked for, in [0, 1]: 1 where one of them is its subject, 0 where it is
 * a feeling or deed of somebody else; 1 for a question that names no person.
 */
export function attribution(statement: Statement, asked: Asked): number {
  if (asked.persons.length === 0) return 1
  if (isOfAnotherOwner(statement, asked) || isOfAnotherActor(statement, asked)) return 0
  const reported = asked.asksWhatWasSaid ? undefined : reportedIn(statement)
  const told = reported === undefined ? [statement] : [statement, reported]
  return Math.max(
    ...asked.persons.flatMap((person) => told.map((each) => attributionTo(each, person, asked))),
  )
}

/** “Sofie gave me a scarf” tells what Sofie gave, not what she got. */
function isOfAnotherActor(
  { subject, terms, turn, antecedent }: Statement,
  { actor, persons, aliases }: Asked,
): boolean {
  if (actor === undefined || !terms.has(actor.verb)) return false
  const name =
    subject.kind === 'speaker'
      ? turn.speaker
      : subject.kind === 'named'
        ? subject.name
        : subject.kind === 'pronoun'
          ? antecedent
          : undefined
  if (name === undefined || sameName(name, actor.name, aliases)) return false
  return persons.some((person) => sameName(person, name, aliases))
}

/** “My colleague Rob invited me”, said by Ana, tells nothing of Ben's colleague Rob, by whatever name he goes. */
function isOfAnotherOwner({ turn, text }: Statement, asked: Asked): boolean {
  const { owners, persons, aliases } = asked
  if (owners.length === 0 || owners.length === persons.length || asked.asksWhatWasSaid) return false
  if (!/\b(?:I|me|my|we|us|our)\b/u.test(text)) return false
  return owners.every((owner) => !sameName(turn.speaker, owner, aliases) && !speaksOf(text, owner, aliases))
}

/** “Who gave Teodor a compass?”: the person asked for need not be the subject, and only has to be there. */
export function presence({ turn }: Statement, { persons, aliases }: Asked): number {
  const there = persons.some(
    (person) => sameName(turn.speaker, person, aliases) || mentions(turn.text, person, aliases),
  )
  return there ? 1 : 0
}

/** Whether two ways of writing a name can mean one person: alike, a declared alias, or the first name of the other. */
export function sameName(a: string, b: string, aliases: readonly Alias[]): boolean {
  const left = foldText(canonical(a, aliases))
  const right = foldText(canonical(b, aliases))
  if (left === right) return true
  return isPartOf(left, right) || isPartOf(right, left)
}

function canonical(name: string, aliases: readonly Alias[]): string {
  const folded = foldText(name)
  return aliases.find(({ alias }) => foldText(alias) === folded)?.person ?? name
}

/** [“nora” of “nora okafor”, “okafor” of “nora okafor”] */
function isPartOf(part: string, whole: string): boolean {
  return !part.includes(' ') && whole.split(' ').includes(part)
}

/** The nouns that a phrase is headed by: up to its last person or animal, as the verb may stand among the rest. */
function headNouns(nouns: readonly string[]): readonly string[] {
  const stems = nouns.map(stem)
  const last = stems.findLastIndex(isAnimateStem)
  return last < 0 ? stems : stems.slice(0, last + 1)
}

function attributionTo(statement: Statement, person: string, asked: Asked): number {
  return sameName(statement.turn.speaker, person, asked.aliases)
    ? attributionToSpeaker(statement, asked)
    : attributionToOther(statement, person, asked)
}

function attributionToSpeaker(
  { subject, text, antecedent, turn, reply, start }: Statement,
  { terms, asksWhatWasSaid }: Asked,
): number {
  // What a caption shows is the speaker's where the picture itself is asked for.
  if (PICTURE.some((term) => terms.has(term)) && isCaption({ turn, start })) return 1
  const speaksOfSelf = /\b(?:me|us|i|we|my|our)\b/iu.test(text)
  if (CONJECTURE.test(text)) return 0.3
  if (!speaksOfSelf && !asksWhatWasSaid && isGeneral(subject, text)) return 0.3
  switch (subject.kind) {
    case 'speaker':
      return 1
    case 'noun': {
      if (subject.owner === 'addressee') return 0.2
      const owned = [...headNouns(subject.nouns), ...joinedNouns(text)]
      if (owned.some((noun) => namesTerm(noun, terms))) return isOthers(subject, turn.speaker) ? 0.1 : 1
      if (subject.name !== undefined || owned.some(isAnimateStem)) return 0.1
      if (subject.owner === 'speaker') return 0.9
      return subject.owner === undefined ? 0.7 : 0.3
    }
    case 'named':
      if (namesOwn(text, terms)) return 0.9
      // “Karin and I got divorced” is told of both.
      if (WITH_SELF.test(text)) return 1
      return speaksOfSelf ? 0.5 : 0.1
    case 'pronoun':
      if (namesOwn(text, terms)) return 0.9
      // “They put me on the tunnel project”: nobody was named before, and it happened to the speaker.
      if (reply === undefined && antecedent === undefined && /\b(?:me|us|my|our)\b/iu.test(text)) return 0.9
      return antecedent === undefined ? 0.4 : 0.1
    case 'addressee':
      return 0.2
    case 'none':
      return 0.8
  }
}

const WITH_SELF = /^\W*\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)? and I\b/u

/** “Neither my father nor my mother smokes” is told of both. */
function joinedNouns(text: string): readonly string[] {
  const { one, other } = JOINED.exec(text)?.groups ?? {}
  return one === undefined || other === undefined ? [] : [stem(one), stem(other)]
}

const JOINED =
  /^\W*(?:neither |both |either )?(?:my|our) (?<one>\p{Ll}[\p{L}-]+) (?:and|nor|or) (?:my |our )?(?<other>\p{Ll}[\p{L}-]+)/iu

/** “Vera's son” is no son of the one who speaks of him. */
function isOthers({ ownerName }: Extract<Subject, { kind: 'noun' }>, speaker: string): boolean {
  return ownerName !== undefined && !sameName(ownerName, speaker, [])
}

/** Whether a noun is asked for: all parts of “ex-husband” are. */
function namesTerm(noun: string, terms: ReadonlySet<string>): boolean {
  return terms.has(noun) || (noun.includes('-') && noun.split('-').every((part) => terms.has(stem(part))))
}

/** “I bet they bring lots of joy”, “I'm sure you will”: the speaker guesses, and about others. */
const CONJECTURE =
  /^\W*(?:and |but |so |yeah,? )*i(?:['’]m| am)? (?:bet|guess|hope|am sure|sure|suppose|can (?:only |just )?imagine|imagine) (?:that )?(?:you|your|they|their|it|that|those|he|she)\b/iu

/** “Pixel is my parrot” is told of the parrot's owner as well. */
function namesOwn(text: string, terms: ReadonlySet<string>): boolean {
  const owned = /\b(?:is|was|are|were|['’]s) (?:my|our) (?<noun>(?:\p{L}+ )?\p{L}+)/iu.exec(text)?.groups
    ?.noun
  return owned?.split(' ').some((noun) => terms.has(stem(noun.toLowerCase()))) ?? false
}

/** “Running can really boost your mood”, “Plants make a room brighter”, “I bet they love it”: said of everybody, or of others. */
function isGeneral(subject: Statement['subject'], text: string): boolean {
  if (SAID_OF_ALL.test(text)) return true
  return subject.kind !== 'speaker' && subject.kind !== 'addressee' && /\byour?\b/iu.test(text)
}

const SAID_OF_ALL = new RegExp(
  [
    // A deed as the subject; “Loving it” and “Going to the fair” have the speaker as theirs.
    '^\\W*(?:\\p{L}+ly )?\\p{L}{2,}ing\\b(?:(?!\\b(?:and|but|because|so)\\b)[^,.;:!?])*?\\s(?:can|could|will|is|are|helps?|makes?|takes?|brings?|gives?|keeps?|means|feels)\\b',
    // Things in general: a bare plural with its verb.
    '^\\W*(?:plus |and |yeah,? )?(?!kids\\b|folks\\b)(?:\\p{L}+ )?\\p{Ll}{2,}[^\\Ws]s (?:can|help|make|bring|give|keep|are (?!\\p{L}+ing\\b))',
  ].join('|'),
  'iu',
)

function attributionToOther(statement: Statement, person: string, { terms, aliases }: Asked): number {
  const { subject, text, turn, antecedent } = statement
  const named = speaksOf(text, person, aliases)
  switch (subject.kind) {
    case 'named':
      if (sameName(subject.name, person, aliases)) return 1
      // “Anna Holm rents the loft” does not speak of Anna Berg.
      if (subject.name.includes(' '))
        return speaksOf(text.replace(subject.name, ' '), person, aliases) ? 0.6 : 0
      break
    case 'noun': {
      if (subject.name !== undefined && sameName(subject.name, person, aliases)) return 1
      const ownedByPerson = subject.ownerName !== undefined && sameName(subject.ownerName, person, aliases)
      const owned = headNouns(subject.nouns)
      if (ownedByPerson) {
        if (owned.some((noun) => namesTerm(noun, terms))) return 1
        return owned.some(isAnimateStem) ? 0.1 : 0.9
      }
      if (subject.owner === 'other' && antecedent !== undefined && sameName(antecedent, person, aliases)) {
        if (owned.some((noun) => namesTerm(noun, terms))) return 1
        return owned.some(isAnimateStem) ? 0.1 : 0.9
      }
      break
    }
    case 'pronoun':
      if (antecedent !== undefined && sameName(antecedent, person, aliases)) return 0.9
      break
    case 'addressee':
      if (mentions(turn.text, person, aliases)) return 0.8
      break
    case 'speaker':
    case 'none':
      break
  }
  return named ? 0.6 : 0
}

/** Whether a text names a person and does not merely address them: “Yeah, Ana, my family is great”. */
function speaksOf(text: string, person: string, aliases: readonly Alias[]): boolean {
  return mentions(withoutAddress(text), person, aliases)
}

/** Whether a text names a person, by any word of the name or by an alias. */
export function mentions(text: string, person: string, aliases: readonly Alias[]): boolean {
  return namesWritten(text, [person], aliases).length > 0
}

/** The ways in which a text writes the given persons' names, as written. */
function namesWritten(
  text: string,
  persons: readonly string[],
  aliases: readonly Alias[],
): readonly string[] {
  const parts = new Set(
    persons.flatMap((person) => [
      ...foldText(person).split(/\s+/u),
      ...aliases.filter((each) => sameName(each.person, person, [])).map(({ alias }) => foldText(alias)),
    ]),
  )
  return words(text)
    .filter(({ text: word }) => parts.has(foldText(word)))
    .map(({ text: word }) => word)
}
