import { isNearly, isNegated } from '../language/polarity.ts'
import { stem } from '../language/stem.ts'
import { analyse } from '../language/terms.ts'
import { sameName } from './attribution.ts'
import { bondsIn } from './kin.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/** Whether a question asks if somebody has something, or has it still. */
export function asksWhetherKept({ text, asksState }: Question): boolean {
  return asksState && KEPT.test(text)
}

const KEPT = /\b(?:still|have|has|own|owns|keep|keeps|got)\b/iu

/** Whether a clause tells of what is asked about that it is had no more: “I sold the bike”, not “I sold a lamp from my flat”. */
export function losesAsked(text: string, { terms }: Pick<Question, 'terms'>): boolean {
  const lost = LOST.exec(text)
  if (lost === null) return false
  const before = text.slice(0, lost.index)
  const isKept = (word: string) => terms.some(({ term }) => kindred(term, stem(word.toLowerCase())))
  // “Someone stole my neighbour's bike”
  const owner = /([\p{L}\p{M}-]+)['’]s?\s+\p{L}/u.exec(text.slice(lost.index))?.[1]
  if (owner !== undefined && !isKept(owner)) return false
  const [after] = text.slice(lost.index + lost[0].length).split(ENDS_OBJECT, 1)
  const hasObject = !PASSIVE.test(before) && !INTRANSITIVE.test(lost[0])
  const own = hasObject ? analyse(lost.groups?.thing ?? lost.groups?.away ?? after!) : []
  // “I returned it”, “The bike was stolen”: what was lost stands before, or is meant by a pronoun.
  const thing = own.length > 0 ? own : analyse(before)
  const isMeant = own.length === 0 && PRONOUN.test(text)
  // “I lost my bike helmet” tells of a helmet.
  const head = own.slice(-1)
  if (head.length > 0) return head.some((term) => terms.some((each) => kindred(each.term, term)))
  return isMeant || thing.some((term) => terms.some((each) => kindred(each.term, term)))
}

const PASSIVE = /(?:\b(?:is|are|was|were|be|been|being|get|gets|got)|['’]s) (?:\p{L}+ly |just |all )?$/iu
const INTRANSITIVE = /^(?:died|passed|burn|gone)/iu
/** Verbs of losing; “Someone stole it” and “A fox killed them” tell of what was lost by whom. */
const LOST =
  /\b(?:stolen|stole|lost|sold|had to (?:sell|scrap|return|give up)|shaved|pawned|donated|scrapped|demolished|destroyed|wrecked|smashed|totalled|totaled|killed|ate(?= (?:all|both|my|our|the|his|her|their)\b)|gone(?= for good| forever|\s*(?:[.,;!?]|$))|(?:gave|given) (?<away>(?:my|our|his|her|their|the) [^.,;:!?]{1,40}?) to(?= (?:my|our|his|her|their|the|a|an|some|\p{Lu}))|returned(?= (?:it|them|the|that|this|those|these|my|our|his|her|their)\b)|(?:gave|given|threw|thrown|traded) (?:it |them )?(?:away|out|in)|(?:gave|given|threw|thrown) (?<thing>(?:the|that|this|my|our|his|her|their) [^.,;:!?]{1,40}?) away|got rid of|died|passed away|burnt down|burned down)\b/iu
const ENDS_OBJECT =
  /[.,;:!?]|\b(?:in|at|on|from|to|for|near|by|with|because|when|while|since|after|before|so|and|but|as|last|this|yesterday|today|recently|finally|again|now|already|two|three|a (?:week|month|year|while|few)|for good|forever|though|too)\b/iu
const PRONOUN = /\b(?:it|they|them|he|him|she|her|that|which|those|these|both)\b/iu

/** “Mog died” of a cat that was called Mog: told after what says that it is had, and no other is had beside. */
export function goneByName(
  all: readonly Statement[],
  claim: Statement,
  { terms, asked }: Question,
): Statement | undefined {
  const names = all
    .flatMap(bondsIn)
    .filter(
      ({ of, noun }) =>
        asked.persons.some((person) => sameName(person, of, asked.aliases)) &&
        analyse(noun).some((term) => terms.some((each) => kindred(each.term, term))),
    )
    .map(({ name }) => name)
  const gone = all.filter(
    (each) => each.modality === 'stated' && compareSaid(each, claim) > 0 && !isNearly(each.text),
  )
  const ends = [...new Set(names)].map((name) => gone.find(({ text }) => tellsEnd(text, name)))
  return ends.includes(undefined) ? undefined : ends[0]
}

/** Whether a clause says of whoever is named that they died or were lost: “Mog sadly died”, not “Mog's brother died”. */
export function tellsEnd(text: string, name: string): boolean {
  const end = ENDED.exec(text)
  if (end === null || isNegated(text)) return false
  const before = text.slice(0, end.index)
  const at = before.lastIndexOf(name)
  return (
    at >= 0 && !/[\p{L}\p{M}]$/u.test(before.slice(0, at)) && UP_TO_VERB.test(before.slice(at + name.length))
  )
}

const ENDED =
  /\b(?:died|dead|passed (?:away|on)|ran (?:away|off)|(?:was|were|is|got|been|being) (?:\p{L}+ly |just )?(?:stolen|lost|sold|given away|rehomed|run over|put (?:down|to sleep)))\b/iu
/** Between a name and its verb: who else did so, an apposition, what only shades the verb. */
const UP_TO_VERB =
  /^(?:,[^,]*,)?(?:(?:,| and) \p{Lu}[\p{L}\p{M}-]*)*(?: (?:has|have|had|is|was|got|just|also|then|now|too|soon|(?!nearly)\p{Ll}+ly))* $/u
