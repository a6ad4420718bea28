import { sentenceModality } from '../language/modality.ts'
import type { Day } from '../model/day-range.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Modality } from '../model/memory-unit.ts'
import type { Turn, TurnId } from '../model/turn.ts'
import { dayOfInstant } from '../time/zone.ts'
import { tenseOf } from './asked-form.ts'
import { assentTo } from './assent.ts'
import { readPassage, type Stated, termSet } from './read-passage.ts'
import { referBack } from './refer-back.ts'
import { type Reply, replyTerms, replyTo } from './reply.ts'

/** One clause of a piece of evidence: the smallest thing that an answer can rest on. */
export type Statement = Stated & {
  readonly piece: Evidence
  /** Place of the piece among the evidence, from 0. */
  readonly place: number
  readonly turn: Turn
  /** The sentence in which it stands, verbatim: what is quoted. */
  readonly sentence: string
  /** Where the clause begins in its turn, in UTF-16 code units. */
  readonly start: number
  /** The day on which it was said, in the bank's time zone. */
  readonly day: Day
  /** Terms of the whole passage, of its speaker, and of the question that it replies to. */
  readonly nearTerms: ReadonlySet<string>
  /** Terms of the question that the turn replies to, if it does. */
  readonly askedTerms: ReadonlySet<string>
  /** The question that it answers in a word, where it says little without. */
  readonly reply?: Reply | undefined
  /** Who else spoke in that session, as far as it is evidence. */
  readonly listeners: readonly string[]
  /** The turn of which it takes something back, its own included. */
  readonly corrects?: TurnId
  /** What it only agrees with, verbatim: “I love snowboarding.” of “Me too.” */
  readonly echoed?: string
  /** Terms of all that its speaker said in that session, as far as it is evidence. */
  readonly sessionTerms: ReadonlySet<string>
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
  const speakers = speakersBySession(evidence)
  return passagesOf(evidence).flatMap(({ piece, place, turn, start, end }) => {
    const passage = turn.text.slice(start, end)
    const at = (offset: number) => byPosition.get(positionKey(turn, offset))
    const asked = at(-1)
    const askedTerms = asked !== undefined && endsAsking(asked) ? termSet(asked.text) : NO_TERMS
    const nearTerms = new Set([...termSet(passage), ...termSet(turn.speaker), ...askedTerms])
    const shared = {
      piece,
      place,
      turn,
      day: dayOfInstant(turn.time, timeZone),
      nearTerms,
      askedTerms,
      listeners: [...(speakers.get(turn.session) ?? [])].filter((name) => name !== turn.speaker),
      sessionTerms: sessionTerms.get(sessionKey(turn)) ?? nearTerms,
    }
    const stated = readPassage(passage, people)
    const read = start === 0 ? referBack(stated, { turn, at, people }) : stated
    const told: Statement[] = read.map((each) => ({
      ...each,
      ...shared,
      start: start + each.start,
      modality: modalityIn(piece, each),
    }))
    if (asked !== undefined && MINE.test(passage) && start === 0) lend(told, termSet(asked.text))
    const reply = asked !== undefined && start === 0 ? replyTo(asked, turn) : undefined
    if (reply !== undefined) return [...told, { ...shared, ...statedBy(reply, piece) }]
    const echo = asked !== undefined && start === 0 ? assentTo(asked, turn, people) : undefined
    return echo === undefined ? told : [...told, { ...shared, ...echo }]
  })
}

/** “Mine is spring” speaks of what was spoken of before. */
const MINE = /^\W*(?:\p{L}+,? (?:and |but )?)?mine(?:['’]s| is| was| are| were)\b/iu

function lend(told: Statement[], terms: ReadonlySet<string>): void {
  const [first] = told
  if (first !== undefined) told[0] = { ...first, terms: new Set([...first.terms, ...terms]) }
}

/** A short answer, with the words of the question as its own. */
function statedBy(reply: Reply, piece: Evidence): Stated & { readonly reply: Reply } {
  const { sentence, subject } = reply
  const asked = sentenceModality(reply.asked.replace(/\?\W*$/u, '.'))
  const modality = modalityIn(piece, { modality: tenseOf(reply.asked) === 'future' ? 'planned' : asked })
  return {
    text: sentence,
    sentence,
    start: 0,
    modality: modality === 'asked' ? 'stated' : modality,
    subject,
    terms: replyTerms(reply),
    antecedent: undefined,
    reply,
  }
}

const NO_TERMS: ReadonlySet<string> = new Set()

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

/** A made-up scene holds for the whole turn; otherwise each sentence claims what it claims. */
function modalityIn({ unit }: Evidence, { modality }: Pick<Stated, 'modality'>): Modality {
  return unit.modality === 'hypothetical' ? 'hypothetical' : modality
}

function termsBySession(evidence: readonly Evidence[]): ReadonlyMap<string, ReadonlySet<string>> {
  const terms = new Map<string, Set<string>>()
  for (const turn of evidence.flatMap(({ turns }) => turns)) {
    const said = terms.get(sessionKey(turn)) ?? new Set()
    for (const term of termSet(turn.text)) said.add(term)
    terms.set(sessionKey(turn), said)
  }
  return terms
}

function speakersBySession(evidence: readonly Evidence[]): ReadonlyMap<string, ReadonlySet<string>> {
  const speakers = new Map<string, Set<string>>()
  for (const { session, speaker } of evidence.flatMap(({ turns }) => turns)) {
    speakers.set(session, (speakers.get(session) ?? new Set()).add(speaker))
  }
  return speakers
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
