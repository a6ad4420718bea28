import { foldText } from '../language/terms.ts'
import type { History } from '../model/history.ts'

/**
 * The question with “they” for every asked person who speaks in the bank, and with the full name for a declared nickname
 * of anybody else: [When did Ana paint? → When did they paint?].
 *
 * A speaker's name stands before each of their turns, so that a vector with the name is near to whatever they said and
 * far from what others said of it. Who speaks is weighed by itself; names of people who do not speak are content.
 */
export function withoutSpeakers(
  question: string,
  { persons, history }: { persons: readonly string[]; history: History },
): string {
  const speakers = new Set(history.speakers.map(foldText))
  const replacements = persons.flatMap((person) => {
    const nicknames = nicknamesOf(person, history)
    if (!speakers.has(foldText(person))) return nicknames.map((name) => ({ name, by: person }))
    return [person, ...person.split(/\s+/u), ...nicknames].map((name) => ({ name, by: 'they' }))
  })
  return (
    replacements
      .filter(({ name }) => name.length > 1)
      // The longest first, or “Jan” would leave the “Novak” of “Jan Novak” standing.
      .sort((a, b) => b.name.length - a.name.length)
      .reduce((text, { name, by }) => text.replace(wordPattern(name), () => by), question)
  )
}

/** The names by which the texts themselves call a person. */
export function nicknamesOf(person: string, { aliases }: History): string[] {
  const folded = foldText(person)
  return aliases.filter((each) => foldText(each.person) === folded).map(({ alias }) => alias)
}

function wordPattern(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?:['’]s)?(?![\\p{L}\\p{N}])`, 'giu')
}
