import { stemmer } from 'stemmer'

/**
 * Forms that no suffix rule joins to their base: past tenses and plurals of common words, base first. “Lives” and
 * “leaves” are left to the rules: “she lives in Ghent” is said more often than of many lives.
 */
const IRREGULAR_FORMS = `
  arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun|bend bent
  bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt
  buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt|dig dug|draw drew drawn
  dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
  fight fought|find found|flee fled|fly flew flown|forget forgot forgotten|forgive forgave forgiven
  freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard
  hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lead led|learn learnt|leave left|lend lent
  lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran
  say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone
  shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid
  speak spoke spoken|spell spelt|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|sting stung
  strike struck|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught
  tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken
  wear wore worn|weave wove woven|weep wept|win won|write wrote written
  man men|woman women|child children kid kids|mouse mice|goose geese|foot feet|tooth teeth|person people
  wife wives|knife knives|shelf shelves|wolf wolves`

const BASE_OF: ReadonlyMap<string, string> = new Map(
  IRREGULAR_FORMS.trim()
    .split(/\||\n/u)
    .flatMap((group) => {
      const [base, ...forms] = group.trim().split(/\s+/u)
      return base === undefined ? [] : forms.map((form) => [form, base] as const)
    }),
)

/** Bounded, because the words of a bank repeat and the stemmer is slower than a look-up. */
const CACHE_WORDS = 50_000
const cache = new Map<string, string>()

/**
 * The stem of an English word: irregular forms go to their base (“went” → “go”), the rest through Porter's rules.
 * Words of other scripts and with digits come back unchanged.
 *
 * @see M. F. Porter, “An algorithm for suffix stripping”, Program 14(3), 1980
 */
export function stem(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  const stemmed = /^[a-z]{3,}$/u.test(word) ? withoutFinalY(stemmer(BASE_OF.get(word) ?? word)) : word
  if (cache.size >= CACHE_WORDS) cache.clear()
  cache.set(word, stemmed)
  return stemmed
}

/** Porter's rules keep the y of verbs of one syllable (“try”) but not that of their forms (“tried” → “tri”). */
function withoutFinalY(stemmed: string): string {
  return stemmed.replace(/^([^aeiou]+)y$/u, '$1i')
}
