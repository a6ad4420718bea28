import { isAdjective, wordKind } from '../language/lexicon.ts'
import { words } from '../language/words.ts'

/**
 * The noun that names the wanted thing: “flat” in “Which flat has the leak?”, “stories” in “What kind of fiction stories
 * does Tim write?”, “colour” in “What is Rosa's favourite colour?”. As written; undefined where the question has none.
 *
 * @param asked The asking sentence alone.
 */
export function focusOf(asked: string): string | undefined {
  for (const { pattern, describes } of PHRASES) {
    const phrase = pattern.exec(asked)?.groups?.phrase
    if (phrase !== undefined) return headNoun(phrase, describes)
  }
  return undefined
}

/** Whether the focus, or the question's wording, asks for several answers. */
export function asksForList(asked: string, focus: string | undefined): boolean {
  if (/^(?:how|when|why)\b/i.test(asked) || ONE.test(asked)) return false
  if (LIST.test(asked)) return true
  return focus !== undefined && isPlural(focus) && /\b(?:what|which|whose|name|list)\b/i.test(asked)
}

const KIND_OF =
  '(?:(?:kinds?|types?|sorts?|brands?|pieces?|forms?|styles?|genres?|varieties|variety|breeds?|makes?) of )?'
/** `describes`: after “is” an adjective alone asks for a description (“What is special about …”), elsewhere it may be a noun. */
const PHRASES: readonly { readonly pattern: RegExp; readonly describes: boolean }[] = [
  { pattern: new RegExp(`\\bhow (?:many|much) ${KIND_OF}(?:of )?(?<phrase>.+)`, 'i'), describes: false },
  {
    pattern: new RegExp(
      `\\b(?:what|which|whose)(?:['’]s| is| are| was| were) (?:the )?(?:names? of )?${KIND_OF}(?<phrase>.+)`,
      'i',
    ),
    describes: true,
  },
  { pattern: new RegExp(`\\b(?:what|which|whose) (?:of )?${KIND_OF}(?<phrase>.+)`, 'i'), describes: false },
  {
    pattern: new RegExp(`^(?:name|list) (?:all |some |a few )*(?:of )?(?:the )?${KIND_OF}(?<phrase>.+)`, 'i'),
    describes: false,
  },
]

const LIST =
  /\bwhat all\b|\b(?:kinds|types|sorts) of\b|^(?:name|list)\b|\b(?:what|which|who) (?:are|were)\b|\b(?:what|which|who|where)(?: \S+){0,2} (?:has|have|had) (?!(?:a|an|the|to|his|her|my|their|more|been)\b)\S+ \S+|\bsome of the\b|\b(?:what|which)\b.*\b(?:both|in common|so far)\b|\bwhat (?:\S+ )?(?:things|activities|events)\b|\bwho all\b/i
/** One of many is wanted, though the noun is plural. */
const ONE =
  /\b(?:which|what) one\b|\bthe most\b|\bmost (?:often|frequently|recently|likely)\b|\bwhich of (?:the|these|those|his|her|my|our|your|their|\S+['’]s?)(?!\S)/i

/** The last noun before the phrase goes on with a verb or a preposition. */
function headNoun(phrase: string, describes: boolean): string | undefined {
  let head: string | undefined
  let adjective: string | undefined
  const spoken = words(phrase).slice(0, LONGEST_PHRASE)
  for (const [index, { text, lower, start, end }] of spoken.entries()) {
    if (/^['’]s/.test(phrase.slice(end, end + 2))) continue
    if (ENDS.has(lower) || /n['’]t$/.test(lower) || (start === 0 && /^\p{Lu}\p{Ll}/u.test(text))) break
    // “The last island Elsa visited”: a name after the noun begins a clause.
    if (head !== undefined && /^\p{Ll}/u.test(head) && /^\p{Lu}\p{Ll}/u.test(text)) break
    if (BREAKS.has(lower)) {
      if (head !== undefined) break
      continue
    }
    if (isVerbHere(lower, spoken[index + 1]?.text) && (head !== undefined || start === 0)) break
    if (isAdjective(lower) || ORDINAL.test(lower)) adjective = text
    else head = text
    if (/[?,;:.!]/.test(phrase.charAt(end))) break
  }
  return head ?? (describes ? undefined : adjective)
}

/**
 * “Which came first” and “What motivated Ana” as against “What breed is …”, where an auxiliary follows the noun, and
 * “Which streaming service …”, where a noun follows the participle.
 */
function isVerbHere(lower: string, next: string | undefined): boolean {
  if (next !== undefined && AUXILIARIES.has(next)) return false
  if (wordKind(lower) === 'verb') return true
  const describesNext = next !== undefined && /^\p{Ll}/u.test(next) && !ENDS.has(next) && !BREAKS.has(next)
  return /(?:ed|ing)$/.test(lower) && !describesNext
}

const ORDINAL = /^(?:first|second|third|last|next|final)$/
/** Words; what is asked for stands near its question word. */
const LONGEST_PHRASE = 8
const AUXILIARIES = new Set(
  'did does do is are was were has have had will would can could should might may must am'.split(' '),
)
const ENDS = new Set(
  'did does do is are was were has have had will would can could should might may must i you he she it we they of in on at for to with from about by that who which when after before during happened am ago between passed into as than because so if near under over around inside outside behind without like such along apart besides regarding within through'.split(
    ' ',
  ),
)
const BREAKS = new Set(
  'the a an my his her their our your its this that these those other some any'.split(' '),
)

function isPlural(noun: string): boolean {
  const lower = noun.toLowerCase()
  if (/^(?:people|children|men|women|feet|mice|geese|teeth)$/.test(lower)) return true
  return (
    /[^su'’i]s$/.test(lower) &&
    !/^(?:news|series|tennis|yoga|lens|gas|bus|bias|atlas|christmas|campus|always|news|means|species|does|has|was)$/.test(
      lower,
    )
  )
}
