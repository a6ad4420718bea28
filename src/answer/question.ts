import { change, type Polarity, preference } from '../language/polarity.ts'
import { stem } from '../language/stem.ts'
import { analyse } from '../language/terms.ts'
import type { Alias } from '../model/history.ts'
import type { AnswerKind, RecallFrame } from '../model/recall-frame.ts'
import type { AnswerInput } from './answer-input.ts'
import { asksName } from './asks-name.ts'
import type { Asked } from './attribution.ts'
import { circumstanceOf } from './circumstance.ts'
import { kindred } from './kindred.ts'
import { type Requirement, requirementsOf } from './required.ts'
import { asksOccupation } from './work-words.ts'

/** A question as the answerer looks at it. */
export type Question = {
  readonly frame: RecallFrame
  readonly kind: AnswerKind
  readonly text: string
  /** Content terms that a statement has to cover, names of persons and time words left out. */
  readonly terms: readonly AskedTerm[]
  /** What a turn has to speak of for the answer to be about the right thing. */
  readonly required: readonly Requirement[]
  /** Terms of the occasion that it asks about, of which one has to have been spoken of; empty where it names none. */
  readonly occasion: readonly string[]
  readonly asked: Asked
  /** Whether it asks about the asker, who is no assistant. */
  readonly asksOfSelf: boolean
  /** The taste that a yes/no question asks about. */
  readonly preference: Polarity | undefined
  /**
   * Whether it asks what something is in one respect (“What colour is the bicycle?”): then a statement has to name the
   * respect or say what the thing is; that it speaks of the thing is not enough.
   */
  readonly asksAttribute: boolean
  /** Whether it asks for somebody's work and nothing else. */
  readonly asksOccupation: boolean
  /** On which side of a dated event it asks; then the answer is what lies nearest to it. */
  readonly side?: 'before' | 'after' | undefined
  /** Whether it asks for what holds (now, or at a stated time), not for what happened once. */
  readonly asksState: boolean
}

/** “How does she get to work?” asks for the way. */
const WORK_KINDS: ReadonlySet<AnswerKind> = new Set(['thing', 'place'])

/** What a term counts where a statement covers it, and what it weighs against a statement that does not. */
export type AskedTerm = { readonly term: string; readonly weight: number; readonly missing: number }

/**
 * Reads from frame and weights what the answerer needs to know of a question.
 *
 * @param settled Words of the question that are answered for already (“the night before the exam”), if any.
 * @param aside Persons whom it names without being about them: Tom in “What did Ana buy before Tom left?”.
 */
