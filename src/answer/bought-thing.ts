import { wordKind } from '../language/lexicon.ts'
import { stem } from '../language/stem.ts'
import { words } from '../language/words.ts'
import { PARTICIPLE } from '../time/verbs.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/**
 * Whether a clause has the thing that a question names only as a word beside another noun: a cello bow is no cello.
 *
 * What the question names is what stands with an article at its end, or before a preposition: “a cello” in “Did she buy
 * a cello in May?”.
 */
export function isMerelyModifier(
  { text }: Pick<Statement, 'text'>,
  { text: asked }: Pick<Question, 'text'>,
): boolean {
  return [...asked.matchAll(THING)].some(({ groups }) =>
    modifiesOnly(text, stem(groups!.noun!.toLowerCase())),
  )
}

const THING =
  /(?<!^\W*(?:do|does|did|is|are|was|were|has|have|had|will|can)(?:n['’]t)?\s+)\b(?:an?|any|the|some|my|our|your|his|her|their|new|own|another)\s+(?<noun>\p{Ll}{2,})(?=\s*[?.!,]|\s*$|\s+(?:in|on|at|from|for|with|to|by|last|this|yesterday|today|recently|ever|yet|before|after)\b)/gu

function modifiesOnly(text: string, noun: string): boolean {
  const said = words(text)
  const places = said.flatMap(({ lower }, index) => (stem(lower) === noun ? [index] : []))
  return (
    places.length > 0 &&
    places.every((index) => {
      const [word, next] = [said[index]!, said[index + 1]]
      return next !== undefined && /^ $/u.test(text.slice(word.end, next.start)) && isNoun(next.text)
    })
  )
}

/** A word that is nothing else by the lexicon; of verbs those in their base form, as a finite one would be inflected. */
function isNoun(word: string): boolean {
  if (!/^\p{Ll}{2,}$/u.test(word) || NO_NOUN.test(word)) return false
  const kind = wordKind(word)
  return kind === undefined || kind === 'common' || (kind === 'verb' && !word.endsWith('s'))
}

const NO_NOUN = new RegExp(
  String.raw`^(?:${PARTICIPLE}|\p{L}+(?:ly|ing)|ago|again|already|online|instead|abroad|home|together|either|too|right|second-hand|yesterday|tomorrow|today|tonight|there|here|that|which|who|whose|named|called|cost|costs|needs|is|was)$`,
  'u',
)
