import type { Tense } from './expression.ts'
import {
  ADVERBS,
  ARRANGED,
  HAPPEN,
  HAPPENS,
  IRREGULAR_PAST,
  PARTICIPLE,
  REGULAR_PAST,
  STATES,
} from './verbs.ts'

// The 's of “the vet's” is no verb; that of “it's” is.
const BE = String.raw`(?:\b(?:am|is|are|isn't|aren't)|'m|'re|(?<=\b(?:he|she|it|that|there|here|who|what|when|where|how))'s)`

/** What stands between “we” and the noun or clause behind it, or tells how somebody feels about any time at all. */
const NO_PRESENT = String.raw`(?:(?!(?:ap|re|sup|com|im)ply\b|rely\b)\p{L}{2,}ly|all|both|also|never|always|just|finally|really|still|only|even|ever|who|and|or|in|on|at|for|with|from|to|could|couldn't|would|wouldn't|can|did|didn't|do|don't|${STATES})\b`

/** `present` is the simple present, which tells of what is to come with a date, of a habit with a season. */
export type StatementTense = Tense | 'present'

/**
 * The signs of tense. Of those that begin at one place the first counts, and takes in its participle, which alone would
 * be a past: [is getting married], [will be moved].
 */
const SIGNS: readonly (readonly [tense: Exclude<StatementTense, 'open'>, form: string])[] = [
  // A picture shows what was.
  [
    'past',
    String.raw`\b(?:here|this|that|these|those)(?:'s| is| are) (?:[^.?!;,]{0,20} )?(?:photos?|pics?|pictures?|videos?|selfies?|me|us)\b`,
  ],
  [
    'past',
    String.raw`(?<=^|[.!?:] )(?:\p{L}+ ){0,2}(?:photos?|pics?|pictures?|videos?|memories) (?:from|of)\b`,
  ],
  ['past', String.raw`\b(?:should|would|could|might|must)(?: have|'ve) ${ADVERBS}${PARTICIPLE}\b`],
  // [told me to come], [said she would]: what was still to come.
  [
    'future',
    String.raw`\b(?:told|asked|invited|reminded|promised|agreed|arranged|advised)(?: (?:me|us|him|her|them|you|\p{L}+))? to\b|\b(?:said|told|promised|announced|thought) [^.?!;,]{0,40}?(?:\bwould|'d) (?!have\b)\p{L}+`,
  ],
  ['past', String.raw`\b(?:was|were|got|had) ${ADVERBS}(?:going to|supposed to|about to|${PARTICIPLE})\b`],
  ['past', String.raw`(?:\b(?:have|has|haven't|hasn't)|'ve) ${ADVERBS}(?!(?:got|to)\b)${PARTICIPLE}\b`],
  // [she's moved] has been done, [it's planned] is to come.
  ['past', String.raw`(?<!here|where|how)'s ${ADVERBS}(?!(?:got|${ARRANGED})\b)${PARTICIPLE}\b`],
  [
    'future',
    String.raw`(?:\b(?:will|won't|shall)|'ll)\b(?: ${ADVERBS}(?:be |have )?(?:being )?${PARTICIPLE}\b)?`,
  ],
  [
    'future',
    String.raw`\b(?:gonna|going to|about to|supposed to|scheduled|due|upcoming|coming up|tomorrow)\b`,
  ],
  [
    'future',
    String.raw`\b(?:can't wait|cannot wait|look(?:s|ing)? forward|excited for|thrilled for|see you|let's|let us)\b`,
  ],
  [
    'future',
    String.raw`\b(?:plan(?:s|ning)? (?:to|on|for|a)|planning|hop(?:es?|ing) (?:to|for)|want(?:s|ing)? to|would like|should|might|must|intend(?:s|ing)?)\b`,
  ],
  [
    'future',
    String.raw`'d like\b|(?<!')\b(?:need|have|has|ought|remember|promise) to\b|\b(?:don't forget|remind me|save the date|please)\b`,
  ],
  [
    'future',
    String.raw`(?:\b(?:am|are|is)) (?:i|we|you|they|he|she|it) ${ADVERBS}\p{L}+ing\b|${BE} ${ADVERBS}(?:(?:being|getting|to be) ${ADVERBS}${PARTICIPLE}|\p{L}+ing|${PARTICIPLE})\b`,
  ],
  [
    'present',
    String.raw`(?:\b(?:have|has)|'ve) got\b|\b(?:i|we|you|they|he|she|it) (?:have|has)\b|${BE}(?![\p{L}'])|(?<=\p{L})'s(?= (?:on|in|at|from|until)\b)`,
  ],
  ['present', String.raw`(?<!\b(?:the|a|an|my|our|your|his|her|their|these|those|of|to) )\b(?:${HAPPENS})\b`],
  ['present', String.raw`(?<=(?:\p{L}{2}s|\band \p{L}+|\b(?:people|children|kids|folks)) )(?:${HAPPEN})\b`],
  ['present', String.raw`(?<=\b(?:but|then|now) |(?<!\bto \p{L}{2}[^.?!;,]{0,40})\band )(?:${HAPPEN})\b`],
  ['present', String.raw`\b(?:do|does|don't|doesn't|can|can't|cannot) (?:not )?(?!(?:i|you|${STATES})\b)`],
  [
    'present',
    String.raw`(?<!\b(?:did|didn't) )\b(?:i|we|you|they) (?!${NO_PRESENT})(?!${PARTICIPLE}\b)\p{L}+\b(?!')(?! ${PARTICIPLE}\b)`,
  ],
  ['past', String.raw`\b(?:${IRREGULAR_PAST}|born|didn't|wasn't|weren't|hadn't|${REGULAR_PAST})\b`],
]