export function readQuestion(
  { frame, termWeights, aliases }: AnswerInput,
  settled: string | undefined,
  aside: readonly string[] = [],
): Question {
  const asked = settled === undefined ? withoutCue(frame) : frame.question.replace(settled, ' ')
  const text = asked
    .replace(/\bdo(?:es)?\b(.*)\bfor (?:a living|work|a job)\b/iu, '$1 work')
    .replace(/\b(?:take|takes|took|taken|taking) place\b/iu, ' ')
  const persons = frame.persons.filter((person) => !aside.includes(person))
  const focus = new Set(frame.need.focus === undefined ? [] : analyse(frame.need.focus))
  const personTerms = new Set(frame.persons.flatMap((person) => nameTerms(person, aliases)))
  // “Doesn't she like it?” asks whether she likes it.
  const taste = /\ballergic\b/iu.test(text)
    ? undefined
    : preference(text.replace(/^(\W*\p{L}+?)n['’]t\b/iu, '$1'))
  // “The name of the parrot”: the parrot is no class of what is wanted, it is what the answer is about.
  const isClass = frame.need.kind !== 'number' && frame.need.kind !== 'amount' && !asksName(text)
  const heaviest = Math.max(0, ...termWeights.values())
  const terms = [...new Set(analyse(text))]
    .filter((term) => !personTerms.has(term) && !EMPTY_TERMS.has(term))
    .filter((term) => taste === undefined || !PREFERENCE_TERMS.has(term))
    .map((term) => {
      // In a small bank rarity says little: each word counts for one, and rare ones for more.
      const weight = 1 + (termWeights.get(term) ?? heaviest)
      // An amount is told without “pay”: “My rent is 700 euros”.
      const isPaying = frame.need.kind === 'amount' && kindred(term, COST_TERM)
      const isWeak = (isClass && focus.has(term)) || SPEECH_TERMS.has(term) || isPaying
      return { term, weight, missing: isWeak ? WEAK_SHARE * weight : weight }
    })
  return {
    frame,
    kind: frame.need.kind,
    text,
    terms,
    occasion: settled === undefined ? circumstanceOf(text, frame) : [],
    required: requirementsOf(text, frame, new Set(terms.map(({ term }) => term))),
    asked: {
      persons,
      actor: actorOf(frame.question, persons),
      owners: persons.filter((person) => owns(person, frame.question)),
      terms: new Set(terms.map(({ term }) => term)),
      aliases,
      asksWhatWasSaid: ASKS_WHAT_WAS_SAID.test(text),
    },
    asksOfSelf: /\b(?:I|me|my|mine)\b/u.test(frame.question),
    preference: taste,
    asksAttribute: frame.need.focus !== undefined && ATTRIBUTE_OF.test(text),
    asksOccupation: WORK_KINDS.has(frame.need.kind) && asksOccupation(terms.map(({ term }) => term)),
    asksState: asksState(frame),
  }
}

/**
 * The noun of “which instrument” names the class of what is wanted, and a statement rarely says it (“I play the oboe”):
 * it counts little when it is missing.
 */
const WEAK_SHARE = 0.3

const COST_TERM = stem('cost')

/** What somebody recommended is what they said, and a name is given without “called”: the word may be missing. */
const SPEECH_TERMS: ReadonlySet<string> = new Set(
  'recommend suggest advise describe mention call'.split(' ').map(stem),
)

/** Whether a term says how a question asks, not what about. */
export function isEmptyTerm(term: string): boolean {
  return EMPTY_TERMS.has(term)
}

/** Words of a question that say how it asks, not what about. */
const EMPTY_TERMS: ReadonlySet<string> = new Set(
  'now current currently still ever anybody anyone everybody everyone somebody someone nobody anything something everything know tell told rememb recall say said much many long often late far kind type sort name all go went get got make made thing time day date year to do late happen occur first last latest recent recently previous previously earliest'
    .split(' ')
    .map(stem),
)

const PREFERENCE_TERMS: ReadonlySet<string> = new Set(
  'like love hate enjoy dislike adore detest loathe stand bear fond keen fan prefer into care'
    .split(' ')
    .map(stem),
)

const ASKS_WHAT_WAS_SAID =
  /\b(?:say|says|said|tell|told|think|thinks|thought|believes?|opinions?|views?|advi[cs]e|advised|recommend(?:s|ed)?|suggest(?:s|ed)?|mention(?:s|ed)?|feel about|attitude|important to|means? to)\b/iu

/** Of two persons in “What did Jan give Sofie?” who gave; undefined for what people do alike, as [meet]. */
function actorOf(question: string, persons: readonly string[]): Asked['actor'] {
  if (persons.length < 2) return undefined
  const found = ACTOR.exec(question)?.groups
  if (found === undefined) return undefined
  const name = persons.find((person) =>
    person.split(/\s+/u).some((word) => found.name!.split(' ').includes(word)),
  )
  return name === undefined ? undefined : { name, verb: stem(found.verb!.toLowerCase()) }
}

const ACTOR =
  /\b(?:did|does|has|had|will) (?<name>\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)?) (?<verb>give|lend|send|show|teach|tell|sell|bring|buy|owe|pay|promise|offer|lent|sent|given|sold|told|ask|call|invite|visit|help|thank|recommend)\b/u

/** Whether the question speaks of what is a person's: by any word of the name. */
function owns(person: string, question: string): boolean {
  return person
    .split(/\s+/u)
    .some((word) => question.includes(`${word}'s `) || question.includes(`${word}’s `))
}

function withoutCue({ question, time }: RecallFrame): string {
  if (time.status === 'none') return question
  const { position, cue } = time
  if (question.slice(position, position + cue.length) !== cue) return question.replace(cue, ' ')
  return `${question.slice(0, position)} ${question.slice(position + cue.length)}`
}

function nameTerms(person: string, aliases: readonly Alias[]): string[] {
  return [person, ...aliases.filter((each) => each.person === person).map(({ alias }) => alias)].flatMap(
    analyse,
  )
}

/** Asks in the present, or about a standing matter (where somebody lived, what they liked) rather than a deed. */
function asksState({ question, order, need }: RecallFrame): boolean {
  if (order?.relation === 'latest') return true
  if (order !== undefined) return false
  if (/\b(?:now|currently|these days|nowadays|at the moment|still|any ?more)\b/iu.test(question)) return true
  if (/\b(?:does|do|is|are|has|have|can|['’]s|am|lives?|works?)\b/iu.test(question) && !PAST.test(question))
    return true
  if (need.kind === 'yes-no' && WAS_SO.test(question)) return true
  if (WAS_WHAT.test(question)) return true
  return STATE_VERB.test(question) && change(question) === undefined
}

const ATTRIBUTE_OF =
  /^\W*(?:[Aa]nd |[Ss]o )?(?:[Ww]hat|[Ww]hich)\s+(?:\p{L}+\s+)?\p{L}+\s+(?:is|are|was|were)\s+(?:the|an?|my|our|your|his|her|their|its|this|that|these|those|\p{Lu}\S*)(?!\S)(?!\s+(?:\p{L}+\s+)?\p{L}{2,}ing(?: now| these days)?\s*\?)/u
/** “Was she vegetarian?” asks how she was; “Was it sold?” what was done. */
const WAS_SO =
  /^\W*(?:was|were)\b(?!.*\b(?:\p{L}+ed|born|sold|bought|built|made|held|lost|found|won|given|taken|sent|paid|told|seen)\b)/iu
/** “Could she ride a bike?”, “Who was her favourite singer?” ask what held, not for a deed. */
const WAS_WHAT =
  /^\W*could\b|^\W*(?:who|what|which \p{L}+) (?:was|were) (?:(?:my|our|his|her|their)|\p{L}+(?: \p{L}+)?['’]s?) (?:\p{L}+ ){0,2}\p{L}+(?=\s*(?:[?,.]|$)|\s+(?:in|on|at|back|during|before)\b)/iu
const PAST = /\b(?:did|was|were|had|could|ago|last|yesterday|happened)\b/iu
const STATE_VERB =
  /\b(?:did|was|were|had)\b.*\b(?:like|love|hate|enjoy|live|work|own|have|want|prefer|believe|know|weigh|earn|cost|allergic|drink|smoke|wear|drive|commute|rent|study|teach|married|single|engaged)\b/iu
