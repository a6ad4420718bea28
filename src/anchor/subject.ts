import { type Name, names } from '../language/names.ts'
import { foldText } from '../language/terms.ts'
import type { ReadTurn, ReadWindow } from './read-window.ts'

/** Whom a restatement is about. */
export type Subject = {
  /** As a speaker is called, where it is one; else as the restatement calls it. Undefined: it names nobody. */
  readonly name: string | undefined
  readonly isSpeaker: boolean
  /** Whether the person is the subject, not what belongs to it: “Ada”, not “Ada's dog”. */
  readonly isBare: boolean
}

/**
 * The first person whom a restatement names. “The user” and “the assistant” are who spoke in that role; a restatement
 * that names nobody is about the speaker of its first source.
 */
export function subjectOf(restatement: string, window: ReadWindow, sources: readonly ReadTurn[]): Subject {
  const role = ROLE.exec(restatement)
  const first = firstSubject(restatement, { window, sources })
  if (role !== null && (first === undefined || role.index < first.start)) {
    const speaker = speakerOfRole(role[1]!.toLowerCase(), window) ?? sources[0]?.turn.speaker
    return { name: speaker, isSpeaker: true, isBare: !POSSESSIVE.test(after(restatement, role)) }
  }
  if (first === undefined) {
    const speaker = sources[0]?.turn.speaker
    return { name: speaker, isSpeaker: true, isBare: false }
  }
  const speaker = window.speakers.find((each) => isCalled(each, first.text))
  const isBare = !POSSESSIVE.test(restatement.slice(first.start + first.text.length))
  return { name: speaker ?? first.text, isSpeaker: speaker !== undefined, isBare }
}

/** Of several who do it together the one who says so: [Ada and Ben plan a trip], as Ben tells it. */
function firstSubject(
  restatement: string,
  { window, sources }: { readonly window: ReadWindow; readonly sources: readonly ReadTurn[] },
) {
  const [first, ...others] = personsIn(restatement, window)
  if (first === undefined) return undefined
  let end = first.end
  for (const other of others) {
    if (!/^(?:\s*,|\s+(?:and|&))+\s*$/u.test(restatement.slice(end, other.start))) break
    if (sources.some(({ turn }) => isCalled(turn.speaker, other.text))) return other
    end = other.end
  }
  return first
}

/** The persons of a restatement; those who speak in the window are persons whatever their names mean otherwise. */
export function personsIn(text: string, window: ReadWindow): readonly Name[] {
  const people = new Set(window.speakers.map((speaker) => speaker.toLowerCase()))
  const found = names(text, people).filter(
    (name) => name.kind === 'person' || isSpeakerName(name.text, window),
  )
  const small = window.speakers
    .filter((speaker) => SMALL.test(speaker))
    .flatMap((name) => placesOf(name, text))
  return [...found, ...small.filter(({ start }) => !found.some((name) => name.start === start))].toSorted(
    (a, b) => a.start - b.start,
  )
}

/** Names that are written small, such as those of accounts, are no names to who goes by capitals. */
const SMALL = /^\p{Ll}/u

function placesOf(name: string, text: string): readonly Name[] {
  const written = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  const places = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])`, 'giu'))
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
const ROLE = /\b(?:the )?(user|assistant)\b/i
const POSSESSIVE = /^['’]s?\b/u

const after = (text: string, match: RegExpExecArray) => text.slice(match.index + match[0].length)

/** Who has the role, or its name; “the user” where one person alone speaks beside assistants. */
function speakerOfRole(role: string, { turns }: ReadWindow): string | undefined {
  const inRole = turns.find(({ turn }) => turn.role === role || turn.speaker.toLowerCase() === role)
  if (inRole !== undefined) return inRole.turn.speaker
  const people = new Set(
    turns.filter(({ turn }) => turn.role !== 'assistant').map(({ turn }) => turn.speaker),
  )
  return role === 'user' && people.size === 1 ? [...people][0] : undefined
}
