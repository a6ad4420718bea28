import { stem } from '../language/stem.ts'
import { kindred } from './kindred.ts'

const WORK = stem('work')
const JOIN = stem('join')

/** Whether a question asks for somebody's work and nothing else: “What does Ana do for a living?”, “Where does he work?”. */
export function asksOccupation(terms: readonly string[]): boolean {
  // What somebody joined may be a choir.
  return terms.some((term) => term !== JOIN) && terms.every((term) => kindred(term, WORK))
}

/** Whether a text says where or as what somebody works; “the work party” is no work. */
export function tellsOccupation(text: string): boolean {
  return OCCUPATION.test(text) || JOINED.test(text)
}

const TRADE =
  'nurse|midwife|doctor|surgeon|dentist|vet|paramedic|pharmacist|therapist|psychologist|psychiatrist|counsell?or|teacher|tutor|lecturer|professor|librarian|researcher|scientist|biologist|chemist|engineer|developer|programmer|designer|architect|surveyor|builder|carpenter|joiner|boatbuilder|roofer|mason|plumber|electrician|mechanic|technician|welder|painter|potter|glazier|tailor|cobbler|baker|butcher|cook|chef|waiter|waitress|barista|bartender|brewer|farmer|gardener|florist|beekeeper|fisherman|forester|driver|pilot|sailor|captain|conductor|courier|postman|cleaner|janitor|guard|soldier|officer|firefighter|detective|judge|lawyer|solicitor|notary|accountant|bookkeeper|banker|broker|clerk|cashier|secretary|receptionist|assistant|agent|realtor|manager|director|consultant|analyst|editor|journalist|reporter|writer|author|translator|interpreter|photographer|musician|singer|dancer|actor|actress|coach|trainer|hairdresser|barber|apprentice|intern|entrepreneur|founder|owner'
const OCCUPATION = new RegExp(
  [
    '\\bwork(?:s|ed|ing)? (?:\\p{L}+ )?(?:as|at|for|in|with)\\b',
    '\\b(?:hired|employed|promoted|appointed)\\b',
    '\\b(?:start(?:s|ed|ing)?|began|begin) (?:\\p{L}+ )?(?:as|at (?:the |an? )?\\p{L})',
    `(?:\\b(?:am|is|was|been|became|become|are)|['’](?:m|s|re)) (?:now |still |also |actually )?(?:an?|the) (?:[\\p{L}-]+ ){0,3}(?:${TRADE})\\b`,
    '\\b(?:job|position|post|role) (?:is |was )?(?:as|at|in|with)\\b',
    '\\b(?:I|he|she|they) teach(?:es)?\\b',
    '\\b(?:do|does|doing|keep|keeps|keeping) the books\\b',
  ].join('|'),
  'iu',
)
/** A firm has a capital; “joined a gym” is no work. */
const JOINED = /\b(?:joined|joining|joins) (?:the )?\p{Lu}/u
