import { type Name, names } from './names.ts'
import { foldText, personTerm } from './terms.ts'

/**
 * The persons named in a text, as written, each once, in order of appearance.
 *
 * @param people Lower-case names that are known to be persons.
 */
export function persons(text: string, people?: ReadonlySet<string>): readonly string[] {
  return personNames(names(text, people))
}

/** The persons among names, each once by its folded form. */
export function personNames(found: readonly Name[]): readonly string[] {
  return uniqueNames(found.filter((name) => name.kind === 'person').map((name) => name.text))
}

/** Names, each once by its folded form, the first way of writing kept. */
export function uniqueNames(found: Iterable<string>): readonly string[] {
  const byFold = new Map<string, string>()
  for (const name of found) {
    const folded = foldText(name)
    if (folded !== '' && !byFold.has(folded)) byFold.set(folded, name)
  }
  return [...byFold.values()]
}

/**
 * Terms by which a person is indexed: the whole name, and the first name of a longer one, so that “Jan” is found in
 * “Jan Novak”. Two people of one first name share that term: it may raise, never decide.
 */
export function personTerms(name: string): readonly string[] {
  const first = name.trim().split(/\s+/u)[0] ?? ''
  const whole = personTerm(name)
  const part = personTerm(first)
  return part === whole || part.length < 3 ? [whole] : [whole, part]
}
