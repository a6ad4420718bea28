import { mayBeGivenName, type WordKind, wordKind } from '../language/lexicon.ts'

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

/** Whether a name stands before an apposition: “Tove, my boss,”, not “Finally, my boss,” or “Mum, my boss”. */
export function maySetOff(name: string): boolean {
  const first = firstOf(name)
  return namesSomebody(name) && (mayBeGivenName(first) || !/ly$/u.test(first))
}

/** Whether it names whom somebody is, not what: “my boss is Tove”, not “my boss is Irish” or “my boss is CEO”. */
export function mayBeWhoItIs(name: string): boolean {
  const first = firstOf(name)
  if (mayBeGivenName(first) || !/^\p{L}+$/u.test(name)) return namesSomebody(name)
  return namesSomebody(name) && !WHAT.has(wordKind(first)) && !DESCRIBES.test(first)
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

const NOBODY: ReadonlySet<WordKind | undefined> = new Set([
  'demonym',
  'exclamation',
  'function',
  'month',
  'organisation',
  'place',
  'weekday',
] as const)
const WHAT: ReadonlySet<WordKind | undefined> = new Set(['common', 'verb'] as const)
/** Origins and creeds that the lexicon does not know. */
const DESCRIBES = /(?:ish|ese|ist)$|^(?:catholic|muslim|hindu|sikh|vegan)$/u
