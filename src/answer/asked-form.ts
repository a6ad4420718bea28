/** What a question asks for by its question word, [`where`, `how many`]; `yes-no` where it has none. */
export function askedFormOf(question: string): string | undefined {
  const begun = withoutOpening(question)
  const word = ASKING.exec(begun)?.groups?.word?.toLowerCase()
  if (word !== undefined) return word === 'which' ? 'what' : word === 'whom' ? 'who' : word
  return YES_NO.test(begun) ? 'yes-no' : undefined
}

/** What follows the question word and the first auxiliary of a question: it begins with its subject, if it has another. */
export function afterAuxiliary(question: string): string {
  return withoutOpening(question).replace(ASKING, ' ').replace(UP_TO_AUXILIARY, ' ')
}

/** A question without “Do you know”, “can you tell me” before it: of these, “you” is nobody whom it is about. */
export function withoutIndirection(question: string): string {
  return question.replace(INDIRECT, ' ')
}

/** Of what time a question asks; `unreal` for what would be, `able` for what can be; undefined where its verb leaves it open. */
export type QuestionTense = 'past' | 'present' | 'progressive' | 'future' | 'able' | 'unreal'

/** Reads the tense off the first auxiliary of a question: [will], [did], [are … going to]. */
export function tenseOf(question: string): QuestionTense | undefined {
  const begun = withoutIndirection(withoutOpening(question))
  // In small letters the first word is no name: elsewhere “Will” is one.
  const small = begun.replace(/^\W*\p{Lu}/u, (first) => first.toLowerCase())
  const found = FIRST_AUXILIARY.exec(small)?.groups
  const aux = found?.short ?? found?.full
  if (aux === undefined) return undefined
  if (BE.test(aux) && MEANT.test(begun)) return 'future'
  if (/^(?:am|is|are|['’]re)$/u.test(aux) && UNDER_WAY.test(begun)) return 'progressive'
  // “What was your name again?” asks for what is.
  if (BE.test(aux) && /\bagain\W*$/iu.test(begun)) return undefined
  return TENSES.find(([, auxiliaries]) => auxiliaries.test(aux))?.[0]
}

/** Whether the answer to a question in one tense answers it in another: who has a dog had one, who had one need not have it. */
export function holdsFor(asked: string, question: string): boolean {
  const of = tenseOf(question)
  switch (tenseOf(asked)) {
    case 'future':
      return of === 'future'
    case 'unreal':
      return of === 'unreal'
    case 'able':
      return of === 'able' || of === 'present'
    case 'past':
      return of === 'past' || of === undefined
    case 'progressive':
      return of !== 'unreal' && of !== 'past'
    case 'present':
      return of !== 'unreal'
    case undefined:
      return of !== 'unreal' && of !== 'future'
  }
}

/** Takes away what comes before the question proper, step by step, until a question word or an auxiliary begins it. */
function withoutOpening(question: string): string {
  let rest = question
  while (!ASKING.test(rest) && !YES_NO.test(rest)) {
    const opening = OPENING.exec(rest)?.[0] ?? ''
    if (opening === '') return rest
    rest = rest.slice(opening.length)
  }
  return rest
}

/** [and], a name, or what is set off by a comma: “And your cat, ”. Names are told by their capital. */
const OPENING =
  /^\W*(?:(?:and|so|but|oh|ah|well|hey|hi|now|then|also|by the way|ok(?:ay)?),?|\p{Lu}[\p{L}'’-]+,?|[^,;:–—.!?]{1,60}[,:–—])\s+/u
const INDIRECT =
  /\b(?:do you (?:still )?(?:know|remember|recall)|(?:(?:can|could|would|will) you )?(?:please )?(?:tell|remind) (?:me|us)(?: again)?|(?:do you )?have (?:you )?any idea|any idea)(?=,? (?:(?:in|on|at|by|for|to|with|from|about|since|until) )?(?:how|who|whom|whose|what|which|where|when|why)\b)/iu
const ASKING = new RegExp(
  `^\\W*(?:${INDIRECT.source},? )?(?:(?:in|on|at|by|for|to|with|from|about|since|until) )?(?<word>how (?:many|much|old|long|often|far|tall|big)|who(?:m|se)?|what|which|where|when|why|how)\\b`,
  'iu',
)
const AUXILIARY =
  '(?:is|are|was|were|am|do|does|did|has|have|had|will|wo|shall|can|ca|could|would|should|might)'
const YES_NO = new RegExp(`^\\W*${AUXILIARY}(?:n['’]t)?\\s`, 'iu')
const UP_TO_AUXILIARY = new RegExp(`^(?:['’](?:s|re|ll|d|ve)|[^?]*?\\b${AUXILIARY}(?:n['’]t)?)\\s`, 'iu')
const FIRST_AUXILIARY = new RegExp(
  `(?:^\\W*\\p{L}+(?<short>['’](?:re|ll))|\\b(?<full>${AUXILIARY})(?:n['’]t)?)(?=\\s)`,
  'u',
)
const BE = /^(?:am|is|are|was|were|['’]re)$/u
/** “Are you going to sell it?” */
const MEANT = /\s(?:going to|gonna|about to)\s/iu
const UNDER_WAY = /^[^?]*?\b(?:am|is|are|['’]re)(?:n['’]t)? (?:[^\s?]+ ){1,3}?(?!during\b)\p{L}{2,}ing\b/iu
const TENSES: readonly (readonly [QuestionTense, RegExp])[] = [
  ['future', /^(?:will|wo|shall|['’]ll)$/u],
  ['unreal', /^(?:could|would|should|might)$/u],
  ['able', /^(?:can|ca)$/u],
  ['past', /^(?:did|was|were|had)$/u],
  ['present', /^(?:do|does|am|is|are|['’]re)$/u],
]
