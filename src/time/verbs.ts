/** Past tense forms that do not end in -ed, but for those that are nouns or adjectives more often. */
export const IRREGULAR_PAST =
  'was|were|did|had|went|got|took|made|came|saw|met|bought|found|gave|told|said|ran|won|lost|left|felt|began|ate|' +
  'brought|built|caught|chose|drove|drank|fell|flew|forgot|grew|heard|held|hung|kept|knew|led|paid|read|rode|sang|' +
  'sent|slept|sold|spent|spoke|stood|swam|taught|thought|threw|understood|woke|wore|wrote|broke|became|hit|put|cut|' +
  'quit|sat|drew|hid|fought|dealt|learnt|lent|rang|sank|shook|shot|stole|swore|tore|overcame|oversaw|rebuilt|redid|' +
  'burnt|dreamt|spelt|spilt|leapt|leant|knelt|smelt|wept|crept|swept|slid|spun|stuck|struck|strung|swung|clung|flung|' +
  'stung|bent|bit|blew|bred|bled|fed|fled|froze|forgave|hurt|shut|split|spread|burst|laid|lit|meant|shone|shrank|sought|' +
  'spat|sprang|stank|trod|undid|upset|wove|wrung|withdrew|beat|dug|dove|sped|arose|awoke|misread|overslept|overheard|' +
  'undertook|rewrote|retook|outran|foresaw|misheard|mistook|overtook|relit|resold|reran|underwent|unwound'

/** Participles that differ from the past tense. */
const IRREGULAR_PARTICIPLE =
  'been|born|seen|gone|done|taken|given|eaten|written|driven|broken|chosen|spoken|fallen|flown|grown|known|shown|drawn|' +
  'thrown|worn|begun|run|sung|swum|become|come|drunk|ridden|forgotten|gotten|hidden|risen|woken|beaten|stolen'

/** Words in -ed that are no verbs, or say how someone feels about what lies ahead. */
const NO_PAST =
  'need|feed|speed|seed|weed|breed|bleed|proceed|exceed|succeed|indeed|hundred|sacred|naked|united|' +
  'excited|interested|supposed|thrilled|psyched|scheduled'

/** [finished], [hoped], never [need] or [excited]. */
export const REGULAR_PAST = String.raw`(?!(?:${NO_PAST})\b)\p{L}{2,}ed`

export const PARTICIPLE = `(?:${IRREGULAR_PARTICIPLE}|${IRREGULAR_PAST}|${REGULAR_PAST})`

/** Adverbs that stand between an auxiliary and its verb. */
export const ADVERBS = String.raw`(?:(?:not|just|already|also|always|never|finally|recently|really|still|now|only|even|ever|all|both|\p{L}{2,}ly) )*`

/** Third person forms of what happens at a time, so that the simple present tells of what is to come: [expires]. */
export const HAPPENS =
  'starts|begins|ends|finishes|opens|reopens|closes|expires|leaves|departs|arrives|returns|comes|goes|happens|takes|' +
  'flies|moves|turns|becomes|gets|has|meets|plays|launches|airs|premieres|resumes|retires|graduates|sits|travels|' +
  'hosts|holds|celebrates|marries|rises|increases|decreases|drops|falls|changes|stops|renews|runs|lasts|visits|' +
  'performs|sails|lands|ships|kicks|checks|switches|joins|needs|wants|hopes|plans|intends|expects|sets|tours|speaks'

/** The same of several: [my parents arrive]. */
export const HAPPEN =
  'start|begin|end|finish|open|reopen|close|expire|leave|depart|arrive|return|come|go|happen|fly|move|get|have|meet|' +
  'play|launch|resume|retire|graduate|sit|travel|celebrate|marry|rise|fall|change|stop|run|visit|perform|sail|land|join|tour'

/** Participles of what is fixed for a time to come: [it's planned]. */
export const ARRANGED =
  'planned|booked|reserved|arranged|rearranged|scheduled|rescheduled|rebooked|set|fixed|expected|held'

/** What one thinks or feels of a time, which lies on either side: [I remember], [we love]. */
export const STATES =
  'remember|recall|miss|love|like|know|think|guess|believe|mean|feel|swear|bet|wish|see|hear|look|enjoy|appreciate'
