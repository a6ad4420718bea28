import { isNameLikeMonth, mayBeGivenName, type WordKind, wordKind } from './lexicon.ts'
import { foldText } from './terms.ts'
import { type Word, words } from './words.ts'

/** A word with what its place in the text says about its capital. */
export type CapitalWord = Word & {
  readonly kind: WordKind | undefined
  /** Where every word has a capital: at the start of a sentence, line, quotation or list item. */
  readonly initial: boolean
}

/** A run of words that belong to one name, before it is decided what is named. */
export type Run = { readonly words: readonly [CapitalWord, ...CapitalWord[]] }

/**
 * Runs of capitalised words, with the particles and numbers that stand inside a name (“Lord of the Rings”, “Flat 1603”).
 * Words that only seem to be names (sentence starts, greetings, “I”, weekdays) are cut off both ends.
 * A text in capitals throughout has none.
 *
 * @param people Lower-case names that are known to be persons, whatever else the word may be.
 */
export function capitalRuns(text: string, people: ReadonlySet<string>): readonly Run[] {
  if (!/\p{Lu}/u.test(text) || isShouted(text)) return []
  const all = words(text)
  const runs: Run[] = []
  let at = 0
  while (at < all.length) {
    const end = isCapital(all[at]!) ? runEnd(text, all, at, people) : at + 1
    if (isCapital(all[at]!)) {
      const run = withoutSeeming(
        text,
        all.slice(at, end).map((word) => inPlace(text, word, people)),
      )
      if (run !== undefined) runs.push(run)
    }
    at = end
  }
  return runs
}

/** A kind for the word inside “I'm”, “She's” and “Don't”, which no lexicon lists. */
export function kindOf(lower: string): WordKind | undefined {
  return CONTRACTION.test(lower) ? 'function' : wordKind(lower)
}

const CONTRACTION =
  /n['’]t$|^(?:i|you|he|she|it|we|they|that|there|here|what|who|how|when|where|why|let|y)['’](?:m|s|re|ve|d|ll|all)$/

function isCapital(word: Word): boolean {
  const first = word.text.codePointAt(0)!
  return /^\p{Lu}/u.test(String.fromCodePoint(first)) || /^\p{Ll}{1,2}\p{Lu}/u.test(word.text)
}

/** More than half of the letters of a text of some length are capitals: then a capital says nothing. */
function isShouted(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  if (capitals < 8) return false
  return capitals > (text.match(/\p{Ll}/gu)?.length ?? 0)
}

const PARTICLE = new Set([
  'of',
  'the',
  'de',
  'del',
  'della',
  'di',
  'da',
  'du',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'bin',
  'al',
  'y',
])
/** “Lord of the Rings”: no more than two particles in a row. */
const MOST_PARTICLES = 2

/** A known person begins a name of their own: “Is Oscar Melanie's pet?” names two. */
function runEnd(text: string, all: readonly Word[], from: number, people: ReadonlySet<string>): number {
  let end = from + 1
  while (end < all.length && joined(text, all[end - 1]!, all[end]!)) {
    const word = all[end]!
    if (people.has(word.lower)) break
    if (isCapital(word) && kindOf(all[end - 1]!.lower) !== 'exclamation' && !isPronoun(word)) end++
    else if (/^\d/.test(word.text) && takesNumber(all[end - 1]!)) end++
    else {
      const resumed = afterParticles(text, all, end)
      if (resumed === undefined) break
      end = resumed
    }
  }
  return end
}

function afterParticles(text: string, all: readonly Word[], from: number): number | undefined {
  let at = from
  while (at < all.length && at - from < MOST_PARTICLES && PARTICLE.has(all[at]!.text)) at++
  const next = all[at]
  if (at === from || next === undefined || !isCapital(next) || isPronoun(next)) return undefined
  const unbroken = all.slice(from, at + 1).every((word, i) => joined(text, all[from + i - 1]!, word))
  return unbroken ? at + 1 : undefined
}

