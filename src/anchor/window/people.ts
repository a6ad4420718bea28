import { type Name, names } from '../../language/names.ts'
import { foldText } from '../../language/terms.ts'
import type { ReadWindow } from './read-window.ts'

/** The persons of a text; those who speak in the window are persons whatever their names mean otherwise. */
export function personsIn(text: string, window: ReadWindow): readonly Name[] {
  return personsAmong(names(text, window.people), text, window)
}

/** The persons among the names of a text. */
export function personsAmong(all: readonly Name[], text: string, window: ReadWindow): readonly Name[] {
  const found = all.filter((name) => name.kind === 'person' || isSpeakerName(name.text, window))
  const small = window.speakers
    .filter((speaker) => SMALL.test(speaker) || speaker.length === 1)
    .flatMap((name) => placesOf(name, text))
  return [...found, ...small.filter(({ start }) => !found.some((name) => name.start === start))].toSorted(
    (a, b) => a.start - b.start,
  )
}

/** Names that are written small, such as those of accounts, are no names to who goes by capitals. */
const SMALL = /^\p{Ll}/u

function placesOf(name: string, text: string): readonly Name[] {
  const written = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  // [A's sister], [A sells …], but not [a sister]: one letter is a name where a verb or what belongs to it follows.
  const after =
    name.length === 1 ? "(?=['’]s| \\p{Ll}+(?:s|ed)\\b| (?:is|was|has|had|will)\\b)" : '(?![\\p{L}\\p{N}])'
  const places = text.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}])${written}${after}`, name.length === 1 ? 'gu' : 'giu'),
  )
  return [...places].map((place) => ({
    text: place[0],
    start: place.index,
    end: place.index + place[0].length,
    kind: 'person',
  }))
}

export function isSpeakerName(name: string, { speakers }: ReadWindow): boolean {
  return speakers.some((speaker) => isCalled(speaker, name))
}

/** Whether a person is meant by a name: equal, or one is the first name of the other, or its short form. */
export function isCalled(person: string, name: string): boolean {
  const [a, b] = [foldText(person).trim(), foldText(name).trim()]
  if (a === b) return true
  const [firstOfA, firstOfB] = [a.split(/\s+/u)[0]!, b.split(/\s+/u)[0]!]
  if (a.includes(' ') && b.includes(' ')) return false
  const [short, long] = firstOfA.length < firstOfB.length ? [firstOfA, firstOfB] : [firstOfB, firstOfA]
  return long === short || (short.length >= SHORTEST_SHORT_NAME && long.startsWith(short))
}

/** Letters: “Mel” is Melanie, “Jo” may be anybody. */
const SHORTEST_SHORT_NAME = 3
