import { isQuestion } from '../language/modality.ts'
import { sentences } from '../language/sentences.ts'
import type { Turn } from '../model/turn.ts'
import { readPassage, type Stated } from './read-passage.ts'

/** What somebody says of themselves by agreeing with what somebody else said of themselves. */
export type Assent = Stated & { readonly echoed: string }

/**
 * Reads “Me too.”, “Same here!”, “Neither do I.” with which a turn begins as what the turn before ended with: the last
 * clause that its speaker told of themselves. Undefined where it agrees with nothing of that kind.
 */
export function assentTo(
  before: Turn,
  { speaker, text }: Turn,
  people: ReadonlySet<string>,
): Assent | undefined {
  if (before.speaker === speaker || !ASSENT.test(text)) return undefined
  const [first] = sentences(text)
  const told = readPassage(before.text, people).filter(({ sentence }) => !isQuestion(sentence))
  const last = told.at(-1)
  const echoed = told.filter(({ sentence }) => sentence === last?.sentence).findLast(isOfSelf)
  if (first === undefined || echoed === undefined) return undefined
  return { ...echoed, sentence: text.slice(first.start, first.end), start: 0, echoed: echoed.text }
}

function isOfSelf({ subject, modality }: Stated): boolean {
  return subject.kind === 'speaker' && modality !== 'asked'
}

const AUXILIARY = '(?:do|did|am|was|have|had|can|could|will|would|should)'
const ASSENT = new RegExp(
  [
    `^\\W*(?:(?:oh|yeah|yes|yep|wow|haha|ha|no),? )?(?:me,? too|me neither|same here|same for me|likewise|ditto|so ${AUXILIARY} (?:I|we)|(?:neither|nor) ${AUXILIARY} (?:I|we)`,
    `(?:I|we) ${AUXILIARY},? (?:too|as well)|(?:I|we) ${AUXILIARY}(?: not|n['’]t)?,? either|(?:I|we)['’]m (?:not )?(?:too|either))(?=\\s*(?:[.,!;:–—]|$))`,
  ].join('|'),
  'iu',
)