/** One space between them, as a possessive, a comma or a line break ends a name. */
function joined(text: string, left: Word, right: Word): boolean {
  const gap = text.slice(left.end, right.start)
  return (
    gap === ' ' ||
    gap === ' & ' ||
    (gap === '. ' && /^\p{L}$/u.test(left.text)) ||
    (gap === '. ' && TITLE.test(left.text))
  )
}

/** “May 5” is a date, “Apollo 11” and “Flat 1603” are names. */
function takesNumber(word: Word): boolean {
  const kind = kindOf(word.lower)
  return (
    isCapital(word) && kind !== 'month' && kind !== 'weekday' && kind !== 'function' && kind !== 'exclamation'
  )
}

function isPronoun(word: Word): boolean {
  return word.text === 'I' || CONTRACTION.test(word.lower)
}

export const TITLE =
  /^(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Professor|Aunt|Auntie|Uncle|Coach|Captain|Sir|Lady|Grandma|Grandpa|Sister|Father|Rabbi|Judge|Officer)$/

function inPlace(text: string, word: Word, people: ReadonlySet<string>): CapitalWord {
  const kind = people.has(word.lower)
    ? 'given-name'
    : (kindOf(word.lower) ?? kindOf(foldText(word.lower)) ?? kindByForm(word))
  return { ...word, kind, initial: isInitial(text, word.start) }
}

