import { isNearly, isNegated } from '../language/polarity.ts'
import { mayBeBeside, mayBeWhoItIs, maySetOff, namesSomebody, withoutLead } from './names-somebody.ts'
import { toldPartings } from './romance.ts'

/** A bond as it is written, and whether it is said to be none or to be over. */
export type ToldBond = {
  readonly written: string
  readonly noun: string
  readonly name: string
  readonly ends?: 'denied' | 'past' | undefined
}

/** All bonds that a text tells of or denies. */
export function toldBonds(text: string): readonly ToldBond[] {
  const owned = BONDS.flatMap(({ pattern, accepts, isClaim }) =>
    found(text, pattern)
      .filter(({ name }) => accepts(name))
      .map((told) => ({ ...told, ends: isClaim ? deniedIn(text, told) : undefined })),
  )
  const unions = [...found(text, UNION), ...found(text, UNITED)]
    .filter(({ written, name }) => !WHOSE_ALONE.test(written) && namesSomebody(name))
    .map((told) => ({ ...told, noun: unionNoun(text), ends: deniedIn(text, told) ?? pastIn(told) }))
  const partings = toldPartings(text).map((told) => ({ ...told, ends: 'past' as const }))
  return [...owned, ...unions, ...partings]
}

type Found = { written: string; noun: string; name: string; whole: string; start: number }

function found(text: string, pattern: RegExp): readonly Found[] {
  return [...text.matchAll(pattern)].map(({ groups, index, 0: whole }) => ({
    written: groups!.of!,
    noun: groups!.noun ?? '',
    name: whole.startsWith(groups!.name!) ? withoutLead(groups!.name!) : groups!.name!,
    whole,
    start: index,
  }))
}

/** Whether what is told is denied in its own part of the clause, or at its end: “not … any more”, “no longer”. */
function deniedIn(text: string, { whole, start }: Found): 'denied' | undefined {
  const end = start + whole.length
  const part = text.slice(0, end).replace(OTHER_PART, '')
  return isNegated(part) || isNearly(part) || UNREAL.test(part) || NO_MORE.test(text.slice(end))
    ? 'denied'
    : undefined
}

function pastIn({ whole }: Found): 'past' | undefined {
  return PAST_UNION.test(whole) ? 'past' : undefined
}

const OTHER_PART =
  /^.*(?:[,;:]|\b(?:because|as|since|so|and|but|when|while|after|before|until|till|although|though)\b)/isu
const UNREAL = /\b(?:would|could|should|might) (?:\p{Ll}+ )?(?:have|be)\b/iu
const NO_MORE = /^ (?:any ?more|no more|no longer)\b/iu
/** “I was married to Gus”: whom somebody is married to is not told by it. */
const PAST_UNION = /\b(?:was|were|used to be|had been) (?:\p{Ll}+ )?(?:married|engaged) to\b/iu

function unionNoun(text: string): string {
  return /\bengaged\b/iu.test(text) ? 'fiance' : 'spouse'
}

const NAME = '(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?\\p{Lu}[\\p{L}\\p{M}-]*(?: (?!I\\b)\\p{Lu}[\\p{L}\\p{M}-]*){0,2}'
const WHOSE = `(?<of>[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|\\p{Lu}[\\p{L}\\p{M}-]*['’]s)`
const NOUN =
  '(?:(?!is\\b|was\\b)\\p{Ll}[\\p{L}-]* ){0,2}?(?<noun>(?!(?:is|was|called|named|and|or)\\b)\\p{Ll}[\\p{L}-]+)'
const IS = "(?:is|was)(?:n['’]t| not| no longer)?"
/** The whole of a name, which is not whose somebody else is: “Rolf”, not “Rolf's sister”. */
const WHOLE_NAME = `(?<name>${NAME})(?![\\p{L}\\p{M}-]|['’](?:s|\\s)| \\p{Lu}[\\p{L}\\p{M}-]*['’](?:s|\\s))`
/** How a bond is written, what may stand there for a name, and whether it is claimed rather than taken for known. */
const BONDS = [
  // “My husband Marco”, “my boss Tove's car”.
  { source: `${WHOSE} ${NOUN} (?<name>${NAME})`, accepts: mayBeBeside, isClaim: false },
  // “Vera's son, Anton”.
  { source: `${WHOSE} ${NOUN}, ${WHOLE_NAME}`, accepts: namesSomebody, isClaim: false },
  { source: `${WHOSE} ${NOUN} ${IS} ${WHOLE_NAME}`, accepts: mayBeWhoItIs, isClaim: true },
  {
    source: `${WHOSE} ${NOUN}(?: is called| is named|['’]s name is|['’]s called) ${WHOLE_NAME}`,
    accepts: mayBeBeside,
    isClaim: true,
  },
  // “Tove is my boss”.
  {
    source: `(?<name>${NAME}) ${IS} ${WHOSE} ${NOUN}(?![\\p{L}-])(?! \\p{Lu}|['’])`,
    accepts: namesSomebody,
    isClaim: true,
  },
  // “Anton, Vera's son”; “Bob, my sister is ill” only speaks to Bob.
  {
    source: `(?<name>${NAME}), ${WHOSE} ${NOUN}(?=\\s*(?:[.;:!?)–—]|$|,(?! \\p{Lu})))`,
    accepts: maySetOff,
    isClaim: false,
  },
].map(({ source, ...bond }) => ({ ...bond, pattern: new RegExp(`(?<![\\p{L}])${source}`, 'gu') }))
/** “I'm married to Rolf”, “Runa married a baker, Teo”. */
const UNION = new RegExp(
  `(?<![\\p{L}])(?<of>I|I['’]\\p{L}+|[Hh]e|[Ss]he|(?:[Hh]e|[Ss]he)['’]s|${NAME})(?: \\p{Ll}+){0,3}? (?:(?:married|engaged) to|married) (?:an? \\p{Ll}+(?: \\p{Ll}+)?,? )?${WHOLE_NAME}`,
  'gu',
)
/** “My aunt married Gus”: it is not the speaker who did. */
const WHOSE_ALONE = /^(?:My|Our|His|Her|Their|The|A|An)$/u
/** “Ebbe and I got married”. */
const UNITED = new RegExp(
  `(?<name>${NAME}) and (?<of>I|${NAME})(?: \\p{Ll}+){0,3}? (?:married|engaged)(?! to)\\b`,
  'gu',
)
