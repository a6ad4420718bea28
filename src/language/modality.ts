import type { Modality } from '../model/memory-unit.ts'
import { sentences, sentenceTexts } from './sentences.ts'

/**
 * What one sentence claims: a question that states nothing is `asked`, something made up or wished for `hypothetical`,
 * what is meant to happen `planned`, all else `stated`.
 */
export function sentenceModality(sentence: string): Modality {
  if (MAY_BE_MADE_UP.test(sentence) && isMadeUp(sentence)) return 'hypothetical'
  if (
    MAY_BE_WISHED.test(sentence) &&
    (WISH.test(sentence) || CONDITION.test(sentence) || UNREAL.test(sentence))
  )
    return 'hypothetical'
  if (isQuestion(sentence) || TO_BE_KEPT.test(sentence)) return 'asked'
  return PLAN.test(sentence) ? 'planned' : 'stated'
}

/**
 * What a whole turn (or passage) claims. A made-up scene holds for all that follows it within the turn. Otherwise the
 * strongest claim counts, `stated` before `planned` before `hypothetical` before `asked`; greetings and exclamations
 * beside them claim nothing.
 */
export function modalityOf(text: string): Modality {
  const claims = new Set<Modality>()
  const mayBeMadeUp = MAY_BE_MADE_UP.test(text)
  const all = sentenceTexts(text)
  for (const sentence of all) {
    if (mayBeMadeUp && isMadeUp(sentence)) return claims.has('stated') ? 'stated' : 'hypothetical'
    if (all.length > 1 && isAside(sentence)) continue
    claims.add(sentenceModality(sentence))
  }
  return STRENGTH.find((modality) => claims.has(modality)) ?? 'stated'
}

/** Where a made-up scene begins that holds for the rest of the turn; undefined where there is none. */
export function sceneStart(text: string): number | undefined {
  if (!MAY_BE_MADE_UP.test(text)) return undefined
  return sentences(text).find(({ start, end }) => isMadeUp(text.slice(start, end)))?.start
}

/** Where in a clause its plan begins: [we | plan to move]; undefined where it tells of none. */
export function planStart(clause: string): number | undefined {
  return PLAN.exec(clause)?.index
}

