/** How a sentence stands to what it speaks of. */
export type Polarity = 'likes' | 'dislikes'

/** A change that a sentence tells of: what held before, what holds since; as written, either may be left unsaid. */
export type Change = { readonly from: string | undefined; readonly to: string | undefined }

/**
 * Whether the speaker (or whoever the sentence is about) likes or dislikes; undefined for a sentence of neither.
 * Comparisons (“looks like”, “would like to”) are neither.
 */
export function preference(sentence: string): Polarity | undefined {
  const plain = sentence.replace(COMPARISON, ' ').replace(EMPHASIS, '')
  if (DISLIKES.test(plain)) return 'dislikes'
  if (!LIKES.test(plain)) return undefined
  return NEGATED_LIKE.test(plain) ? 'dislikes' : 'likes'
}

/** Whether the sentence takes back as a joke what it speaks of: “Just kidding about the tattoo”. */
function isJoke(sentence: string): boolean {
  return JOKE.test(sentence) && !NOT_JOKING.test(sentence)
}

const JOKE = /\b(?:just |only )?(?:kidding|joking)\b(?: (?:about|when|that)\b|\s*[,.!;–—-]|$)/iu
const NOT_JOKING = /\b(?:not|never|n['’]t|no)\b[^.!?]{0,12}\b(?:kidding|joking)\b/iu

/** Whether the main verb of the sentence is negated or said to hold no more (“don't eat”, “no longer”, “never”). */
export function isNegated(sentence: string): boolean {
  if (isJoke(sentence)) return true
  return NEGATION.test(sentence) && !/\bnot only\b/i.test(sentence)
}

/**
 * The verb by which a sentence says that something was not done or is no more, without a “not”: [cancelled], [failed to],
 * [nearly bought]; undefined where none does. Who asks with that verb is told yes by it.
 */
export function undoing(sentence: string): string | undefined {
  const groups = UNDOING.exec(sentence)?.groups
  return groups === undefined ? undefined : (groups.verb ?? groups.nearly ?? groups.off)
}

/** Whether a deed came near and was not done: [almost missed], [nearly sold]. */
export function isNearly(sentence: string): boolean {
  return UNDOING.exec(sentence)?.groups?.nearly !== undefined
}

/** Whether the sentence has a “not” of its own, whatever its verb says. */
export function hasNot(sentence: string): boolean {
  return NOT.test(sentence) && !/\bnot only\b/i.test(sentence)
}

/** The change that a sentence tells of: “moved from Whitby to Alnwick”, “switched to oat milk”, “gave up smoking”. */
export function change(sentence: string): Change | undefined {
  for (const pattern of CHANGES) {
    const groups = pattern.exec(sentence)?.groups
    if (groups !== undefined) return { from: tidy(groups.from), to: tidy(groups.to) }
  }
  return undefined
}

/** Whether the sentence says that something is so from now on, in place of what was before. */
export function tellsChange(sentence: string): boolean {
  return change(sentence) !== undefined || SINCE_NOW.test(sentence)
}

const COMPARISON =
  /\b(?:looks?|looked|looking|feels?|felt|sounds?|sounded|seems?|seemed|tastes?|tasted|smells?|smelled|things?|something|anything|nothing|stuff|would|['’]d|more|just|built|shaped|dressed|acts?|acted|walks?|swims?|exactly|much|a lot)\s+like\b/giu

/** “Gone right off it” is “gone off it”. */
const EMPHASIS = /\s(?:right|really|totally|completely|absolutely|rather|quite|simply|just|actually)(?=\s)/giu

const DISLIKES =
  /\b(?:can(?:['’]?t|not) (?:stand|bear|take|abide)|could(?:n['’]t| not) (?:stand|bear)|hate[sd]?|hating|dislikes?|disliked|detest(?:s|ed)?|loathe[sd]?|despise[sd]?|not a (?:big |huge )?fan|no fan of|sick of|fed up with|tired of|(?<!(?:\b(?:not|never|no longer)|n['’]t)(?: \p{L}+)? )allergic to|(?:went|gone|go|goes) off|(?:have|has|had) had enough of|lost (?:my|his|her|their) taste for|lost interest in|bored (?:of|with|by)|bores (?:me|us|him|her|them)|leaves? (?:me|us|him|her|them) cold|puts? (?:me|us|him|her|them) off|makes? (?:me|us|him|her|them) (?:sick|ill|gag|shudder))\b/iu
const LIKES =
  /\b(?:love[sd]?|loving|like[sd]?|enjoy(?:s|ed|ing)?|adore[sd]?|prefer(?:s|red)?|fond of|(?:a |big |huge )+fan of|(?:is|am|are|['’]m|['’]s|['’]re|got|really|so|been) into|keen on|crazy about|passionate about|can['’]?t get enough of|favou?rites?)\b/i
const NEGATED_LIKE =
  /\b(?:not|never|no longer|hardly|barely|stopped|quit|cannot|without)\b(?: \S+){0,3}? (?:loved?|loving|liked?|liking|enjoy(?:ed|ing)?|adored?|prefer(?:red)?|fond|fan|into|keen|crazy)\b|n['’]t(?: \S+){0,3}? (?:love|like|enjoy|adore|prefer|fond|into|keen|crazy)\b|\bused to (?:love|like|enjoy|adore|prefer|be)\b/i
const NEGATION =
  /\b(?:not|never|no longer|cannot|neither|nor|nobody|nothing|none of (?:us|them|my|our|the)|without|gave up|given up|giving up|quit|quits|stopped|don['’]t|doesn['’]t|didn['’]t|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|haven['’]t|hasn['’]t|hadn['’]t|won['’]t|wouldn['’]t|can['’]t|couldn['’]t|shouldn['’]t|ain['’]t)\b|\bany ?more\b/i
const NOT =
  /\b(?:not|never|no longer|cannot|neither|nor|nobody|nothing|without|\p{L}+n['’]t)\b|\bany ?more\b/iu
const UNDOING = new RegExp(
  [
    // “Nearly bought” was not bought; “nearly thirty people” came all the same.
    String.raw`\b(?:nearly|almost|narrowly|all but|came close to|came near to) (?<nearly>\p{L}+(?:ed|ing)|bought|won|lost|fell|went|got|took|made|had|came|sold|left|ran|hit|died|broke|caught|drove|flew|met|paid|sent|swam|threw|wrote|became|began|built|chose|cut|gave|drowned|let)\b`,
    String.raw`\b(?<verb>fail(?:ed|s)? to|refused?s? to|forg[eo]t(?:s|ten)? to|neglect(?:ed|s) to|(?:was|were|am|is|are|been) unable to|decided? (?:against|not)|declin(?:ed|es)|turn(?:ed|s) down|skipp?(?:ed|s)|cancel(?:l?ed|s)|call(?:ed|s) off|back(?:ed|s) out|pull(?:ed|s) out|(?:fell|fallen|falls) through|(?:have|has|had|['’]ve|['’]s) yet to|avoid(?:s|ed)?|let [^.!?;,]{1,40} (?:lapse|expire|go)|expired|lapsed|stay(?:s|ed)? away from)\b`,
    String.raw`\b(?:is|are|was|were|['’]s|been) (?<off>off|cancelled|canceled|called off|scrapped)(?=\s*(?:[,.;!?]|$|now\b|again\b|because|since|as\b|due|until))`,
  ].join('|'),
  'iu',
)
const SINCE_NOW =
  /^\W*(?:change of plans?|correction|update|actually|scratch that|on second thoughts?|never ?mind)\b|\b(?:instead|no longer|any ?more|from now on|these days|nowadays|as of (?:today|now)|for good|used to|not .* now)\b|\bnow (?:I|we|he|she|they|it['’]?s)\b/i

const THING = '[^,.;:!?\\n]{1,60}?'
const END =
  '(?=$|[,.;:!?\\n]| (?:because|since|so|but|and|after|when|last|this|for good|instead|yesterday|today|now|recently|in (?:late |early |mid-?)?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\\d+))\\b)'
const CHANGES = [
  `\\b(?:moved?|moving|got|gone) (?:out of|away from) (?<from>${THING})(?: (?:to|into) (?<to>${THING}))?${END}`,
  `\\b(?:moved?|moving|relocat(?:ed|ing)|switch(?:ed|ing)?|chang(?:ed|ing)|went|transferr?(?:ed|ing)|converted)(?: (?:over|away|back|jobs|house))? from (?<from>${THING}) (?:to|into) (?<to>${THING})${END}`,
  `\\b(?:switch(?:ed|ing)?|swapp?(?:ed|ing)?|chang(?:ed|ing)|transferred|moved|relocated|upgraded|converted|graduated)(?: (?:over|on|back|out))?(?: (?:the|my|our|his|her) (?<from>${THING}))? (?:to|for|into) (?<to>${THING})${END}`,
  `\\b(?:postponed|rescheduled|pushed|slipped|delayed|shifted|deferred|adjourned|put (?:back|off)|brought forward)(?: (?:back|off|out|forward|up))? (?:to|until|till) (?<to>${THING})${END}`,
  `\\b(?:finished|ended|completed|stopped|dropped) (?:with )?(?<from>${THING})(?:,| and| then)+ (?:then |now )?(?:(?:I|we|he|she|they)(?:['’]ve)? )?(?:started|began|begun|took up|taken up|moved on to|picked up|am on|is on) (?<to>${THING})${END}`,
  `\\b(?:replac(?:ed|ing)) (?<from>${THING}) (?:with|by) (?<to>${THING})${END}`,
  `\\b(?:traded|sold) (?:in )?(?<from>${THING}) (?:for|to get) (?<to>${THING})${END}`,
  `\\b(?:gave up|given up|giving up|quit|stopped|left|dropped(?! (?:off|by|in|me|him|her|us|them)\\b)|no longer|sold|got rid of|done with) (?<from>${THING})(?: for (?<to>${THING}))?${END}`,
  `\\b(?<to>${THING}) (?:instead of|rather than) (?<from>${THING})${END}`,
  `\\bused to (?<from>${THING})(?:,? but now (?<to>${THING}))?${END}`,
  `^(?:.* )?(?:(?:put|moved|placed) (?:me|us|him|her|them) (?:on|to|in)|am on|is on|chose|picked|took|got|use|drink|eat|take) (?<to>${THING}) instead\\b`,
].map((source) => new RegExp(source, 'iu'))

function tidy(phrase: string | undefined): string | undefined {
  const trimmed = phrase?.trim().replace(/^(?:the|a|an|my|our|his|her|their) /i, '')
  return trimmed === undefined || trimmed === '' ? undefined : trimmed
}
