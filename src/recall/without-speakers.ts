import { foldText } from '../language/terms.ts'
import type { History } from '../model/history.ts'

/**
 * The question with “they” for every asked person who speaks in the bank: [When did Ana paint? → When did they paint?].
 *
 * A speaker's name stands before each of their turns, so that a vector with the name is near to whatever they said and
 * far from what others said of it. Who speaks is weighed by itself; names of people who do not speak are content.
 */
export function withoutSpeakers(
  question: string,
  { persons, history }: { persons: readonly string[]; history: History },
): string {
  const speakers = new Set(history.speakers.map(foldText))
  const asked = persons.filter((person) => speakers.has(foldText(person)))
  const names = asked.flatMap((person) => writtenAs(person, history))
  // The longest first, or “Jan” would leave the “Novak” of “Jan Novak” standing.
  return names
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replace(wordPattern(name), 'they'), question)
}

function writtenAs(person: string, { aliases }: History): string[] {
  const folded = foldText(person)
  const short = aliases.filter((each) => foldText(each.person) === folded).map(({ alias }) => alias)
  return [person, ...person.split(/\s+/u), ...short].filter((name) => name.length > 1)
}

function wordPattern(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?:['’]s)?(?![\\p{L}\\p{N}])`, 'giu')
}
