import { isNearly, isNegated } from '../language/polarity.ts'
import { analyse } from '../language/terms.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** Who has or owns a thing, and the statement that says so. */
export type Holder = { readonly name: string; readonly statement: Statement }

/**
 * Who has what a question asks for, by the newest statement that tells into whose hands it came: “I sold the kayak to
 * Stefan”, “Kees brought the ladder back”. What is lent stays its owner's. Undefined where the question asks otherwise.
 */
export function holderNow(rated: readonly Rated[], { text }: Question): Holder | undefined {
  const asked = ASKS_HOLDER.exec(text)?.groups
  if (asked === undefined) return undefined
  const wanted = analyse(asked.thing!)
  const asksOwner = !/^\W*who (?:has|keeps)\b/iu.test(text)
  const told = rated
    .map(({ statement }) => statement)
    .filter(({ text: said, modality }) => modality === 'stated' && !isNegated(said) && !isNearly(said))
    .toSorted((a, b) => -compareSaid(a, b))
  for (const statement of told) {
    const name = receiverIn(statement, wanted, asksOwner)
    if (name !== undefined) return { name, statement }
  }
  return undefined
}

function receiverIn(
  { text, turn, antecedent }: Statement,
  wanted: readonly string[],
  asksOwner: boolean,
): string | undefined {
  for (const { pattern, isLent } of HANDINGS) {
    const found = pattern.exec(text)?.groups
    if (found === undefined || (asksOwner && isLent)) continue
    const thing = analyse(found.thing!).slice(-1)
    if (!thing.some((term) => wanted.some((each) => kindred(term, each)))) continue
    const to = found.to
    if (to === undefined || /^(?:I|we|me|us)$/iu.test(to)) return turn.speaker
    if (/^(?:he|she|him|her)$/iu.test(to)) return antecedent
    return to.replace(/^(?:my|our) (?=\p{Ll})/iu, `${turn.speaker}'s `).replace(/^(?:my|our) \p{Ll}+ /iu, '')
  }
  return undefined
}

const ASKS_HOLDER =
  /^\W*(?:who (?:(?:now |currently )?(?:owns|has|keeps)|does) |whose is |to whom does )(?<thing>(?:the|my|our|his|her|their|this|that|\p{Lu}[\p{L}-]+['’]s)\b.+?)(?: belong(?:s)?(?: to)?)?(?: now| at the moment| these days)?\W*$/iu
const SOMEBODY =
  "(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:[\\p{Ll}-]+ ?){1,2}?(?:\\p{Lu}[\\p{L}'’-]+)?(?![\\p{L}])|(?:Mr|Mrs|Ms|Dr)\\.? \\p{Lu}[\\p{L}-]+|(?!I\\b)\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?|[Hh]im\\b|[Hh]er\\b|[Hh]e\\b|[Ss]he\\b)"
const THING = "(?<thing>(?:the|my|our|his|her|their|that|this|\\p{Lu}[\\p{L}-]+['’]s) [^.,;:!?]{1,40}?)"
const HANDINGS = [
  // “Kees brought the ladder back”, “I got the ladder back”.
  { source: `\\b(?:brought|gave|returned|got|took) (?:me )?${THING} back\\b`, isLent: true },
  { source: `\\breturned ${THING}(?=\\s*(?:[.,;:!?]|$|to me|last|yesterday|today))`, isLent: true },
  {
    source: `\\b(?:sold|gave|given|donated|left|passed|handed) ${THING} (?:on )?to (?<to>${SOMEBODY})`,
    isLent: false,
  },
  { source: `\\b(?:lent|loaned) ${THING} to (?<to>${SOMEBODY})`, isLent: true },
  { source: `\\b(?:lent|loaned) (?<to>${SOMEBODY}) ${THING}(?=\\s*(?:[.,;:!?]|$))`, isLent: true },
  {
    source: `(?<to>${SOMEBODY}) (?:bought|inherited) ${THING}(?=\\s*(?:[.,;:!?]|$| from| in| last| for))`,
    isLent: false,
  },
  {
    source: `(?<to>${SOMEBODY}) (?:borrowed) ${THING}(?=\\s*(?:[.,;:!?]|$| from| in| last| for))`,
    isLent: true,
  },
  {
    source: `(?<thing>(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]hat|[Tt]his) [^.,;:!?]{1,40}?) belongs to (?<to>${SOMEBODY}|me|us)`,
    isLent: false,
  },
].map(({ source, isLent }) => ({ pattern: new RegExp(source, 'u'), isLent }))
