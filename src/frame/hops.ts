import { isAdjective } from '../language/lexicon.ts'
import { words } from '../language/words.ts'
import type { InformationNeed } from '../model/recall-frame.ts'
import type { Order } from './order-relation.ts'

/**
 * Whether one memory can answer: `multi` where the question lists, counts, compares, joins two persons or things, or
 * hangs on a second event.
 */
export function hopsOf(
  asked: string,
  need: Pick<InformationNeed, 'kind' | 'list'>,
  order: Order | undefined,
): 'single' | 'multi' {
  if (need.list || JOINS.test(asked) || JOINS_PERSONS.test(asked)) return 'multi'
  // [closer to work than his old one]
  if (/\bthan\b(?! \d)/i.test(asked) && comparesOptions(asked)) return 'multi'
  if (need.kind === 'choice' && (order !== undefined || comparesOptions(asked))) return 'multi'
  return order?.event === undefined ? 'single' : 'multi'
}

/** “Which is bigger, A or B?”, “Who has more children, A or B?”; not “Did I buy the bigger or the smaller one?”. */
function comparesOptions(asked: string): boolean {
  return words(asked).some(
    ({ lower }, index, all) => isComparative(lower) && !/^(?:the|an?)$/.test(all[index - 1]?.lower ?? ''),
  )
}

/** [more], [bigger], [happier], [closer]. */
function isComparative(word: string): boolean {
  if (/^(?:more|less|fewer|better|worse|further|farther)$/.test(word)) return true
  const stem = word.replace(/i?er$/, '')
  // Nobody is number than somebody else.
  if (stem === word || stem.length < 2 || word === 'number') return false
  // [bigger] is of big, but [father] not of fat.
  const single = stem.replace(/(\p{L})\1$/u, '$1')
  return [stem, `${stem}e`, `${stem}y`, single].some((each) => each.length > 2 && isAdjective(each))
}

const JOINS =
  /\bboth\b|\bin common\b|\bhow many (?:times(?! (?:a|per|each|every) )|different|of)\b|\bin total\b|\baltogether\b|\b(?:more|less|fewer|older|younger|earlier|later|longer|shorter|better|bigger) than\b|\bcompared? (?:to|with)\b|\bdifferen(?:ce|t)\b.*\b(?:between|from)\b|\bbetween\b.*\band\b|\bsame\b|\beach other\b|\brespectively\b|\bas well as\b|\b(?:all|each|every|total|combined) (?:of )?(?:the|my|his|her|their)\b|\border (?:of|from|in)\b/i
/** “Ana and Ugo”, “Ana and I”. */
const JOINS_PERSONS = /\b\p{Lu}[\p{L}'’]+ and (?:\p{Lu}[\p{L}'’]+|I|me)\b/u
