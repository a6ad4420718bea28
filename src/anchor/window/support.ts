import { analyse } from '../../language/terms.ts'
import { isEligible } from './eligible.ts'
import { isCalled } from './people.ts'
import type { ReadUnit } from './read-unit.ts'
import type { ReadSentence, ReadTurn, ReadWindow } from './read-window.ts'
import type { Subject } from './subject.ts'

/** How well the turns of a window bear out a restatement. */
export type Support = {
  readonly verdict: 'supported' | 'unsupported' | 'of another speaker'
  /** The sentences of the sources that say it, those that share most of its words; none where it is not supported. */
  readonly statement: readonly ReadSentence[]
}

/**
 * Whether the content words of a restatement stand in its sources or, as far as these do speak of it, around them. Other
 * words may say the same, so a share of them is enough; what the words are about is checked by names, numbers and days.
 */
export function supportOf(
  unit: ReadUnit,
  sources: readonly ReadTurn[],
  { subject, window }: { readonly subject: Subject; readonly window: ReadWindow },
): Support {
  const own = sources.flatMap(({ sentences }) => sentences)
  const terms = contentTerms(unit, window)
  if (terms.length === 0) {
    const hasNumber = unit.numbers.length > 0
    return { verdict: hasNumber ? 'supported' : 'unsupported', statement: hasNumber ? own : [] }
  }
  const eligible = own.filter((sentence) => isEligible(sentence, subject, window))
  const isOwn = !subject.isSpeaker || sources.some(({ turn }) => turn.speaker === subject.name)
  const near = () => around(sources, window).flatMap(({ sentences }) => sentences)
  // What Ben tells of himself may be what Ada admires in Ben.
  const isOfNamed = ({ of }: ReadSentence) => unit.persons.some(({ text }) => isCalled(of.turn.speaker, text))
  const nearEligible = () =>
    isOwn ? near().filter((sentence) => isEligible(sentence, subject, window) || isOfNamed(sentence)) : []
  const told = terms.filter((term) => !TELLING.has(term))
  const bears = (part: readonly ReadSentence[], rest: () => readonly ReadSentence[]) =>
    [terms, told].some((some) => bearsOut(some, part, { near: rest, isReply: isReply(eligible, subject) }))
  if (!bears(eligible, nearEligible))
    return { verdict: bears(own, near) ? 'of another speaker' : 'unsupported', statement: [] }
  // What speaks of the subject must be what says it, not a word beside what someone says of themselves.
  const least = isOwn ? SHARE_OF_OWN_WORDS : SHARE_OF_WORDS_TO_ANOTHER
  if (shareOf(terms, eligible) < shareOf(terms, own) * least)
    return { verdict: 'of another speaker', statement: [] }
  return { verdict: 'supported', statement: saying(terms, eligible) }
}

/** The turn of the window that says most of a restatement, and enough of it to be its source; undefined for none. */
export function bestCover(unit: ReadUnit, window: ReadWindow): ReadTurn | undefined {
  const terms = contentTerms(unit, window)
  let best: { turn: ReadTurn; share: number } | undefined
  for (const turn of window.turns.filter(({ isOverlap }) => !isOverlap)) {
    const share = shareOf(terms, turn.sentences)
    if (share > (best?.share ?? 0)) best = { turn, share }
  }
  return best !== undefined && best.share >= SHARE_OF_A_SOURCE ? best.turn : undefined
}

/** Of a unit's words, how many a turn must hold to be taken for its source without being named. */
const SHARE_OF_A_SOURCE = 0.5
/** In the sources alone; LoCoMo's ready units share 0.71 in the median and 0.14 at the lowest 2 %, turns drawn at random 0.20 at the highest 5 %. */
const SHARE_OWN = 0.25
/** In the sources and around them, of which `LEAST_OWN` in the sources; the lowest 2 % of the ready units share 0.43. */
const SHARE_AROUND = 0.4
const LEAST_OWN = 0.1
/** Turns before and after a source that may complete it: a question and a reply to it. */
const TURNS_AROUND = 2

function bearsOut(
  terms: readonly string[],
  own: readonly ReadSentence[],
  { near, isReply }: { readonly near: () => readonly ReadSentence[]; readonly isReply: boolean },
): boolean {
  const share = shareOf(terms, own)
  if (share >= SHARE_OWN) return true
  return (share >= LEAST_OWN || isReply) && shareOf(terms, near()) >= SHARE_AROUND
}

/** A short reply [Yes, every Sunday.] takes its words from the question. */
function isReply(own: readonly ReadSentence[], subject: Subject): boolean {
  const replies = own.filter(({ of }) => of.turn.speaker === subject.name)
  return replies.length > 0 && replies.every(({ terms }) => terms.size <= WORDS_OF_A_REPLY)
}

const WORDS_OF_A_REPLY = 4
/** Of the words that the sources share with a restatement, how many stand in sentences that may speak of its subject. */
const SHARE_OF_OWN_WORDS = 0.5
const SHARE_OF_WORDS_TO_ANOTHER = 0.7

/** Sentences that share the most words with the restatement, and those that share nearly as many. */
function saying(terms: readonly string[], own: readonly ReadSentence[]): readonly ReadSentence[] {
  const counts = own.map((sentence) => terms.filter((term) => sentence.terms.has(term)).length)
  const most = Math.max(...counts)
  return own.filter((_, index) => counts[index]! >= most * NEARLY && counts[index]! > 0)
}

const NEARLY = 0.6

function shareOf(terms: readonly string[], said: readonly { readonly terms: ReadonlySet<string> }[]): number {
  const found = terms.filter((term) => said.some((sentence) => sentence.terms.has(term)))
  return terms.length === 0 ? 0 : found.length / terms.length
}

/** Stems of the words that say something: no names of speakers, no numbers. */
function contentTerms({ terms }: ReadUnit, { nameTerms }: ReadWindow): readonly string[] {
  return [...terms].filter((term) => !nameTerms.has(term) && !/^\p{N}/u.test(term))
}

/** How something is said, not what: [Ada emphasises the importance of …]. */
const TELLING: ReadonlySet<string> = new Set(
  analyse(
    'say tell mention state report share express explain describe ask emphasize stress assure encourage compliment ' +
      'confidence thank grateful gratitude appreciate value support believe consider indicate importance ' +
      'user assistant speaker person called',
  ),
)

function around(sources: readonly ReadTurn[], { turns }: ReadWindow): readonly ReadTurn[] {
  return turns.filter(({ index, turn }) =>
    sources.some(
      (source) => source.turn.session === turn.session && Math.abs(source.index - index) <= TURNS_AROUND,
    ),
  )
}
