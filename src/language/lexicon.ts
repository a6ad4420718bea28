import nlp from 'compromise/two'

/** What a word is by itself, before its surroundings are looked at. */
export type WordKind =
  | 'given-name'
  | 'surname'
  | 'place'
  | 'organisation'
  | 'month'
  | 'weekday'
  | 'demonym'
  | 'exclamation'
  | 'function'
  | 'verb'
  | 'common'

/**
 * The kind of a word or fixed phrase by the lexicon of `compromise`, under our corrections.
 *
 * @param word Lower case, without surrounding punctuation (“new york”, “melanie”).
 * @returns Undefined where the lexicon does not know the word, which most rare names and many nouns share.
 */
export function wordKind(word: string): WordKind | undefined {
  const corrected = CORRECTIONS.get(word)
  if (corrected !== undefined) return corrected
  const tag = LEXICON.get(word)
  return tag === undefined ? undefined : (KIND_OF_TAG.get(tag) ?? 'common')
}

/** Whether a word or phrase, in any case, names something that is surely no person: “Lisbon”, “Ikea”, “Friday”. */
export function isNoPerson(name: string): boolean {
  return NO_PERSON.has(wordKind(name.toLowerCase()))
}

const NO_PERSON: ReadonlySet<WordKind | undefined> = new Set<WordKind>([
  'place',
  'organisation',
  'demonym',
  'weekday',
])

/** True for words that only describe: “special”, “favourite”. */
export function isAdjective(word: string): boolean {
  return (
    LEXICON.get(word) === 'Adjective' ||
    /^(?:favou?rite|main|other|new|old|own|same|overall|current|previous|total|average|recent|original|usual)$/.test(
      word,
    )
  )
}

/** Whether a word or phrase describes, by the whole tagger: it takes a millisecond, so it is for what is rare. */
export function readsAsAdjective(phrase: string): boolean {
  return nlp(phrase).has('#Adjective')
}

/** True for words that are a given name as well as something else: “Mark”, “Rose”, “June”. */
export function mayBeGivenName(word: string): boolean {
  return (
    SWITCHES.get(word)?.startsWith('Person') === true || word === 'will' || wordKind(word) === 'given-name'
  )
}

/** True for months that people are called as well, as “June” and “Jan” are. */
export function isNameLikeMonth(word: string): boolean {
  return SWITCHES.get(word) === 'Person|Date' || word === 'may'
}

const KIND_OF_TAG = new Map<string, WordKind>([
  ['MaleName', 'given-name'],
  ['FemaleName', 'given-name'],
  ['FirstName', 'given-name'],
  ['LastName', 'surname'],
  ['City', 'place'],
  ['Country', 'place'],
  ['Region', 'place'],
  ['Place', 'place'],
  ['Organization', 'organisation'],
  ['SportsTeam', 'organisation'],
  ['Month', 'month'],
  ['WeekDay', 'weekday'],
  ['Demonym', 'demonym'],
  ['Expression', 'exclamation'],
  ['Conjunction', 'function'],
  ['Preposition', 'function'],
  ['Pronoun', 'function'],
  ['Possessive', 'function'],
  ['Determiner', 'function'],
  ['QuestionWord', 'function'],
  ['Reflexive', 'function'],
  ['Condition', 'function'],
  ['Adverb', 'function'],
  ['Negative', 'function'],
  ['Modal', 'function'],
  ['Copula', 'function'],
  ['PastTense', 'verb'],
  ['PresentTense', 'verb'],
  ['Infinitive', 'verb'],
  ['Imperative', 'verb'],
  ['Verb', 'verb'],
  ['Participle', 'verb'],
])

/** Words that chat uses otherwise than the lexicon has them. */
const CORRECTIONS = new Map<string, WordKind>([
  ...list(
    'exclamation',
    'hey hi hello hiya howdy bye goodbye yo ok okay okey yes yep yup yeah ya nope no nah wow whoa woah oh ooh ah aha aw aww haha ' +
      'hahaha lol lmao omg hmm hm mm mmm ugh ouch oops yay woohoo woo hooray congrats congratulations thanks thank thx ty cheers sorry please ' +
      'welcome cool nice great awesome amazing fantastic wonderful lovely good sure absolutely definitely totally exactly ' +
      'indeed alright true right well anyway glad happy sounds looks gosh gee dang damn btw fyi imo tbh idk',
  ),
  ...list('function', 'i me my mine we us our ours you your yours it its he she they them his her their'),
  ...list(
    'function',
    'mom mum mama mommy mummy dad daddy papa grandma grandpa granny grandad nana sis bro dude buddy',
  ),
  ...list(
    'weekday',
    'mondays tuesdays wednesdays thursdays fridays saturdays sundays today tomorrow yesterday',
  ),
  ...list('common', 'god internet pic pics photo pics ps tv pm am dm id faq diy pto asap dj mc ceo hr er'),
  ...list(
    'function',
    'gotta wanna gonna lemme gimme dunno lots tons plenty last next first such many most some',
  ),
  ...list(
    'function',
    'do does did is are was were be been am has have had can could would should shall must might',
  ),
  ...list('verb', 'bet let guess see saw hang bring fetch ask tell meet wish'),
  ...list('month', 'may march'),
  ...list('function', 'also still then there here now maybe perhaps just even too very really actually'),
])

function list(kind: WordKind, words: string): [string, WordKind][] {
  return words.split(' ').map((word) => [word, kind])
}

const MODEL = nlp.model() as {
  readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> }
  readonly two: { readonly switches: Readonly<Record<string, string>> }
}

/** First tag of each entry: it is the narrowest. Maps, as a word such as “constructor” must find nothing in a prototype. */
const LEXICON = new Map(
  Object.entries(MODEL.one.lexicon).map(([word, tags]) => [word, typeof tags === 'string' ? tags : tags[0]!]),
)
const SWITCHES = new Map(Object.entries(MODEL.two.switches))
