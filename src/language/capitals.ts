import { type CapitalWord, isContraction, kindOf, NAME_PARTICLE, TITLE } from './capital-word.ts'
import { type WordKind, wordKind } from './lexicon.ts'
import { withoutSeeming } from './seeming-names.ts'
import { foldText } from './terms.ts'
import { type Word, words } from './words.ts'

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
      const [first, ...rest] = withoutSeeming(
        text,
        all.slice(at, end).map((word) => inPlace(text, word, people)),
      )
      if (first !== undefined) runs.push({ words: [first, ...rest] })
    }
    at = end
  }
  return runs
}

function isCapital({ text }: Word): boolean {
  return CAPITAL.test(text)
}

/** “Jan”, “iPhone”, “eBay”. */
const CAPITAL = /^(?:\p{Lu}|\p{Ll}{1,2}\p{Lu})/u

/** More than half of the letters of a text of some length are capitals: then a capital says nothing. */
function isShouted(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  if (capitals < 8) return false
  return capitals > (text.match(/\p{Ll}/gu)?.length ?? 0)
}

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
  while (at < all.length && at - from < MOST_PARTICLES && NAME_PARTICLE.has(all[at]!.text)) at++
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
  return word.text === 'I' || isContraction(word.lower)
}

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
