import { isAside, isQuestion, sentenceModality } from '../language/modality.ts'
import { analyse } from '../language/terms.ts'
import type { Modality } from '../model/memory-unit.ts'
import { withoutAddress } from './address.ts'
import { isAnimate, isPersonStem } from './animate.ts'
import { boundedMemo } from './bounded-memo.ts'
import { opensCaption } from './caption.ts'
import { type Clause, clauses } from './clauses.ts'
import { type Subject, subjectOf } from './subject.ts'

/** What a clause states, as far as its passage alone tells. */
export type Stated = {
  /** The clause, verbatim. */
  readonly text: string
  /** The sentence in which it stands, verbatim. */
  readonly sentence: string
  /** Where the clause begins in its passage, in UTF-16 code units. */
  readonly start: number
  readonly modality: Modality
  readonly subject: Subject
  readonly terms: ReadonlySet<string>
  /** The name that a pronoun subject most likely stands for. */
  readonly antecedent: string | undefined
}

/** Some megabytes with what is made of them: the evidence that a bank's questions find again and again. */
const REMEMBERED_CHARACTERS = 500_000
/** Some ten megabytes: the words of as many episodes as a question opens at most. */
const REMEMBERED_TERMS_CHARACTERS = 1_000_000

/**
 * Takes a passage apart into what its clauses state, in the order of the text; what only asks is left out.
 *
 * Remembered for the passages that were read last: the evidence of a question is read when it is ranked and again when it
 * is answered, and the next question finds much of it again.
 *
 * @param people Names of people, lower case.
 */
export function readPassage(passage: string, people: ReadonlySet<string>): readonly Stated[] {
  return remembered(passage, [...people].sort().join('\n'), () => read(passage, people))
}

const remembered = boundedMemo<readonly Stated[]>(REMEMBERED_CHARACTERS)

/** The terms of a text as a set, remembered likewise. */
export function termSet(text: string): ReadonlySet<string> {
  return rememberedTerms(text, '', () => new Set(analyse(text)))
}

const rememberedTerms = boundedMemo<ReadonlySet<string>>(REMEMBERED_TERMS_CHARACTERS)

function read(passage: string, people: ReadonlySet<string>): readonly Stated[] {
  let antecedent: string | undefined
  let before: Clause | undefined
  let relative: Subject | undefined
  const found: Stated[] = []
  let whole: ReadSentence | undefined
  const mayHaveCaption = passage.includes('[image:')
  for (const clause of clauses(passage)) {
    const text = passage.slice(clause.start, clause.end)
    // Once for all of its clauses: a line of data may be one sentence of thousands.
    if (whole?.start !== clause.sentence.start) whole = readSentence(passage, clause.sentence)
    const { sentence, isStatement, modality } = whole
    const own = subjectOf(QUOTED.exec(text)?.groups?.who ?? text.replace(REPORTING, ''), people)
    const subject = own.kind === 'pronoun' && antecedent === undefined ? (relative ?? own) : own
    const name = nameIn(subject)
    const speaksOf = name !== undefined && withoutAddress(text).includes(name) ? name : undefined
    const terms = analyse(text)
    if (isStatement && terms.length > 0) {
      found.push({
        text,
        sentence,
        start: clause.start,
        modality,
        subject,
        terms: new Set([
          ...terms,
          // Whoever asks for the picture that somebody shared asks for what its caption says.
          ...(mayHaveCaption && opensCaption(passage.slice(0, clause.start)) ? CAPTION_TERMS : []),
          ...(REFERRING.test(text) ? meant(clause, before, passage) : []),
          // “He collects stamps”, where he is my father, tells of my father.
          ...(own === subject || subject.kind !== 'noun' ? [] : analyse(subject.nouns.join(' '))),
        ]),
        antecedent,
      })
    }
    antecedent = NAMED_SO.exec(text)?.groups?.name ?? speaksOf ?? antecedent
    // “My father is 79 and he still cycles”: “he” is the father.
    if (subject.kind === 'noun') relative = isRelative(subject) ? subject : undefined
    else if (name === undefined) relative = relativeNamed(text) ?? relative
    before = clause
  }
  return found
}