const SIGN = new RegExp(SIGNS.map(([, form]) => `(${form})`).join('|'), 'giu')

export type Placed = { readonly start: number; readonly end: number }

/**
 * Whether a text speaks of what was or what will be, judged by the verb of the clause in which the time words stand,
 * else by the one nearest to them; `open` where there is none.
 */
export function tenseOf(
  text: string,
  words: Placed,
  clause: Placed = { start: 0, end: text.length },
): StatementTense {
  const signs = signsOf(text)
  // [He told me on Sunday that he'd leave]: the day on which it was told.
  if (signs.some(({ start, end, tense }) => tense === 'future' && start < words.start && end > words.end))
    return 'past'
  const within = signs.filter(({ start, end }) => start >= clause.start && end <= clause.end)
  return nearest(within, words)?.tense ?? nearest(signs, words)?.tense ?? 'open'
}

/** A text in which no name looks like a verb: [met Will], [with Fred]; positions stay as they are. */
function withoutNames(text: string): string {
  return text.replace(/(?<=[\p{Ll}\d,;)] )\p{Lu}\p{Ll}+/gu, (name) => 'x'.repeat(name.length))
}

type PlacedSign = Placed & { readonly tense: StatementTense }

/** Of the text that was read last: it is asked again for each of its time words. */
let known: { readonly text: string; readonly signs: readonly PlacedSign[] } | undefined

function signsOf(text: string): readonly PlacedSign[] {
  if (known?.text !== text) known = { text, signs: readSigns(text) }
  return known.signs
}

function readSigns(text: string): readonly PlacedSign[] {
  return [...withoutNames(text).replaceAll('’', "'").matchAll(SIGN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    // The form that matched holds all of the match.
    tense: SIGNS[match.indexOf(match[0], 1) - 1]![0],
  }))
}

function nearest<Sign extends Placed>(signs: readonly Sign[], words: Placed): Sign | undefined {
  const distance = ({ start, end }: Placed) => (start >= words.end ? start - words.end : words.start - end)
  return signs.toSorted((a, b) => distance(a) - distance(b))[0]
}

export type QuestionTense = Tense | 'habit'

/**
 * The tense of a question: `habit` is the simple present (“Which film does she watch at Christmas?”), `open` the
 * other present, where what is asked may lie on either side.
 */
export function questionTense(question: string): QuestionTense {
  const text = withoutNames(question).replaceAll('’', "'").toLowerCase()
  if (/\b(?:did|was|were|had|didn't|wasn't|weren't|hadn't)\b/.test(text) || PERFECT.test(text)) return 'past'
  if (/\b(?:will|won't|shall|going to|gonna|upcoming|planning|scheduled)\b|'ll\b/.test(text)) return 'future'
  if (/(?:\b(?:is|are)|'s|'re) (?:\p{L}+ )?(?:planned|due|booked|happening)\b/u.test(text)) return 'future'
  if (HAS_SOMETHING.test(text)) return 'open'
  if (/\b(?:do|does|don't|doesn't)\b/.test(text))
    return /\b(?:plan|need|intend|want|have to)\b/.test(text) ? 'open' : 'habit'
  if (/\b(?:is|are|am|isn't|aren't|can|should|'re|'s)\b/.test(text) && !PAST_VERB.test(text)) return 'open'
  return 'past'
}

/** [What are we doing for Easter?]: with a date, one of those concerned asks for plans; without one, for how things are. */
export function asksForPlans(question: string): boolean {
  return /(?:\b(?:are|am)|['’]re) (?:i|we|you) (?:\p{L}+ly |all |both )?\p{L}+ing\b/iu.test(question)
}

/** [the vet called], [my parents visited] behind “has” and “have” of a question; no [a meeting planned], which is to come. */
const INVERTED = String.raw` \p{L}+ (?:\p{L}+ ){1,2}?(?!(?:${ARRANGED})\b)${PARTICIPLE}\b`
/** Behind these “have” is no perfect, but for a word that opens a clause of its own: [does anyone know who has seen]. */
const BEFORE_INFINITIVE = String.raw`\b(?:do|does|don't|doesn't|will|can|must|to|should|could|would|might|may) (?:(?!who|what|which|that|where|if|whether)\p{L}+ ){0,3}`
/** [has seen], [have I seen], [has the vet called], [should I have seen]: no [does he have], [has a meeting], [has to go]. */
const PERFECT = new RegExp(
  String.raw`(?<!${BEFORE_INFINITIVE})\b(?:have|has|haven't|hasn't)\b(?! to\b)(?:(?! (?:an?|the|no|any|my|our)\b)|(?<!\bwho \p{L}+)(?=${INVERTED}))|\b(?:should|could|would|might|must) (?:\p{L}+ ){0,3}have ${ADVERBS}${PARTICIPLE}\b`,
  'u',
)
const HAS_SOMETHING = /^(?!.*\b(?:do|does|don't|doesn't)\b).*\b(?:have|has) (?:to|an?|the|no|any|my|our)\b/
const PAST_VERB = new RegExp(String.raw`\b(?:${IRREGULAR_PAST}|\p{L}{2,}ed)\b`, 'u')
