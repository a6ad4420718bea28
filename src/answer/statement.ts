import { isAside, isQuestion, sentenceModality } from '../language/modality.ts'
import { analyse } from '../language/terms.ts'
import type { Day } from '../model/day-range.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Modality } from '../model/memory-unit.ts'
import type { Turn } from '../model/turn.ts'
import { dayOfInstant } from '../time/zone.ts'
import { withoutAddress } from './address.ts'
import { isAnimate } from './animate.ts'
import { type Clause, clauses } from './clauses.ts'
import { type Subject, subjectOf } from './subject.ts'

/** One clause of a piece of evidence: the smallest thing that an answer can rest on. */
export type Statement = {
  readonly piece: Evidence
  /** Place of the piece among the evidence, from 0. */
  readonly place: number
  readonly turn: Turn
  /** The clause, verbatim. */
  readonly text: string
  /** The sentence in which it stands, verbatim: what is quoted. */
  readonly sentence: string
  /** Where the clause begins in its turn, in UTF-16 code units. */
  readonly start: number
  /** The day on which it was said, in the bank's time zone. */
  readonly day: Day
  readonly modality: Modality
  readonly subject: Subject
  /** Terms of the clause, of the rest of its passage, and of the question that it replies to. */
  readonly terms: ReadonlySet<string>
  readonly nearTerms: ReadonlySet<string>
  /** Terms of the question that the turn replies to, if it does. */
  readonly askedTerms: ReadonlySet<string>
  /** Terms of all that its speaker said in that session, as far as it is evidence. */
  readonly sessionTerms: ReadonlySet<string>
  /** The name that a pronoun subject most likely stands for. */
  readonly antecedent: string | undefined
}

/**
 * Takes evidence apart into statements, best evidence first, in the order of the text.
 *
 * What only asks is no statement; the question that a turn replies to lends it its words.
 */
export function statementsOf(
  evidence: readonly Evidence[],
  { timeZone, people }: { timeZone: string; people: ReadonlySet<string> },
): readonly Statement[] {
  const byPosition = new Map(evidence.flatMap(({ turns }) => turns.map((turn) => [positionKey(turn), turn])))
  const sessionTerms = termsBySession(evidence)
  return passagesOf(evidence).flatMap(({ piece, place, turn, start, end }) => {
    const passage = turn.text.slice(start, end)
    const asked = byPosition.get(positionKey(turn, -1))
    const askedTerms = new Set(asked !== undefined && endsAsking(asked) ? analyse(asked.text) : [])
    const nearTerms = new Set([...analyse(passage), ...analyse(turn.speaker), ...askedTerms])
    let antecedent: string | undefined
    let before: Clause | undefined
    let relative: Subject | undefined
    const found: Statement[] = []
    for (const clause of clauses(passage)) {
      const text = passage.slice(clause.start, clause.end)
      const sentence = passage.slice(clause.sentence.start, clause.sentence.end)
      const own = subjectOf(text, people)
      const subject = own.kind === 'pronoun' && antecedent === undefined ? (relative ?? own) : own
      const name = nameIn(subject)
      const speaksOf = name !== undefined && withoutAddress(text).includes(name) ? name : undefined
      if (!isQuestion(sentence) && !isReply(sentence) && analyse(text).length > 0) {
        found.push({
          piece,
          place,
          turn,
          text,
          sentence,
          start: start + clause.start,
          day: dayOfInstant(turn.time, timeZone),
          modality: modalityIn(piece, sentence),
          subject,
          terms: new Set([...analyse(text), ...(REFERRING.test(text) ? meant(clause, before, passage) : [])]),
          nearTerms,
          askedTerms,
          sessionTerms: sessionTerms.get(sessionKey(turn)) ?? nearTerms,
          antecedent,
        })
      }
      antecedent = NAMED_SO.exec(text)?.groups?.name ?? speaksOf ?? antecedent
      // “My father is 79 and he still cycles”: “he” is the father.
      if (subject.kind === 'noun') relative = isRelative(subject) ? subject : undefined
      before = clause
    }
    return found
  })
}

type Passage = Pick<Statement, 'piece' | 'place' | 'turn'> & { readonly start: number; readonly end: number }

/** What each piece was drawn from: its passage; of a model's unit each of its turns, unless a piece before has it. */
function passagesOf(evidence: readonly Evidence[]): readonly Passage[] {
  const seen = new Set<string>()
  return evidence.flatMap((piece, place) => {
    const { origin, modality, passage } = piece.unit
    if (modality === 'asked') return []
    if (origin === 'turn') {
      seen.add(piece.turns[0].id)
      return [{ piece, place, turn: piece.turns[0], ...passage }]
    }
    const fresh = piece.turns.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh.map((turn) => ({ piece, place, turn, start: 0, end: turn.text.length }))
  })
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
  /^\W*(?:congrat\p{L}*|wow|good luck|way to go|well done|sounds (?:like|so|really|good|great|fun)|(?:glad|happy|sorry|good|great|nice) to hear|talk to you|(?:cool|right|yeah|yes|nice|great|awesome|amazing|wonderful),? (?:it|that|\p{Lu}\p{Ll}+\W*$)|that['’]s (?:so |really |such )?(?:an? )?(?:great|awesome|amazing|cool|nice|lovely|wonderful|fantastic|good|inspiring)\b)/iu

/** “Camping has grown on me, I love it”: what “it” means stands in the clause before. */
const REFERRING = /\b(?:it|them)\b/iu

function meant({ sentence }: Clause, before: Clause | undefined, passage: string): readonly string[] {
  if (before === undefined || before.sentence.start !== sentence.start) return []
  return analyse(passage.slice(before.start, before.end))
}

function isRelative({ owner, ownerName, nouns }: Extract<Subject, { kind: 'noun' }>): boolean {
  return (owner !== undefined || ownerName !== undefined) && nouns.slice(0, 2).some(isAnimate)
}

function nameIn(subject: Subject): string | undefined {
  if (subject.kind === 'named') return subject.name
  return subject.kind === 'noun' ? subject.name : undefined
}

/** A made-up scene holds for the whole turn; otherwise each sentence claims what it claims. */
function modalityIn({ unit }: Evidence, sentence: string): Modality {
  return unit.modality === 'hypothetical' ? 'hypothetical' : sentenceModality(sentence)
}

function termsBySession(evidence: readonly Evidence[]): ReadonlyMap<string, ReadonlySet<string>> {
  const terms = new Map<string, Set<string>>()
  for (const turn of evidence.flatMap(({ turns }) => turns)) {
    const said = terms.get(sessionKey(turn)) ?? new Set()
    for (const term of analyse(turn.text)) said.add(term)
    terms.set(sessionKey(turn), said)
  }
  return terms
}

function sessionKey({ session, speaker }: Turn): string {
  return JSON.stringify([session, speaker])
}

function positionKey(turn: Turn, offset = 0): string {
  return `${turn.position + offset} ${turn.session}`
}

function endsAsking(turn: Turn): boolean {
  return /\?\W*$/u.test(turn.text)
}
