import { type CapitalWord, kindOf, TITLE } from './capital-word.ts'
import { capitalRuns, type Run } from './capitals.ts'
import { isNameLikeMonth, mayBeGivenName, wordKind } from './lexicon.ts'
import { isPersonalVerb } from './seeming-names.ts'

export type NameKind = 'person' | 'place' | 'organisation' | 'other'

/** A proper name as it stands in a text; positions in UTF-16 code units, end exclusive. */
export type Name = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: NameKind
}

/**
 * The proper names of a running text in a script with capitals, in order.
 *
 * What is named is told by the lexicon, then by the words around (“my sister Heike”, “moved to Alnwick”); what neither
 * tells is `other`. Names are kept as written: “Flat 1603” and “Flat 1605” are two.
 *
 * @param people Folded or lower-case names that are known to be persons, such as those of the speakers.
 */
export function names(text: string, people: ReadonlySet<string> = NOBODY): readonly Name[] {
  return capitalRuns(text, people).flatMap((run) => {
    const name = nameOf(text, run, people)
    return name === undefined ? [] : [name]
  })
}

const NOBODY: ReadonlySet<string> = new Set()
/** How far around a name its surroundings are read, in characters. */
const SURROUNDINGS = 40

function nameOf(text: string, run: Run, people: ReadonlySet<string>): Name | undefined {
  const titled = TITLE.test(run.words[0].text) && run.words.length > 1
  const parts = titled ? run.words.slice(1) : run.words
  const start = parts[0]!.start
  const end = parts[parts.length - 1]!.end
  const name = text.slice(start, end)
  const before = text.slice(Math.max(0, run.words[0].start - SURROUNDINGS), run.words[0].start)
  const after = text.slice(end, end + SURROUNDINGS)
  if (parts.length === 1 && parts[0]!.kind === 'month' && !people.has(name.toLowerCase())) {
    return isPersonNotMonth(parts[0]!, before, after) ? { text: name, start, end, kind: 'person' } : undefined
  }
  const kind =
    titled || people.has(name.toLowerCase()) ? 'person' : kindOfName(parts, { name, before, after })
  return { text: name, start, end, kind }
}

type Surroundings = { readonly name: string; readonly before: string; readonly after: string }

function kindOfName(parts: readonly CapitalWord[], { name, before, after }: Surroundings): NameKind {
  const last = parts[parts.length - 1]!
  const whole = wordKind(name.toLowerCase())
  if (whole === 'place') return 'place'
  if (whole === 'organisation') return 'organisation'
  if (parts.length > 1 && PLACE_NOUN.has(last.lower)) return 'place'
  if (parts.length > 1 && /^\d/.test(last.text)) return 'other'
  if (IN_PLACE.test(before) && !/^['’]s/.test(after) && !isPersonal(parts) && name !== name.toUpperCase())
    return 'place'
  if (isPersonal(parts) || PERSON_BEFORE.test(before)) return 'person'
  if (parts.length === 1 && parts[0]!.kind === undefined && isActor(before, after)) return 'person'
  if (TO_PLACE.test(before)) return 'place'
  return 'other'
}

/** By the lexicon: a given name first, or a surname last with nothing ordinary before it. */
function isPersonal(parts: readonly CapitalWord[]): boolean {
  const [first, ...rest] = parts
  if (first === undefined || parts.length > 3) return false
  if (!rest.every((part) => part.kind !== 'place' && part.kind !== 'function' && !/^\d/.test(part.text)))
    return false
  if (first.kind === 'given-name' || (mayBeGivenName(first.lower) && !first.initial))
    return isWrittenAsName(first)
  const surname = rest.every((part) => part.kind !== 'common' && part.kind !== 'verb')
  if (rest.length === 0) return first.kind === 'surname'
  return (
    surname &&
    rest[rest.length - 1]!.kind === 'surname' &&
    (first.kind === undefined || mayBeGivenName(first.lower))
  )
}

function isWrittenAsName(word: CapitalWord): boolean {
  return word.text.length < 4 || word.text !== word.text.toUpperCase()
}

function isPersonNotMonth(word: CapitalWord, before: string, after: string): boolean {
  if (!isNameLikeMonth(word.lower) || (word.initial && word.lower === 'may')) return false
  if (
    /\b(?:in|on|of|since|until|till|by|last|next|this|every|early|late|mid|during|for|from|to|\d(?:st|nd|rd|th)?,?)[ -]$/i.test(
      before,
    )
  )
    return false
  if (/^,? (?:the )?\d/.test(after)) return false
  const next = /^ (\p{Ll}+)/u.exec(after)?.[1]
  return (
    PERSON_BEFORE.test(before) ||
    /\b(?:with|and|told|tell|asked|met|see|saw|called|hey|hi),? $/i.test(before) ||
    (next !== undefined && (kindOf(next) === 'verb' || /^(?:said|says|told|has|had|is|was|went)$/.test(next)))
  )
}

/** “with Heike”, “Heike said”: who acts or is spoken with, and no thing. */
function isActor(before: string, after: string): boolean {
  if (
    /\b(?:told|asked|thanked|hugged|married|dating|hey|hi|hello|bye|dear|calls|with|thanks to|thank|meet|met|invited?|helped),? $/i.test(
      before,
    )
  )
    return true
  const next = /^ (?:also |just |never |always |really )?(\p{Ll}+)/u.exec(after)?.[1]
  return next !== undefined && isPersonalVerb(next)
}

const RELATION =
  'sister|brother|mother|father|mom|mum|dad|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|cousin|uncle|aunt|niece|nephew|' +
  'grandmother|grandfather|grandma|grandpa|friend|buddy|pal|neighbou?r|colleague|coworker|co-worker|boss|manager|teacher|coach|trainer|doctor|' +
  'dentist|therapist|roommate|flatmate|housemate|classmate|teammate|mentor|tutor|landlord|landlady|kid|child|baby|twin|guy|girl|boy|woman|man'
const PERSON_BEFORE = new RegExp(`\\b(?:${RELATION})(?: named| called|,| is| was)?,? ['"“‘]?$`, 'i')
const IN_PLACE =
  /\b(?:in|at|near|around|throughout|outside|across|downtown|visiting|visited|visit|explore|exploring|explored)(?: the)? $/i
const TO_PLACE =
  /\b(?:moved?|moving|went|go|going|goes|gone|travel(?:l?ed|l?ing)?|trip|flew|fly|flying|drove|drive|driving|back|home|came|come|return(?:ed|ing)?|relocat(?:ed|ing)|live[sd]?|living|born|from|based)(?: (?:back|up|down|over|out|away))? (?:to|from|at|in)(?: the)? $|\b(?:are|am|is|was|comes?|came|moved|hails?) from(?: the)? $|\bfrom \p{Lu}\S* to $/iu
const PLACE_NOUN = new Set(
  (
    'park river lake falls street avenue road lane square bridge beach bay island islands mountain mountains hill hills valley forest woods ' +
    'canyon creek city town village county airport station harbor harbour castle museum university college school hospital church cathedral ' +
    'library theater theatre stadium arena hotel cafe café restaurant market mall plaza gardens garden trail point cove coast desert falls reef springs'
  ).split(' '),
)
