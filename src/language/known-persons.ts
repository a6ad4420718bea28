import type { History } from '../model/history.ts'
import { uniqueNames } from './persons.ts'
import { foldText } from './terms.ts'

/**
 * Who a name means in a bank, by canonical name; none where the bank has not heard of it or it could be either of two.
 *
 * In this order: a speaker of that name; a nickname that the text declares (all persons for whom it is declared); a
 * person of that name; the one person whose first name it is; the one speaker whose name begins with it, from three
 * letters on (“Mel” for Melanie, while no other speaker begins with Mel). A short form that is a person's name as well
 * may be either: then both are given, the speaker first. Names that only look alike are never joined.
 */
export function resolvePerson(name: string, history: History): readonly string[] {
  const folded = foldText(name)
  const speaker = history.speakers.find((known) => foldText(known) === folded)
  if (speaker !== undefined) return [speaker]
  const declared = history.aliases
    .filter(({ alias }) => foldText(alias) === folded)
    .map(({ person }) => person)
  if (declared.length > 0) return uniqueNames(declared.map((person) => canonical(person, history)))
  const person = history.persons.find((known) => foldText(known) === folded)
  if (person !== undefined) return uniqueNames([...(byShortForm(folded, history) ?? []), person])
  return byFirstName(folded, history) ?? byShortForm(folded, history) ?? []
}

/**
 * Every name under which the bank may speak of a person: the name, its declared nicknames, and the first name where
 * nobody else has it. For matching units, of which each has the name that was used in it.
 */
export function namesOfPerson(person: string, history: History): readonly string[] {
  const folded = foldText(person)
  const nicknames = history.aliases
    .filter((alias) => foldText(alias.person) === folded)
    .map(({ alias }) => alias)
  const shortForms = history.persons.filter((known) => {
    const short = foldText(known)
    return short !== folded && resolvePersonOf(short, history) === folded
  })
  return uniqueNames([person, ...nicknames, ...shortForms])
}

/** Fewer letters begin too many names. */
const SHORTEST_SHORT_FORM = 3

function canonical(person: string, history: History): string {
  const folded = foldText(person)
  return [...history.speakers, ...history.persons].find((known) => foldText(known) === folded) ?? person
}

function byFirstName(folded: string, history: History): readonly string[] | undefined {
  const everyone = uniqueNames([...history.speakers, ...history.persons])
  return onlyOne(everyone.filter((known) => foldText(known).startsWith(`${folded} `)))
}

function byShortForm(folded: string, history: History): readonly string[] | undefined {
  if ([...folded].length < SHORTEST_SHORT_FORM || folded.includes(' ')) return undefined
  return onlyOne(history.speakers.filter((known) => foldText(known).startsWith(folded)))
}

/** Where two persons fit, the name stays as it was said. */
function onlyOne(found: readonly string[]): readonly string[] | undefined {
  return found.length === 1 ? found : undefined
}

/** As {@link resolvePerson}, but for a name that is itself in use: “Mel” stays findable as Melanie's short form. */
function resolvePersonOf(folded: string, history: History): string | undefined {
  if (history.speakers.some((known) => foldText(known) === folded)) return undefined
  const found = byFirstName(folded, history) ?? byShortForm(folded, history)
  return found === undefined ? undefined : foldText(found[0]!)
}
