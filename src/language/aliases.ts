import { isNameLikeMonth, isNoPerson, readsAsAdjective, wordKind } from './lexicon.ts'
import { type Name, names } from './names.ts'
import { sentences } from './sentences.ts'
import { foldText } from './terms.ts'

/** Two names of one person, of which the text itself says so. */
export type DeclaredAlias = { readonly alias: string; readonly person: string }

/**
 * The nicknames that a text declares: “everyone calls Bartholomew ‘Bas’”, “my sister Katarina, or Kat as we call her”,
 * “call me Jo”, “Bea is short for Beatrix”, “Tobias, aka Tobs”, “she goes by Kat” (said of the last person named).
 *
 * @param speaker Whom “me” and “I” mean.
 * @returns Each pair once, in order. Similar names alone are never joined.
 */
export function declaredAliases(text: string, speaker: string): readonly DeclaredAlias[] {
  if (!mayDeclare(text)) return []
  const found: DeclaredAlias[] = []
  const people = names(text).filter((name) => name.kind !== 'place' && name.kind !== 'organisation')
  for (const sentence of sentences(text)) {
    const words = text.slice(sentence.start, sentence.end)
    if (!mayDeclare(words)) continue
    const earlier = people.filter((name) => name.start < sentence.start)
    for (const declared of inSentence(words, speaker, lastPerson(earlier))) {
      if (isSound(declared) && !found.some((other) => sameAlias(other, declared))) found.push(declared)
    }
  }
  return found
}

