import { isNameLikeMonth, mayBeGivenName, type WordKind, wordKind } from '../language/lexicon.ts'

/**
 * Whether what is written with a capital may be the name of a person or an animal: “Tove”, “June”, “Dr Berg”; not “Friday”,
 * “Yesterday”, “French”, “Graz”.
 *
 * @param name As written, of one word or several.
 */
export function namesSomebody(name: string): boolean {
  const first = firstOf(name)
  if (mayBeGivenName(first)) return true
  return !NOBODY.has(wordKind(first)) && !NOBODY.has(wordKind(name.toLowerCase()))
}

/** Whether it is a name right behind what somebody is, where places and words are names too: “my daughter Paris”, “my dog Happy”. */
export function mayBeBeside(name: string): boolean {
  const first = firstOf(name)
  if (mayBeGivenName(first) || isNameLikeMonth(first) || PET_NAME.test(first)) return true
  return !NEVER_BESIDE.has(wordKind(first))
}

/** Whether a name stands before an apposition: “Tove, my boss,”, not “Finally, my boss,” or “Mum, my boss”. */
export function maySetOff(name: string): boolean {
  const first = firstOf(name)
  return namesSomebody(name) && (mayBeGivenName(first) || !/ly$/u.test(first))
}

/** Whether it names whom somebody is, not what: “my boss is Tove”, not “my boss is Irish” or “my boss is CEO”. */
export function mayBeWhoItIs(name: string): boolean {
  const first = firstOf(name)
  if (mayBeGivenName(first)) return true
  return namesSomebody(name) && !DESCRIBES.test(first) && !/^\p{Lu}{2,}$/u.test(name)
}

/** “Yesterday Runa” and “But Runa” begin a clause with a word that is none of the name. */
export function withoutLead(name: string): string {
  const [lead, ...rest] = name.split(' ')
  const first = lead!.toLowerCase()
  const isLead = !mayBeGivenName(first) && (wordKind(first) === 'function' || wordKind(first) === 'weekday')
  return rest.length > 0 && isLead ? rest.join(' ') : name
}

function firstOf(name: string): string {
  return name.toLowerCase().split(' ', 1)[0]!
}

type Kinds = ReadonlySet<WordKind | undefined>
const NEVER_BESIDE: Kinds = new Set(['demonym', 'function', 'month', 'weekday'] as const)
const NOBODY: Kinds = new Set([...NEVER_BESIDE, 'exclamation', 'organisation', 'place'] as const)
/** Words of address by which animals are called. */
const PET_NAME = /^(?:buddy|dude|papa|mama|nana|granny)$/u
/** Origins and creeds that the lexicon does not know. */
const DESCRIBES = /(?:ish|ese|ist)$|^(?:catholic|muslim|hindu|sikh|vegan)$/u
