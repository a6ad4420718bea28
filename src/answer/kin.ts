import { stem } from '../language/stem.ts'
import type { Alias } from '../model/history.ts'
import { withoutListeners } from './address.ts'
import { sameName } from './attribution.ts'
import type { Statement } from './statement.ts'
import { type ToldBond, toldBonds } from './told-bonds.ts'

/** That somebody is something to somebody: “my husband Marco” said by Tom → Tom, husband, Marco. */
export type Bond = { readonly of: string; readonly noun: string; readonly name: string }

/** What a question asks for by whose it is: “Who is Tom's husband?”, “Who is Tom married to?” */
export type AskedBond = { readonly of: string; readonly noun: string }

/** Reads whose somebody a question asks for; undefined where it asks otherwise. */
export function askedBond(question: string, persons: readonly string[]): AskedBond | undefined {
  const union = ASKS_UNION.exec(question)?.groups
  if (union !== undefined) {
    const of = persons.find((person) => isNamedIn(union.of ?? union.to ?? '', person))
    return of === undefined ? undefined : { of, noun: /engag/iu.test(question) ? 'fiance' : 'spouse' }
  }
  const owned = ASKS_OWNED.exec(question)?.groups
  if (owned?.noun === undefined) return undefined
  const of = /^my$/iu.test(owned.of!) ? persons.at(-1) : persons.find((each) => isNamedIn(owned.of!, each))
  return of === undefined ? undefined : { of, noun: owned.noun.split(' ').at(-1)! }
}

/** The name of whoever stands in the asked bond, by what a statement tells of it; undefined where it tells of none. */
export function boundTo(
  asked: AskedBond,
  statement: Statement,
  aliases: readonly Alias[],
): string | undefined {
  for (const { of, noun, name } of bondsIn(statement)) {
    if (isSameBond(noun, asked.noun) && sameName(of, asked.of, aliases) && !sameName(name, of, aliases))
      return name
    if (isMutual(noun, asked.noun) && sameName(name, asked.of, aliases)) return of
  }
  return undefined
}

/** Whether a clause tells of the same bond of somebody else: “Vera's son” is no word of another's son. */
export function bindsOthers(asked: AskedBond, statement: Statement, aliases: readonly Alias[]): boolean {
  const others = bondsIn(statement).some(
    ({ of, noun }) => isSameBond(noun, asked.noun) && !sameName(of, asked.of, aliases),
  )
  // “My neighbour Rolf and his wife Uta”: whoever “his” means, it is not whose words they are.
  const ofThird = toldBonds(statement.text).some(
    ({ written, noun }) => /^(?:his|her|their)$/iu.test(written) && isSameBond(noun, asked.noun),
  )
  return others || (ofThird && sameName(statement.turn.speaker, asked.of, aliases))
}

/** Whether a clause says that somebody does not stand in the asked bond, or no more: “I'm not married to Gus any more”. */
export function unbinds(
  asked: AskedBond,
  name: string,
  statement: Statement,
  aliases: readonly Alias[],
): boolean {
  return told(statement).some(
    (bond) =>
      bond.ends !== undefined &&
      isSameBond(bond.noun, asked.noun) &&
      ((sameName(bond.of, asked.of, aliases) && sameName(bond.name, name, aliases)) ||
        (sameName(bond.name, asked.of, aliases) && sameName(bond.of, name, aliases))),
  )
}

/** All that a clause tells of who is what to whom. */
export function bondsIn(statement: Statement): readonly Bond[] {
  return told(statement).filter(({ ends }) => ends === undefined)
}

function told({ text, turn, antecedent, listeners }: Statement): readonly (Bond & Pick<ToldBond, 'ends'>)[] {
  const owner = (written: string) => {
    if (/^(?:my|our|I|I['’]\p{L}+|me)$/iu.test(written)) return turn.speaker
    if (/^(?:his|her|their|he|she|they|(?:he|she|they)['’]\p{L}+)$/iu.test(written)) return antecedent
    return written.replace(/['’]s?$/u, '')
  }
  return toldBonds(withoutListeners(text, listeners)).flatMap(({ written, noun, name, ends }) => {
    const of = owner(written)
    return of === undefined ? [] : [{ of, noun, name, ends }]
  })
}

/** Whether a clause says of a bond that it is none, or is no more: “I never married Gus”. */
export function tellsNoBond({ text }: Statement, isPastAsked: boolean): boolean {
  return toldBonds(text).some(({ ends }) => ends === 'denied' || (ends === 'past' && !isPastAsked))
}

const ASKS_OWNED =
  /^\W*(?:and |so )?who(?:['’]s| is| was| are) (?:(?<of>my|\p{L}[\p{L}\p{M}' ’-]*?['’]s?) (?<noun>(?:\p{Ll}+ )?\p{Ll}[\p{L}-]+))\s*(?:now|called|these days)?\W*$/iu
const ASKS_UNION =
  /^\W*(?:and |so )?who(?:m)?(?: is| was|['’]s| did| does| has)? (?:(?<of>\p{L}[\p{L}\p{M} '’-]*?) (?:been |got |get |gotten )?(?:(?:married|engaged)(?: to)?|marry)|(?:(?:married|engaged) to|married) (?<to>\p{L}[\p{L}\p{M} '’-]*?))(?: now)?\W*$/iu

function isNamedIn(words: string, person: string): boolean {
  const said = words.toLowerCase()
  return (
    /^(?:i|me|my)$/u.test(said) ||
    person
      .toLowerCase()
      .split(' ')
      .some((part) => said.split(/[\s'’]+/u).includes(part))
  )
}

const SPOUSE: ReadonlySet<string> = new Set(['spouse', 'husband', 'wife', 'hubby'].map(stem))
const ENGAGED: ReadonlySet<string> = new Set(['fiance', 'fiancé', 'fiancee', 'fiancée'].map(stem))
/** What two people are to each other alike. */
const MUTUAL: ReadonlySet<string> = new Set(
  'sibling cousin friend colleague coworker neighbour neighbor partner flatmate roommate housemate twin classmate teammate'
    .split(' ')
    .map(stem),
)
const CHILD: ReadonlySet<string> = new Set(['child', 'kid', 'son', 'daughter'].map(stem))
const SAME: readonly ReadonlySet<string>[] = [
  SPOUSE,
  ENGAGED,
  ...[
    'mother mum mom',
    'father dad',
    'neighbour neighbor',
    'grandmother grandma granny',
    'grandfather grandpa grandad',
    'colleague coworker',
    'flatmate roommate housemate',
    'kid child',
  ].map((words) => new Set(words.split(' ').map(stem))),
]

function isSameBond(told: string, asked: string): boolean {
  const [a, b] = [stem(told.toLowerCase()), stem(asked.toLowerCase())]
  return a === b || SAME.some((words) => words.has(a) && words.has(b))
}

/** “My wife Petra” tells Petra's husband or wife as well, and “my son Teo” Teo's parent; not which of the two. */
function isMutual(told: string, asked: string): boolean {
  const [a, b] = [stem(told.toLowerCase()), stem(asked.toLowerCase())]
  if (CHILD.has(a)) return b === stem('parent')
  return (
    (SPOUSE.has(a) && SPOUSE.has(b)) ||
    (ENGAGED.has(a) && ENGAGED.has(b)) ||
    (MUTUAL.has(a) && isSameBond(a, b))
  )
}
