import { type CapitalWord, kindOf, NAME_PARTICLE, TITLE } from './capital-word.ts'
import { isNameLikeMonth, mayBeGivenName } from './lexicon.ts'
import type { Word } from './words.ts'

/**
 * A run of capitalised words without those that have their capital for another reason: sentence starts, greetings,
 * “I”, weekdays, months, and a lone first word of which nothing says that it is a name.
 *
 * @returns None where no name is left.
 */
export function withoutSeeming(text: string, run: readonly CapitalWord[]): readonly CapitalWord[] {
  let from = 0
  let to = run.length
  while (from < to && seemsOnly(run, from)) from++
  while (to > from && endsNoName(run[to - 1]!)) to--
  const kept = run.slice(from, to)
  const [first] = kept
  if (first === undefined || /^\d/.test(first.text)) return []
  return kept.length > 1 || standsAlone(text, first) ? kept : []
}

/** Verbs whose subject is nearly always a person or an animal. */
export function isPersonalVerb(word: string): boolean {
  return PERSONAL_VERB.has(word)
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
  if (NAME_PARTICLE.has(word.text)) return true
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
    NAME_PARTICLE.has(word.text) ||
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

const PERSONAL_VERB = new Set(
  (
    'said says told tells asked asks thinks thought wants wanted loves loved likes liked hates hated knows knew lives lived works worked ' +
    'went goes came comes bought ordered plays played lent lends gave gives married moved visited cooked drives drove eats ate drinks drank ' +
    'wrote writes reads paints painted taught teaches feels felt believes called calls borrowed lost found won dislikes prefers sold sells ' +
    'hosted joined met got took brought baked booked'
  ).split(' '),
)
