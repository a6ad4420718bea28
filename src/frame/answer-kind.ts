import type { AnswerKind } from '../model/recall-frame.ts'

/**
 * What form the answer to a question takes, told by its question word and what stands beside it.
 *
 * @param asked The asking sentence alone, as {@link askedSentence} gives it.
 * @returns `thing` where nothing tells.
 */
export function answerKind(asked: string): AnswerKind {
  return kindOf(
    asked.replace(
      /^(what|who|when|where|how)['’](?:s|(re))\b/i,
      (_, word, are) => `${word} ${are ? 'are' : 'is'}`,
    ),
  )
}

function kindOf(asked: string): AnswerKind {
  const head = asked.slice(0, HEAD)
  if (isChoice(asked)) return 'choice'
  for (const [kind, pattern] of AT_HEAD) if (pattern.test(head)) return kind
  for (const [kind, pattern] of INSIDE) if (pattern.test(asked)) return kind
  return 'thing'
}

/** Characters at the start in which the question word stands. */
const HEAD = 160
const BE = "(?:is|are|was|were|['’]s|['’]re|will be|would be|has been|have been)"
const BEFORE_WH =
  '^(?:(?:in|on|at|by|for|to|with|from|about|of|since|until|during|around|under|after|before|and|or|as) )?'
const PLACE =
  'city|cities|country|countries|state|states|town|towns|village|place|places|location|locations|area|areas|region|continent|island|venue|neighbou?rhood|street|address|park|beach|hotel|restaurant|cafe|country|destination|destinations|spot|spots|part of (?:the )?(?:world|country|town)'
const PERSON =
  'person|people|men|women|children|parent|friend|sibling|brother|sister|colleague|coworker|co-worker|neighbou?r|relative|relatives|family members?|teammate|teammates|classmate|player|players|singer|artist|artists|author|authors|musician|actor|actress|teacher|coach|doctor|celebrity|guest|guests|speaker|woman|man|girl|boy|child|kid|cousin|uncle|aunt'
const TIME_NOUN =
  '(?:exact |specific |calendar )?(?:date|dates|day|days|day of the week|weekday|month|months|year|years|week|weekend|season|time|time of (?:day|year)|decade|century|hour)'
/** What is told by an amount; after “does” some of these are deeds: “What does she rent?” */
const AMOUNT_NOUN =
  'fee|salary|budget|amount|total|rent|distance|weight|height|size|discount|rate|wage|fare|deposit|allowance|pension|mortgage'
/** What is measured by days and hours. */
const SPAN = '(?:seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?)'

/** “Which season is Pat's favourite?” asks for a taste; “What year did Pat meet her favourite author?” for a date. */
const FAVOURITE = `.*(?:\\b(?:is|are|was|were|be|been|call\\p{L}*)|['’]s) (?:[\\p{L}'’-]+ ){0,3}favou?rites?(?: ${TIME_NOUN})?(?=\\W*$|[,;:–—]| (?:of|in|for|as|among|when|at|to|now|these|then|ever)\\b)`

/** Tried in this order: the narrow before the wide. */
const AT_HEAD: readonly (readonly [AnswerKind, RegExp])[] = (
  [
    ['frequency', `${BEFORE_WH}how (?:often|frequently|regularly|many times (?:a|per|each|every) )`],
    ['duration', `${BEFORE_WH}how (?:long|much time|much longer|long ago)\\b`],
    [
      'duration',
      `${BEFORE_WH}(?:how many|how much) (?:more |full |total |whole )?${SPAN}\\b(?! (?:of|a|per|each|every) \\p{L}+ (?:do|does|did|have|has))`,
    ],
    ['date', `${BEFORE_WH}how (?:recently|soon|early)\\b`],
    [
      'number',
      `${BEFORE_WH}how (?:many|old)\\b|^what (?:${BE}) (?:the |my |\\S+['’]s )?(?:(?:(?:total|average|exact) )?(?:number|count)\\b(?= of\\b)|(?:total|average|exact) (?:number|count)\\b|age\\b)|${BEFORE_WH}(?:what|which) (?:(?:number|percentage|percent|score)\\b|age(?= (?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|must|may|might)\\b|\\W*$))`,
    ],
    [
      'amount',
      `${BEFORE_WH}how (?:much|far|tall|big|large|high|heavy|fast|wide|deep|expensive|hot|cold|late|close|small|thick)\\b`,
    ],
    [
      'amount',
      `^what ${BE} .*\\b(?:price|cost|costs|${AMOUNT_NOUN})\\b|^what (?:did|does|do) .*\\b(?:costs?|(?:the|my|our|your|his|her|their|its|\\S+['’]s) (?:\\p{L}+ )?(?:price|${AMOUNT_NOUN}))\\b|^what (?:price|amount|distance|weight|height|size|discount)\\b`,
    ],
    [
      'reason',
      `${BEFORE_WH}(?:why|how come)\\b|^what (?:(?:${BE}) )?(?:\\S+ ){0,4}?(?:reasons?|motivations?|cause|purpose)\\b|^what (?:motivated|motivates|made|makes|led|caused|inspired|inspires|prompted|drove|drives|encouraged)\\b|^for what reason`,
    ],
    ['manner', `${BEFORE_WH}how\\b`],
    ['date', `${BEFORE_WH}when\\b`],
    [
      'date',
      `${BEFORE_WH}(?:what|which) ${TIME_NOUN}(?:['’]s)?\\b(?! (?:of|for) (?:activit|thing|event))(?!${FAVOURITE})|^what(?:['’]s| ${BE}) (?:the |\\S+['’]s |my )?(?:\\S+ )?(?:date|birthday|anniversary|deadline)\\b`,
    ],
    ['place', `${BEFORE_WH}where(?:abouts)?\\b`],
    [
      'place',
      `${BEFORE_WH}(?:what|which) (?:(?:european|american|asian|african|other|new|foreign|specific|national|local) )*(?:${PLACE})\\b`,
    ],
    ['person', `${BEFORE_WH}(?:who|whom|whose|who['’]s)\\b`],
    [
      'person',
      `${BEFORE_WH}(?:what|which)(?: of)? (?:(?:other|new|old|famous|favou?rite|basketball|of|the|my|our|your|his|her|their|\\S+['’]s) )*(?:${PERSON})s?\\b`,
    ],
    ['thing', `${BEFORE_WH}(?:what|which)\\b`],
    [
      'thing',
      `^(?:can|could|would|will) you (?:please )?(?:recommend|suggest|give|name|list|share|describe|explain|summari[sz]e|tell|help|remind)\\b|^do you have (?:any|some) (?:\\p{L}+ )?(?:ideas?|tips|suggestions?|advice|recommendations?)\\b`,
    ],
    [
      'yes-no',
      `^(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|shall|might|may|must|am|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|don['’]t|doesn['’]t|didn['’]t|hasn['’]t|haven['’]t|won['’]t|wouldn['’]t|can['’]t|couldn['’]t)\\b`,
    ],
  ] as const
).map(([kind, source]) => [kind, new RegExp(source, 'iu')] as const)

/** For what does not begin with its question word: “John went where?”, “A gift from whom?”. Relative clauses are none. */
const INSIDE: readonly (readonly [AnswerKind, RegExp])[] = [
  ['frequency', /\bhow often\b/i],
  ['duration', /\bhow long\b/i],
  ['number', /\bhow many\b/i],
  ['amount', /\bhow much\b/i],
  ['person', /\b(?:to|from|with|by|for|about) whom\b|\bwho\W*$/i],
  ['place', /\bwhere\W*$/i],
  ['reason', /\bwhy\W*$/i],
  ['date', /\bwhen\W*$/i],
]

/** “A or B?”, of which the answer is one; not “… or not?”, “any … or …”, “… or something?”. */
function isChoice(asked: string): boolean {
  if (
    !/\S\s+or\s+\S/i.test(asked) ||
    /\bor (?:not|so|anything|something|any|ever|more|less|other|otherwise|maybe|vice versa)\b/i.test(asked)
  )
    return false
  if (/^(?:how|why)\b|^(?:can|could|would) you\b/i.test(asked)) return false
  if (/^(?:who|which|what|where|when|whose|in|on|at|for|to|with)\b/i.test(asked))
    return /[,:–—]\s[^,]*\bor\s[^,]*\??\s*$/i.test(asked)
  return (
    /^(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|shall|might|may)\b/i.test(
      asked,
    ) && !/\b(?:any|ever|anything|anyone)\b/i.test(asked)
  )
}