// One word of each pattern, so that most turns are spared the patterns.
const MAY_BE_MADE_UP =
  /pretend|role[- ]?play|make[- ]believe|imagin|hypothetical|theor|fiction|suppos|assum|\bsay\b|thought experiment|improv|\bact as\b|\b(?:role|part) of\b|\b(?:story|novel|screenplay|script|poem|fanfic|campaign|skit|tale|scene|game|scenario|exercise|dreams?|play|simulation|character|example)\b|\bmade[- ]up\b|imaginary|fictitious|sake of (?:an? |the |this )?argument|argument['’]s sake|\b(?:picture|envision)\b|\b(?:write|tell|make up|invent|draft)\b/i
const MAY_BE_WISHED =
  /\bif\b|\bwish\b|would|could|might|['’]d\b|\bshould have\b|\bdream|\bin theory\b|\bone day\b|\bsomeday\b/i

/** Whether a sentence ends as a question, closing quotes and emoji aside. */
export function isQuestion(sentence: string): boolean {
  return (
    /[?？](?:[\s"'”’)*_!?]|\p{Extended_Pictographic}|\uFE0F)*$/u.test(sentence.slice(-24)) ||
    INDIRECT.test(sentence)
  )
}

/** “Wow!”, “Hey Mel!”, “Thanks so much.”: words that answer, and state nothing by themselves. */
export function isAside(sentence: string): boolean {
  return sentence.length <= LONGEST_ASIDE && ASIDE.test(sentence)
}

const STRENGTH = ['stated', 'planned', 'hypothetical', 'asked'] as const
/** Characters; a longer sentence says more than a greeting. */
const LONGEST_ASIDE = 60

const INDIRECT =
  /^(?:(?:hey|hi|so|well|and|but|ok(?:ay)?),? )*(?:(?:can|could|would) you (?:please )?(?:tell|remind|remember)|do you (?:remember|know|have))\b(?!.*[.!]\s)/i

/** “Please make a note of it”, “Save that for later”: a request about what was said, which says nothing itself. */
const TO_BE_KEPT =
  /^\W*(?:(?:please|and|so|now|ok(?:ay)?|just|also|do),? )*(?:remember|note|memori[sz]e|save|store|record|log|keep|write|jot|make|take|put|add|file|bear|don['’]t (?:forget|lose))\b(?:,? (?:an?|the|this|that|it|these|those|all|in mind|down|notes?|of|for (?:me|us|later|now|next time|future reference|the (?:future|record))|to (?:your|the|my) (?:memory|notes|files?|list|records?)|(?:on|in) (?:file|record|your (?:memory|notes|mind))|info|information|somewhere|safe(?:ly)?|about (?:me|us)|please|would you|will you|ok(?:ay)?|thanks?|thank you))+\W*$/iu

const ASIDE =
  /^(?:(?:oh|ah|aw+|hey|hi|hello|hiya|yo|wow|whoa|yeah|yep|yes|no|nope|sure|ok(?:ay)?|thanks?(?: you)?(?: so much| a lot| again)?|congrat\p{L}+|cool|nice|great|awesome|amazing|(?:that['’]s|that is|sounds?|looks?|how)(?: so| really| pretty| very)? (?:great|awesome|amazing|cool|nice|lovely|fantastic|wonderful|good|fun|interesting)|good (?:morning|afternoon|evening|night)|of course|right|exactly|absolutely|definitely|well|hmm+|lol|haha+|bye|welcome|long time no (?:see|talk)|you too|me too|good (?:one|point|to (?:see|hear from) you)|(?:so )?(?:glad|happy|sorry) (?:to hear|for you)(?: (?:that|it))?)(?:[,!.\s]+|$)(?:\p{Lu}\p{Ll}+[,!.\s]*)?)+(?:[!.…~\s]|\p{Extended_Pictographic}|\uFE0F)*$/iu

/** Opens a scene that is not real; “I can imagine” and children who pretend are real enough. */
function isMadeUp(sentence: string): boolean {
  return (
    SCENE.test(sentence) &&
    !/\bI(?: can|['’]d| could|['’]ll)?(?: only| just)? imagine\b(?! (?:I|we|you)(?: am|['’]m| were| are|['’]re) )|\bimagine how\b/i.test(
      sentence,
    )
  )
}

const OPENING =
  "(?:^|[:;,.—–(\"“‘-]\\s*|\\b(?:please|now|just|let['’]?s|let us|and|so|then|can you|could you|you|I|we|to|me|us|I['’]ll|we['’]ll)\\s+)"
/** What is claimed of oneself in a scene. */
const OF_SELF =
  "(?:I(?: am|['’]m| have| own| run| rule| sell| live| work| keep| earn| lead| had| was)|(?:you|we)(?: are|['’]re) |my \\p{L}+ (?:is|are|has|have|had|sells?|makes?|owns?|needs?|holds?|costs?))\\b"
/** How one is or fares, as people tell of a real game: [I am pretty good], [we are winning]. */
const FARING =
  '(?! (?:so|very|quite|pretty|really|too|still|already|always|usually|often|not|never|also|just|getting|good|bad|better|worse|great|terrible|best|worst|done|ready|sore|tired|\\p{L}+ing)\\b)'
/** What one is or has in a scene of a game or a play, which real people play too: what was done or won there was done. */
const OF_PLAYER = `(?:(?:I(?: am|['’]m)|(?:you|we)(?: are|['’]re)|my \\p{L}+ (?:is|are))\\b${FARING}|I (?:have|own|run|rule|sell|keep|earn|lead) (?:an?|the|my|our|no|many|some|\\d+|two|three|four|five|six|seven|eight|nine|ten)\\b|my \\p{L}+ (?:has (?:an?|the|\\d+)|makes?|owns?|costs?)\\b)`
const SCENE = new RegExp(
  [
    `${OPENING}pretend(?:ing)?(?: that| to be)?(?=[: ,](?:I|I['’]m|you|you['’]re|we|we['’]re|it|it['’]s|that|there|my|your|our|a|an|the|he|she|they|this)\\b)`,
    '\\b(?:for|in|as|as part of|during|do|have|play|try|start|begin) (?:a|an|the|our|my|this|some) (?:(?:quick|short|little|fun) )?(?:role[- ]?play(?:ing)?|make[- ]believe|thought experiment|improv)\\b',
    `(?:^|[.!?:]\\s*|\\b(?:let['’]?s|let us|can we|to|we)\\s+)role[- ]?play\\b`,
    '\\brole[- ]?play:',
    `${OPENING}imagine(?: that|,|:)? (?:if|I|I['’]m|you|you['’]re|we|we['’]re|it|a|an|the|my|your|being|having|there|he|she|they|this)\\b`,
    '\\bhypothetical(?:ly)?\\b',
    `(?:^|[.!?]\\s*)(?:so )?in (?:my|the|our) (?:[\\p{L}-]+ ){0,2}(?:novel|screenplay|fanfic|short story|comic|musical)\\b,? (?:there|the|an?|my|our|\\p{Lu}\\p{L}+|every|one|two|three|he|she|they|I)\\b`,
    "(?:^|[.!?]\\s*)(?:so )?(?:in|for) (?:a|an|the|my|our|this) (?:[\\p{L}-]+ ){0,2}(?:story|novel|screenplay|script|poem|fanfic|fan fiction|campaign|skit|tale)(?: (?:that |which )?(?:I|we)(?:['’]m|['’]ve been| am|['’]re| are| have been) (?:writing|drafting|planning|working on|making up))?(?:[,:–—]| where| in which)",
    '\\b(?:writing|wrote|drafting|inventing) (?:a|an|the|this|my) (?:[\\p{L}-]+ ){0,3}(?:story|novel|scene|screenplay|script|poem|skit) (?:where|in which)\\b',
    `(?:^|[,;:]\\s*)(?:so )?(?:suppose|supposing|assume|say|(?:let['’]?s|let us) (?:say|suppose|assume|pretend|imagine))(?: that|,)? (?:I|you|we|my|your|our|there|it|he|she|they|a|an|the)\\b`,
    '\\b(?:write|tell|make up|invent|draft) (?:me |us )?(?:a|an|some|the) (?:[\\p{L}-]+ ){0,3}(?:story|poem|tale|fiction|scene|screenplay|script|novel|song|joke)\\b.*\\b(?:where|in which|about|who)\\b',
    `\\b(?:in|for|as) (?:an?|the|this|our|my) (?:[\\p{L}&-]+ ){0,2}(?:scenario|dream|fantasy|riddle|puzzle),? ${OF_SELF}`,
    `\\b(?:in|for|as) (?:an?|the|this|our|my) (?:[\\p{L}&-]+ ){0,2}(?:game|exercise|simulation|campaign|play),? ${OF_PLAYER}`,
    `\\b(?:let['’]?s|let us|can we|shall we|to) play (?:an? (?:\\p{L}+ )?game|make[- ]believe)?\\s*(?:[:;,.–—-]|where|in which)\\s*${OF_SELF}`,
    `\\b(?:for the sake of (?:an?|the|this)? ?(?:argument|exercise|example|story|game)|for argument['’]s sake|just (?:for|as) (?:fun|an example)),? (?:say |let['’]s say )?${OF_SELF}`,
    `\\b(?:made[- ]up|fictional|fictitious|imaginary|invented) (?:example|case|scenario|story|situation|world|scene)\\b`,
    `(?:^|[.!?:]\\s*|\\bjust )(?:picture (?:this|it|me)|envision)\\b`,
    `(?:^|[.!?]\\s*)assuming (?:that )?${OF_SELF}`,
    `\\b(?:let us|let['’]?s) make believe\\b`,
    `\\bmy character\\b[^.?!]{0,40}\\b(?:is|has|owns|lives|can|wears|carries)\\b`,
    `(?:^|[:;,.!?]\\s*|\\b(?:please|can you|could you|you|you['’]ll|now) )(?:(?:play|take) (?:the )?(?:role|part) of|act as (?:if|though|a|an|my))\\b`,
  ].join('|'),
  'iu',
)

const WISH =
  /\bwhat if\b|\bI wish (?:I|we|it|he|she|they|my|there|that|you (?:were|had|could|would))\b|\bif only\b|\b(?:I|we|he|she|they)(?:['’]d| would)(?: really| so| absolutely| just)? (?:love|like|prefer|rather|kill) (?:to|it if|a|an)\b|\b(?:it )?would be (?:so |really )?(?:nice|great|cool|fun|lovely|amazing|awesome|good|interesting)\b|\bdream(?:ing)? of (?:one day|someday)\b|\bone day,? I(?:['’]d| would| might| could)\b|\bmaybe (?:someday|one day)\b|\bin theory\b|\bin (?:my|a|the|that|this) dreams?\b|^(?:were|had|should) (?:I|we|he|she|they|you)\b[^?]*\b(?:would|could|might|['’]d)\b[^?]*$|\b(?:dreamed|dreamt|had a dream|had this dream) (?:that |about |where |in which )*(?:I|we|my|you)\b/i

/** What was done, after “have”. */
const DONE =
  '(?:become|been|\\p{L}+ed|\\p{L}+en|bought|gone|won|got|had|made|taken|kept|lost|sold|left|done|met|found|come|sung|run|built|caught|taught|bred)'
/**
 * “I could have become a dentist”, “I should have sold it”: did not. “I might have left it there” and “she should have
 * it by now” guess at what was.
 */
const UNREAL = new RegExp(
  `\\b(?:(?:I|we|he|she|they|it)(?:['’]d| (?:could|would))|(?:I|we) should(?!.*\\b(?:by|already)\\b)) (?:easily |nearly |almost |well |just |also )?(?:have|['’]ve) (?:easily |nearly |almost )?${DONE}\\b(?!\\?)`,
  'iu',
)

/** The unreal conditional (“if I ran a bakery”); “if I run late” is a real one. */
const CONDITION =
  /\bif (?:I|we|you|he|she|it|they|my [\p{Ll}]+|someone|there) (?:were|was|had|ran|owned|won|lived|could|became|bought|moved|got|worked|knew|went|made|quit|\p{Ll}{3,}ed)\b.*\b(?:would|['’]d|could|might)\b|\b(?:would|['’]d|could|might)\b.*\bif (?:I|we|you|he|she|it|they) (?:were|was|had|ran|owned|won|lived|could|became|bought|moved|got|worked|knew|went|made|quit|\p{Ll}{3,}ed)\b|^(?:what would|if I were|if I ran)\b|\bif (?:I|we|you|he|she|it|they) (?:ever|somehow|one day)\b/iu

const PLAN =
  /\b(?:(?:am|is|are|['’]m|['’]re|['’]s) (?:(?:also|still|really|definitely|probably|currently|not|finally|just|both|all) )*(?:going to|gonna|planning|hoping|about to|looking forward|thinking (?:of|about) \p{Ll}+ing|considering|excited to|set to|due to|supposed to)|(?:was|were|been) (?:(?:also|still|even|only|just) )?(?:thinking (?:of|about) \p{Ll}+ing|considering \p{Ll}+ing|going to|planning|meant to|hoping)|(?:plan|plans|hope|hopes|intend|intends|aim|want|wants|decided|can['’]?t wait|cannot wait) to|plan on|planning (?:on|to|a|an|my|our|for)|looking forward to|(?:I|we|you|he|she|it|they|that|\p{Lu}\p{Ll}+) (?:(?:will|shall)|won['’]t) (?!n['’]t)\p{Ll}+|\b(?:I|we|he|she|it|they|you|that)['’]ll \p{Ll}+|(?:I|we) (?:might|may) (?!(?:not )?have (?:already |just |well )?(?:been|gone|left|lost|made|met|sold|taken|\p{L}+ed)\b)\p{Ll}+|let['’]?s \p{Ll}+|on my (?:to-?do|bucket) list|(?:['’]m|am|['’]re|are|is|['’]s) \p{Ll}+ing .*\b(?:tomorrow|tonight|next (?:week|month|year|weekend|summer|spring|fall|autumn|winter|\p{Lu}\p{Ll}+day)|later (?:today|this)|soon)\b)/iu