/** What the lexicon does not list one by one: “Sarah-Jane”, “O'Brien”, languages and nationalities. */
function kindByForm({ text, lower }: Word): WordKind | undefined {
  const hyphen = lower.indexOf('-')
  if (hyphen > 0 && wordKind(lower.slice(0, hyphen)) === 'given-name' && /-\p{Lu}/u.test(text))
    return 'given-name'
  if (/^(?:O['’]|Mc|Mac)\p{Lu}/u.test(text)) return 'surname'
  return /.{3}(?:ish|ese|ian|ean|ican)$/.test(lower) ? 'demonym' : undefined
}

/** Looks back over spaces and opening marks to what ends a sentence, or to a line break, bullet or emoji. */
function isInitial(text: string, start: number): boolean {
  for (let at = start - 1; at >= 0; at--) {
    const character = text[at]!
    if (character === '\n' || '.!?…:;•"“*'.includes(character))
      return !(character === '.' && isAbbreviated(text, at))
    if (" \t-–—(‘'>_#".includes(character)) continue
    return !/[\p{L}\p{N},)\]%&’/]/u.test(character)
  }
  return true
}

function isAbbreviated(text: string, dot: number): boolean {
  const before = /[\p{L}.]+$/u.exec(text.slice(Math.max(0, dot - 6), dot))?.[0] ?? ''
  return TITLE.test(before) || /^(?:St|Mt|\p{Lu})$/u.test(before)
}

function withoutSeeming(text: string, run: readonly CapitalWord[]): Run | undefined {
  let from = 0
  let to = run.length
  while (from < to && seemsOnly(run, from)) from++
  while (to > from && endsNoName(run[to - 1]!)) to--
  const kept = run.slice(from, to)
  const [first, ...rest] = kept
  if (first === undefined || /^\d/.test(first.text)) return undefined
  if (rest.length === 0 && !standsAlone(text, first)) return undefined
  return { words: [first, ...rest] }
}

/** Whether the word at `index` has its capital for another reason than being part of the name that follows. */
function seemsOnly(run: readonly CapitalWord[], index: number): boolean {
  const word = run[index]!
  const next = run[index + 1]
  if (word.text === 'I' || word.kind === 'weekday') return true
  if (word.kind === 'exclamation') return true
  // Alone it may be a person or a month, which is told by the words around.
  if (word.kind === 'month')
    return next !== undefined && !(isNameLikeMonth(word.lower) && /^\p{L}/u.test(next.text))
  if (PARTICLE.has(word.text)) return true
  if (!word.initial) {
    const small = word.kind === 'function' && (next === undefined || word.lower.length < 4)
    return small && !isAcronym(word) && !mayBeGivenName(word.lower)
  }
  if (TITLE.test(word.text) && next !== undefined) return false
  if (word.kind === 'function') return true
  if (next === undefined) return false
  if (word.kind === 'verb' || word.kind === 'common') return !namesThing(word, next)
  return false
}

/** “Whispering Falls”, “Great Gatsby”: an ordinary word begins a name when the next is no person, place or number. */
function namesThing(word: CapitalWord, next: CapitalWord): boolean {
  if (/^\d/.test(next.text)) return word.kind === 'common'
  if (word.kind === 'verb' && !(/ing$/.test(word.lower) && isOrdinary(next))) return false
  if (mayBeGivenName(next.lower)) return false
  if (
    next.kind === 'given-name' ||
    next.kind === 'place' ||
    next.kind === 'surname' ||
    next.kind === 'function'
  )
    return false
  return !/ed$/.test(word.lower)
}

function isOrdinary(word: CapitalWord): boolean {
  return word.kind === 'common' || word.kind === 'verb'
}

function endsNoName(word: CapitalWord): boolean {
  return (
    word.kind === 'exclamation' ||
    word.kind === 'weekday' ||
    PARTICLE.has(word.text) ||
    (word.kind === 'month' && !isNameLikeMonth(word.lower))
  )
}

function standsAlone(text: string, word: CapitalWord): boolean {
  if (word.text.length < 2 || word.kind === 'demonym' || word.kind === 'exclamation') return false
  if (word.kind === 'function') return !word.initial && mayBeGivenName(word.lower)
  if (!word.initial) return true
  if (
    word.kind === 'given-name' ||
    word.kind === 'place' ||
    word.kind === 'organisation' ||
    word.kind === 'surname'
  )
    return true
  if (isAcronym(word)) return true
  if (word.kind !== undefined)
    return /^['’]s\b/.test(text.slice(word.end, word.end + 3)) && mayBeGivenName(word.lower)
  return word.text.length > 2 && !LOOKS_ORDINARY.test(word.lower) && actsOrOwns(text, word)
}

function isAcronym(word: CapitalWord): boolean {
  return (
    word.text.length >= 2 &&
    word.text.length <= 6 &&
    /^[\p{Lu}\d&]+s?$/u.test(word.text) &&
    word.kind !== 'exclamation'
  )
}

/** Endings of ordinary words that the lexicon does not list and that open a sentence now and then. */
const LOOKS_ORDINARY =
  /(?:ing|ed|ly|tion|sion|ness|ment|ity|ery|ory|ism|ous|ful|less|able|ible|ial|ical|ship|hood|wise|ways|days|ies|['’].*)$/

/** An unknown first word names someone if it owns something, does what people do, or is said to be someone's relation. */
function actsOrOwns(text: string, word: Word): boolean {
  const after = text.slice(word.end, word.end + 32)
  if (/^['’]s [\p{Ll}\d]/u.test(after)) return !isContracted(after)
  if (/^, (?:can|could|will|would|did|do|are|have) (?:you|we)\b/.test(after)) return true
  const next = /^(?:,? (?:also|just|never|always|really))? (\p{Ll}+)/u.exec(after)?.[1]
  if (next === undefined) return false
  return (
    isPersonalVerb(next) ||
    after.startsWith(' and I ') ||
    /^ (?:is|was) (?:my|our|his|her|their) /.test(after)
  )
}

/** “Life's a gift” and “Dinner's ready”, as against “Heike's canoe”. */
function isContracted(after: string): boolean {
  const owned = /^['’]s (\p{Ll}+)/u.exec(after)?.[1]
  return (
    owned !== undefined &&
    (kindOf(owned) === 'function' || /(?:ing|ed|ly)$/.test(owned) || owned === 'good' || owned === 'ready')
  )
}

/** Verbs whose subject is nearly always a person or an animal. */
export function isPersonalVerb(word: string): boolean {
  return PERSONAL_VERB.has(word)
}

const PERSONAL_VERB = new Set(
  (
    'said says told tells asked asks thinks thought wants wanted loves loved likes liked hates hated knows knew lives lived works worked ' +
    'went goes came comes bought ordered plays played lent lends gave gives married moved visited cooked drives drove eats ate drinks drank ' +
    'wrote writes reads paints painted taught teaches feels felt believes called calls borrowed lost found won dislikes prefers sold sells ' +
    'hosted joined met got took brought baked booked'
  ).split(' '),
)
