import { analyse } from '../language/terms.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { kindred } from './kindred.ts'
import { termSet } from './read-passage.ts'
import type { Statement } from './statement.ts'

/** Words of which at least one has to stand in the turn that answers, or the answer is about something else. */
export type Requirement = readonly string[]

/**
 * What of a question cannot be left out: a place or thing by its name (“the trip to Barcelona”), the occasion of a
 * count (“How many came to the opening?”), and what is asked for where it must be said to be known (“What is the
 * password of the club?”).
 *
 * @param terms What of the question counts at all; the rest is never required.
 */
export function requirementsOf(
  text: string,
  frame: RecallFrame,
  terms: ReadonlySet<string>,
): readonly Requirement[] {
  const named = [...frame.locations, ...frame.entities].map(analyse)
  const { kind } = frame.need
  const patterns = COUNTED.has(kind) ? [OCCASION, SUBJECT] : TIMED.has(kind) ? [SUBJECT] : []
  const occasions = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => analyse(headOf(groups!.noun!))),
  )
  const wanted = isPossessedNoun(text, frame) ? [analyse(frame.need.focus!)] : []
  const kindOfName = KIND_OF_NAME.exec(text)?.[0]
  if (kindOfName !== undefined) return [analyse(`${kindOfName.replace(/ name$/i, '')} surname`)]
  return [...named, ...occasions, ...wanted]
    .map((all) => all.filter((term) => terms.has(term)))
    .filter((all) => all.length > 0)
}

/** Whether the turn of a statement, or the question that it replies to, has a word of each requirement. */
export function meets(
  { askedTerms, turn, corrects, terms }: Statement,
  required: readonly Requirement[],
): boolean {
  if (required.length === 0) return true
  const told = [
    ...askedTerms,
    // A correction speaks of what it corrects.
    ...(corrects === undefined ? [] : terms),
    ...termSet(turn.text.replace(ASIDE_IN_TIME, ' ')),
    ...termSet(turn.speaker),
  ]
  return required.every((any) => any.some((term) => told.some((other) => kindred(term, other))))
}

/** “The last work party before the opening” is no word of the opening. */
const ASIDE_IN_TIME = /\b(?:before|after|until|till|since)\s+(?:the|my|our|his|her|their)\s+\p{L}+/giu

const COUNTED: ReadonlySet<string> = new Set(['number', 'amount'])
const TIMED: ReadonlySet<string> = new Set(['date', 'duration', 'frequency'])
const DEFINITE = "(?:the|my|our|his|her|their|\\S+['’]s)"
const NOUN = '(?<noun>\\p{Ll}[\\p{L}-]*(?:\\s+\\p{Ll}[\\p{L}-]*){0,2}?)'
const OCCASION = new RegExp(
  `\\b(?:to|at|for|in|from|on|of|during)\\s+${DEFINITE}\\s+${NOUN}(?=\\s*[?.,!]|\\s*$|\\s+(?:in|on|at|last|this|with|when|for|by|from|of|to|did|does|do|is|was|were)\\b)`,
  'gu',
)
/** “How much did the floor cost?”, “When does the lease end?”: one noun, as the verb follows. */
const SUBJECT =
  /\b(?:did|does|do|is|are|was|were|has|have|will)\s+(?:the|my|our|his|her|their)\s+(?<noun>\p{Ll}[\p{L}-]*)(?=\s*[?.!]|\s*$|\s+(?:cost|take|took|last|begin|start|end|open|close|happen|due|in|on|at|of|for|from|last|this|come|arrive|leave|weigh|measure|have|need|\p{L}+ed)\b)/gu

function headOf(noun: string): string {
  return noun.split(/\s+/u).at(-1) ?? noun
}

/** “What is the password of the club?”, “What is Ana's shoe size?”, not “What is Ana's favourite tea?”. */
function isPossessedNoun(text: string, { need }: RecallFrame): boolean {
  if (need.focus === undefined || need.list || UNSAID.test(need.focus)) return false
  return POSSESSED.test(text) && !/\bfavou?rite\b|\bnames?\b/iu.test(text)
}

const POSSESSED =
  /^\W*(?:[Aa]nd |[Ss]o )?[Ww]hat(?:['’]s|\s+(?:is|was))\s+(?:the\b.*\b(?:of|for|to|in|at)\b|(?:my|our|your|his|her|their)\b|(?:the\s+)?\p{L}+(?:\s+\p{L}+)?['’]s?\s)/u
/** A first name is no surname: which name is asked for has to be said. */
const KIND_OF_NAME = /\b(?:last|family|maiden|middle|second) name\b|\bsurname\b/iu
/** Nouns of what can be told without them: “the doors are green”, “I am a nurse”, “she was glad”. */
const UNSAID =
  /^(?:names?|colou?r|breed|kind|type|sort|age|size|height|weight|length|job|work|occupation|profession|career|nationality|relationship|relation|status|hobby|interest|gender|identity|opinion|views?|reaction|attitude|thoughts?|feelings?|mood|reason|purpose|goal|dream|plans?|way|thing|result|outcome|difference|meaning|material|shape|title|place|location|origin|background|role|main|problem|gift|present|latest|part|stance|advice|idea|focus)$/iu