/** One look at a text spares nearly all of them the rest, and those that are left all sentences but one. */
const CUE =
  /\bcall(?:s|ed|ing)?\b|\bknown\b|\baka\b|a\.k\.a|\bshort\b|\bnick|\b(?:goes|go|went|going) by\b|\bname(?:'s|’s)? is\b|\bname['’]s\b|\bprefers to be\b|\balias\b|\bshortened\b|\bknows?\b.*\bas\b|\b(?:real|full|given|proper|legal) name\b|\([a-z]+ to\b|(?:^|[.!?…] +)(?:to|among|for) (?:everyone|everybody|all|us|friends|family|her|his|their|my|our|the|most)\b| = |\bsame person\b|\bi mean\b|\bname for\b|\bthe name\b|on paper\b|\((?:["'“‘]|or )/i
/** The same of “Kat to her friends”: by the capital or the quotation mark, as people go to their friends in every other turn. */
const CUE_OF_CALLERS =
  /(?:['"”’»]|(?<!\p{L})\p{Lu}[\p{L}\p{M}-]*) (?:to|by) (?:everyone|everybody|all|us|friends|family|(?:her|his|their|my|our|the|most) \p{Ll}+)(?!\p{L})/u

const mayDeclare = (words: string): boolean => CUE.test(words) || CUE_OF_CALLERS.test(words)

const NAME = "\\p{Lu}[\\p{L}\\p{M}'’-]*(?: \\p{Lu}[\\p{L}\\p{M}'’-]*){0,2}"
const QUOTE_OPEN = '[\'"“‘«]'
const QUOTE_CLOSE = '[\'"”’»]'
/** A nickname: with a capital, or anything short in quotation marks. */
const NICK = `(?:${QUOTE_OPEN}(?<quoted>[^'"“”‘’«»\\n]{1,30})${QUOTE_CLOSE}|(?<bare>\\p{Lu}[\\p{L}\\p{M}-]*))`
const PERSON = `(?<person>${NAME})`
const CALLERS =
  "(?:[Ee]veryone|[Ee]verybody|[Pp]eople|[Ff]riends|[Ww]e(?: all| both)?|[Tt]hey(?: all)?|I|[Yy]ou can|[Mm]ost people|[Mm]ost of us|[Aa]ll of us|(?:[Hh]er|[Hh]is|[Tt]heir|[Mm]y|[Oo]ur|[Tt]he) \\p{Ll}+|\\p{Lu}\\p{Ll}+['’]s \\p{Ll}+)(?: (?:at|in|on|from) (?:the )?\\p{Ll}+)?(?:['’]d|['’]ve)?(?: (?:always|just|usually|all|also|often|sometimes|still|only))?"
/** Those to whom a nickname is a name. */
const ALL =
  '(?:everyone|everybody|all|all of us|us|friends|family|(?:her|his|their|my|our|the|most|all) (?:of )?(?:\\p{Ll}+ )?(?!(?:surprise|amazement|astonishment|delight|joy|relief|horror|shock|dismay|regret|sorrow|shame|disappointment|knowledge|mind|eyes|ears|credit|point|contrary|best|extent|record)\\b)\\p{Ll}+)'
/** “call my brother Konstantin …”: said of whom before the name. */
const RELATIVE = '(?:(?:my|our|her|his|their|the) (?:\\p{Ll}+ ){1,2})?'

/** Patterns that hold both names. */
const NAMED = [
  `${CALLERS} calls? ${RELATIVE}${PERSON} ${NICK}`,
  `\\p{Lu}\\p{Ll}+ (?:always |just |still )?calls ${RELATIVE}${PERSON} ${QUOTE_OPEN}(?<quoted>[^'"“”‘’«»\\n]{1,30})${QUOTE_CLOSE}`,
  `${CALLERS} (?:nicknamed|called) ${RELATIVE}${PERSON} ${NICK}`,
  `${CALLERS} knows? ${RELATIVE}${PERSON} as ${NICK}`,
  `${CALLERS} (?:shorten(?:ed|s)?|abbreviated?) ${RELATIVE}${PERSON} (?:to|as) ${NICK}`,
  `${PERSON},? (?:is |was |who is |who['’]s |['’]s |also |better |usually |often )*(?:known|referred to) (?:to (?:us|everyone|friends|all) )?as ${NICK}`,
  `${PERSON},? (?:who )?(?:is|was|gets|got|['’]s|usually|always|often)(?: usually| always| often| just)* (?:nicknamed|called) (?:just |simply )?${NICK}`,
  `${PERSON},? nicknamed ${NICK}`,
  `${PERSON},? (?:aka|AKA|a\\.k\\.a\\.?|alias) ${NICK}`,
  `${PERSON},? (?:who )?(?:(?:usually|also|always|just|mostly|now) )*goes by ${NICK}`,
  `${PERSON},? or (?:just |simply )?${NICK},? (?:as|like) ${CALLERS} calls? (?:her|him|them)`,
  `${PERSON},? (?:who|whom) ${CALLERS} (?:calls?|called|nicknamed|named) ${NICK}`,
  `${PERSON},? (?:who )?(?:is|was|['’]s) (?:just |simply |only |always )?${NICK} to ${ALL}`,
  `${PERSON},? (?:who )?(?:(?:is|was|['’]s) )?called ${NICK} by ${ALL}`,
  `(?:[Tt]o|[Aa]mong|[Ff]or) ${ALL},? ${PERSON} (?:is|was|has always been) (?:just |simply |only |always )?${NICK}`,
  `${PERSON}(?:,| -| –| —) ${NICK} to ${ALL}(?= ?[,.;:!?)–—-]|$)`,
  `(?:gave|given|giving) ${RELATIVE}${PERSON} the nickname ${NICK}`,
  `${PERSON},? (?:who )?(?:got|gets|has|had|earned|bears|was given|was known by) the nickname (?:of )?${NICK}`,
  `${PERSON},? (?:who )?(?:answers|listens|responds) to the name (?:of )?${NICK}`,
  `${PERSON} (?:likes|wants|loves|asked|wishes) to be called ${NICK}`,
  `${PERSON} (?:wants|told|asked|begged|lets|likes) (?:us|me|everyone|everybody|people|you|you all)(?: all)?(?: to)? call (?:her|him|them) ${NICK}`,
  `${PERSON},? or ${NICK},? for short`,
  `${PERSON}(?:,| -| –| —)? (?:just )?${NICK} for short`,
  `${PERSON},? \\(${NICK} to (?:her|his|their|my|our|most|all|us|everyone)\\b`,
  `${PERSON}(?:['’]s) nickname (?:is|was|has always been) ${NICK}`,
  `${PERSON} \\((?:(?:aka|called|known as|nickname|nicknamed|short:?|or) ${NICK}|${QUOTE_OPEN}(?<inner>[^'"“”‘’«»\\n]{1,30})${QUOTE_CLOSE})\\)`,
  `${PERSON} prefers to be called ${NICK}`,
]
/** Patterns in which the nickname comes first. */
const REVERSED = [
  `${NICK},? (?:is|was|being|which is|it['’]s)?,? ?(?:just )?short for ${PERSON}`,
  `${NICK} is (?:a |the |my |our |his |her )?(?:nickname|nick|pet name) (?:for|of) ${PERSON}`,
  `${NICK} is ${PERSON}['’]s nickname`,
  `${NICK} is (?:my|our|his|her|their|the) (?:\\p{Ll}+ )?name for ${PERSON}`,
  `${NICK} (?:=|and) ${PERSON} (?:are|is) (?:really |actually )?(?:one and )?the same(?: person)?`,
  `${NICK} = ${PERSON}`,
  `(?:[Ww]hen I say|[Bb]y) ${NICK},? I (?:always )?mean ${PERSON}`,
  `${NICK},? \\(${PERSON} (?:on paper|officially|in full|really|at birth)`,
  `${NICK} is what ${CALLERS} calls? ${RELATIVE}${PERSON}`,
  `${NICK},? as ${CALLERS} calls? ${RELATIVE}${PERSON}`,
  `${NICK},? \\((?:real|full|given|proper|legal) name:? (?:is )?${PERSON}\\)`,
  `${NICK}(?:,? whose|['’]s) (?:real|full|given|proper|legal) name is ${PERSON}`,
]
/** Patterns about the speaker. */
const OWN = [
  `(?<!\\b(?:[Dd]on['’]t|[Dd]o not|[Nn]ever|[Nn]obody|[Nn]o one|not)(?: \\p{L}+)? )\\b[Cc]all me ${NICK}`,
  `${NICK} is my (?:\\p{Ll}+ )?(?:nickname|name)`,
  `\\bI(?: prefer|['’]d (?:rather|prefer|like)| like| want| would (?:rather|prefer|like))(?: to)? be called ${NICK}`,
  `${CALLERS} (?:calls? me|knows? me as) ${NICK}`,
  `\\bI(?:['’]m| am) (?:usually |better |also |mostly )?(?:known as|called|nicknamed) ${NICK}`,
  `\\bI (?:usually |mostly |just |also )?go by ${NICK}`,
  `\\b[Mm]y (?:nickname|name)(?:(?: (?:at|in|on) (?:the )?\\p{Ll}+)?(?: is| was)|['’]s) (?:actually |really )?${NICK}`,
  // Small letters only for given names: “my name is misspelt” names nobody.
  `\\b[Mm]y name(?:['’]s| is) (?<small>\\p{Ll}{2,})(?= and\\b| but\\b|[.,!]|$)`,
]
/** Patterns about someone who was named before. */
const ANTECEDENT = [
  `${CALLERS} (?:calls?|called|nicknamed) (?:her|him|them) ${NICK}`,
  `\\b(?:[Ss]he|[Hh]e|[Tt]hey)(?:['’]s| is)? (?:usually |mostly |just |also )*(?:goes by|go by|known as|called|nicknamed|prefers to be called) ${NICK}`,
  `\\b(?:[Hh]er|[Hh]is|[Tt]heir) nickname is ${NICK}`,
  `\\bor ${NICK},? as ${CALLERS} calls? (?:her|him|them)`,
]

const compiled = (sources: readonly string[]) => sources.map((source) => new RegExp(source, 'gu'))
const BOTH = compiled([...NAMED, ...REVERSED])
const ABOUT_SPEAKER = compiled(OWN)
const ABOUT_OTHER = compiled(ANTECEDENT)

function* inSentence(words: string, speaker: string, earlier: string | undefined): Generator<DeclaredAlias> {
  for (const match of matches(words, BOTH)) {
    const person = properPart(match.groups?.person ?? '')
    if (person !== undefined) yield { alias: nickOf(match), person }
  }
  for (const match of matches(words, ABOUT_SPEAKER)) yield { alias: nickOf(match), person: speaker }
  for (const match of matches(words, ABOUT_OTHER)) {
    const end = match.index + match[0].length - nickOf(match).length
    const before = names(words.slice(0, end)).filter((name) => name.kind !== 'place' && name.end <= end)
    const person = lastPerson(before) ?? earlier
    if (person !== undefined) yield { alias: nickOf(match), person }
  }
}

function matches(words: string, patterns: readonly RegExp[]): RegExpExecArray[] {
  return patterns.flatMap((pattern) => [...words.matchAll(pattern)])
}

function nickOf({ groups = {} }: RegExpExecArray): string {
  const small = wordKind(groups.small ?? '') === 'given-name' ? groups.small : undefined
  return (groups.quoted ?? groups.bare ?? groups.inner ?? small ?? '').replace(/[.,!?]+$/, '').trim()
}

/** “Hey Bartholomew” → “Bartholomew”; undefined for words that only begin a sentence (“Everyone”). */
function properPart(phrase: string): string | undefined {
  const found = names(`: ${phrase}`, new Set())
  return found[found.length - 1]?.text ?? names(`it ${phrase}`)[0]?.text
}

function lastPerson(found: readonly Name[]): string | undefined {
  return found[found.length - 1]?.text
}

/** “Call me Monday” and “we call Tom ‘lazy’” give no names; neither is a name its own alias. */
function isSound({ alias, person }: DeclaredAlias): boolean {
  if (!/\p{L}/u.test(alias) || foldText(alias) === foldText(person)) return false
  // “Berlin = Germany” tells no person's other name.
  if ([alias, person].every(isNoPerson)) return false
  const kind = wordKind(alias.toLowerCase())
  if (/^\p{Ll}/u.test(alias)) return kind === 'given-name' || (kind === undefined && !readsAsAdjective(alias))
  return isNameLikeMonth(alias.toLowerCase()) || names(`it ${alias} `).length > 0
}

function sameAlias(a: DeclaredAlias, b: DeclaredAlias): boolean {
  return foldText(a.alias) === foldText(b.alias) && foldText(a.person) === foldText(b.person)
}
