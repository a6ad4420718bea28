import { isEligible } from './eligible.ts'
import { isSpeakerName } from './people.ts'
import type { ReadUnit } from './read-unit.ts'
import { type ReadTurn, type ReadWindow, wordsOf } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'
import type { Subject } from './subject.ts'

/** The sources, with the turns from which a name was taken. */
export type NamedSources = { readonly sources: readonly ReadTurn[] }

/**
 * Refuses a name that nobody gave. A name may come from a turn that the unit does not cite, where a pronoun of a source
 * goes back to it; that turn becomes a source as well, so that the name goes when the turn is forgotten.
 */
export function checkNames(
  unit: ReadUnit,
  sources: readonly ReadTurn[],
  { subject, window }: { readonly subject: Subject; readonly window: ReadWindow },
): Refusal | NamedSources {
  const further: ReadTurn[] = []
  for (const { text } of unit.names) {
    if (isSpeakerName(text, window) || ROLE.test(text)) continue
    if (isSaid(text, [...sources, ...further])) continue
    const around = namedAround(text, sources, { subject, window })
    if (around === undefined) return refusal('name not in source', unit.written, text)
    further.push(around)
  }
  return { sources: [...sources, ...further] }
}

/** Turns back in which a pronoun may have its name; a name said longer ago is said again. */
const TURNS_BACK = 8
/** [I adopted a pup! – What is it called? – Shadow.] */
const TURNS_AHEAD = 4
const ROLE = /^(?:the )?(?:user|assistant)$/i

/** Whether every word of a name stands in the texts, in any case and form; its numbers are checked as numbers. */
function isSaid(name: string, turns: readonly ReadTurn[]): boolean {
  const said = (word: string) => turns.some(({ words }) => hasWord(words, word))
  return [...wordsOf(name)]
    .filter((word) => !CONNECTING.has(word) && !/^\p{N}*$/u.test(word))
    .every(isCompound(said))
}

/** A compound is said when its parts are. */
const isCompound = (said: (word: string) => boolean) => (word: string) =>
  said(word) || (/[-/&.]/u.test(word) && word.split(/[-/&.]/u).every(said))

function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  // [the Andes; an Andean]: a name and its other forms share how they begin.
  const root = word.slice(0, Math.max(SHORTEST_ROOT, word.length - LONGEST_ENDING))
  return (
    word.length > SHORTEST_ROOT &&
    [...words].some((each) => each.startsWith(root) && each.length <= word.length + LONGEST_ENDING)
  )
}

const SHORTEST_ROOT = 4
const LONGEST_ENDING = 2
const CONNECTING: ReadonlySet<string> = new Set('the of and a an in on at de la s'.split(' '))

/** The nearest turn around the sources that gives the name in speaking of the subject, where a pronoun goes back to it. */
function namedAround(
  name: string,
  sources: readonly ReadTurn[],
  { subject, window }: { readonly subject: Subject; readonly window: ReadWindow },
): ReadTurn | undefined {
  if (!sources.some(({ turn }) => PRONOUN.test(turn.text))) return undefined
  const last = Math.max(...sources.map(({ index }) => index))
  const before = window.turns.slice(Math.max(0, last - TURNS_BACK), last).toReversed()
  return [...before, ...window.turns.slice(last + 1, last + 1 + TURNS_AHEAD)].find((turn) => {
    if (!isSaid(name, [turn])) return false
    const speaks = turn.sentences.filter((sentence) =>
      [...wordsOf(name)].some((word) => hasWord(wordsOf(sentence.text), word)),
    )
    return speaks.some((sentence) => isEligible({ ...sentence, of: turn }, subject, window))
  })
}

const PRONOUN =
  /\b(?:he|him|his|she|her|hers|they|them|their|it|its|it['’]s|this|that|these|those|there|one|ones|which|who)\b|\b(?:he|she|they|that|there)['’]/i
