import { isNegated } from '../language/polarity.ts'

/** What people are to each other who have married, or are a couple. */
const NOUNS = ['spouse', 'fiance', 'partner', 'boyfriend', 'girlfriend', 'lover'] as const

/** A couple that a text says is none any more. */
export type ToldEnd = { readonly written: string; readonly noun: string; readonly name: string }

/** The couples of which a text says that they have parted, whatever they were: “Ruben and I broke up”, “I divorced Gus”. */
export function toldPartings(text: string): readonly ToldEnd[] {
  if (!MAY_PART.test(text) || isNegated(text)) return []
  const found = PARTINGS.flatMap((pattern) => [...text.matchAll(pattern)])
  return found.flatMap(({ groups }) =>
    NOUNS.map((noun) => ({ written: groups!.of ?? 'I', noun, name: groups!.name! })),
  )
}

/** Whether a clause says that somebody's couple or marriage is over, without a word of with whom: “we split up in May”. */
export function tellsParting(text: string): boolean {
  return MAY_PART.test(text) && PARTED.test(text) && !isNegated(text)
}

/** Whether a question asks if somebody is one of a couple: “Is Gert married?”, “Is Bea still with Jorge?”. */
export function asksWhetherCouple(question: string): boolean {
  return COUPLE.test(question)
}

/** One word of each pattern, so that most clauses are spared them. */
const MAY_PART =
  /\b(?:broke|broken|break|breaking|split|divorc\p{L}*|separated|parted|dumped|left|ended|over|ex|called|no longer)\b/iu
const PART =
  "(?:(?:have |had |are |['’]ve |['’]re |got |recently |just |finally |then |both )*(?:broke up|broken up|split(?: up)?|divorced|separated|parted(?: ways)?|called off (?:our|the|their) (?:engagement|wedding)|are no longer together|are done|are over))"
const NAME = '\\p{Lu}[\\p{L}\\p{M}-]*(?: \\p{Lu}[\\p{L}\\p{M}-]*)?'
const PARTINGS = [
  `(?<![\\p{L}])(?<name>${NAME}) and (?<of>I|${NAME}) ${PART}`,
  `(?<![\\p{L}])(?<of>I|We|we|[Hh]e|[Ss]he|${NAME}) (?:\\p{Ll}+ )?(?:broke up with|split(?: up)? (?:with|from)|separated from|parted (?:ways )?(?:with|from)|divorced|dumped|am divorced from) (?:my \\p{Ll}+,? )?(?<name>${NAME})(?!['’\\p{L}])(?=\\s*(?:[.,;:!?]|$|last|in|on|after|because|and|this|two|a|for|yesterday))`,
  `(?<![\\p{L}])(?<name>${NAME}) (?:\\p{Ll}+ )?(?:(?:broke up with|split(?: up)? with|divorced|dumped) me\\b|left me(?=\\s*(?:[.,;:!?]|$|for\\b|last\\b|in\\b|after\\b|because\\b|yesterday\\b|this\\b)))`,
  `\\b[Dd]ivorce (?:from|with) (?<name>${NAME})`,
].map((source) => new RegExp(source, 'gu'))
const PARTED = new RegExp(
  [
    `\\b(?:we|they)(?:['’]ve|['’]re)? ${PART}\\b`,
    `\\band I ${PART}\\b`,
    "\\b(?:I|he|she)(?:['’]m| am| is|['’]s| got| was)? (?:now |recently |just |finally )?(?:divorced|separated|single(?: again| now))\\b",
    '\\b(?:broke up|split up|divorced|dumped|separated) (?:with |from )?(?:me\\b|my (?:husband|wife|partner|boyfriend|girlfriend|fianc))',
    `\\b(?:husband|wife|partner|boyfriend|girlfriend|fianc\\p{L}+) (?:and I ${PART}|(?:\\p{Ll}+ )?(?:dumped me|divorced me|left me(?=\\s*(?:[.,;:!?]|$|for\\b|last\\b|in\\b|after\\b|because\\b))))`,
    '\\b(?:my|our|the) (?:marriage|engagement|relationship) (?:is over|ended|broke up|has ended|is finished)\\b',
    '\\b[Dd]ivorce\\b.{0,40}\\b(?:final|finalised|finalized|came through|signed|went through)\\b',
    '\\bmy ex[- ](?:husband|wife|boyfriend|girlfriend|partner)\\b',
  ].join('|'),
  'iu',
)
const COUPLE =
  /^\W*(?:is|are|does|do)(?:n['’]t)?\b.*\b(?:married|engaged|together|dating|in a relationship|(?:still )?with(?= \p{Lu})|(?:have|has) an? (?:husband|wife|partner|boyfriend|girlfriend|fianc\p{L}+)|(?:husband|wife|spouse|partner|boyfriend|girlfriend|fianc\p{L}+))\b/iu