/** “‘I hate Mondays’, said my boss”: who is quoted speaks of themselves. */
const QUOTED =
  /^\W*["“‘«][^"”»]+["”’»][,.!]?\s+(?:(?:said|says|cried|told|replied|answered|shouted|joked|wrote)\s+(?<who>(?!I\b|me\b)\p{L}[^,.;:!?]*))\W*$/u

const CAPTION_TERMS = analyse('photo image shared')

/** “It turns out I'm not allergic”: what is told comes behind. */
const REPORTING =
  /^\W*(?:and |but |so |well,? )?(?:(?:it )?(?:turns|turned) out(?:,? that)?|it (?:seems|appears|looks like)(?: that)?|the (?:thing|truth|fact) is(?:,? that)?),?\s+(?=\p{L})/iu

type ReadSentence = {
  readonly start: number
  readonly sentence: string
  readonly isStatement: boolean
  readonly modality: Modality
}

function readSentence(passage: string, { start, end }: Clause['sentence']): ReadSentence {
  const sentence = passage.slice(start, end)
  const isStatement = !isQuestion(sentence) && !isReply(sentence)
  return { start, sentence, isStatement, modality: sentenceModality(sentence) }
}

/** “He is called Biscuit, and he is two”: from here on “he” is Biscuit. */
const NAMED_SO =
  /\b(?:(?:is|was|are|were|['’]s) (?:called|named)|names? (?:is|was)|name['’]s|(?:called|named|christened) (?:him|her|it)|(?:an?|my|our|the) \p{Ll}+ (?:called|named))\s+["“‘']?(?<name>\p{Lu}[\p{L}\p{N}'’-]*)/u

/** “Congrats on the promotion!”, “Cool, John!”: what answers somebody else tells nothing. */
function isReply(sentence: string): boolean {
  return (
    isAside(sentence) || (REPLY.test(sentence) && !/\b(?:I|I['’]\p{L}+|my|me|we|our|us)\b/u.test(sentence))
  )
}

const REPLY =
  /^\W*(?:have (?:fun|an? (?:\p{L}+ ){0,2}(?:time|trip|day|weekend|week|evening|night|holiday|vacation|flight|one))\b|enjoy (?:your|yourself)|safe (?:travels|trip|journey)|happy (?:birthday|anniversary)|merry christmas|get well|take care|congrat\p{L}*|wow|good luck|way to go|well done|sounds (?:like|so|really|good|great|fun)|(?:glad|happy|sorry|good|great|nice) to hear|talk to you|(?:cool|right|yeah|yes|nice|great|awesome|amazing|wonderful),? (?:it|that|\p{Lu}\p{Ll}+\W*$)|that['’]s (?:so |really |such )?(?:an? )?(?:great|awesome|amazing|cool|nice|lovely|wonderful|fantastic|good|inspiring)\b)/iu

/** “Camping has grown on me, I love it”: what “it” means stands in the clause before. */
const REFERRING = /\b(?:it|them)\b/iu

function meant({ sentence }: Clause, before: Clause | undefined, passage: string): readonly string[] {
  if (before === undefined || before.sentence.start !== sentence.start) return []
  return analyse(passage.slice(before.start, before.end)).filter((term) => !isPersonStem(term))
}

function isRelative({ owner, ownerName, nouns }: Extract<Subject, { kind: 'noun' }>): boolean {
  return (owner !== undefined || ownerName !== undefined) && nouns.slice(0, 2).some(isAnimate)
}

/** “A gift for my father, he collects stamps”: who is meant by “he” need not have been the subject. */
function relativeNamed(text: string): Subject | undefined {
  const noun = OWN_RELATIVE.exec(text)?.groups?.noun?.toLowerCase()
  if (noun === undefined || !isAnimate(noun)) return undefined
  return { kind: 'noun', nouns: [noun], owner: 'speaker', ownerName: undefined, name: undefined }
}

const OWN_RELATIVE = /\b(?:my|our) (?:\p{Ll}+ )?(?<noun>\p{Ll}[\p{L}-]*)\W*$/iu

function nameIn(subject: Subject): string | undefined {
  if (subject.kind === 'named') return subject.name
  return subject.kind === 'noun' ? subject.name : undefined
}
