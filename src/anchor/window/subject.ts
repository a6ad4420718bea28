import { isCalled } from './people.ts'
import type { ReadUnit } from './read-unit.ts'
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
export function subjectOf(
  { text: restatement, persons }: Pick<ReadUnit, 'text' | 'persons'>,
  window: ReadWindow,
  sources: readonly ReadTurn[],
): Subject {
  const role = ROLE.exec(restatement)
  const first = firstSubject(restatement, { persons, sources })
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
  { persons, sources }: { readonly persons: ReadUnit['persons']; readonly sources: readonly ReadTurn[] },
) {
  const [first, ...others] = persons
  if (first === undefined) return undefined
  let end = first.end
  for (const other of others) {
    if (!/^(?:\s*,|\s+(?:and|&))+\s*$/u.test(restatement.slice(end, other.start))) break
    if (sources.some(({ turn }) => isCalled(turn.speaker, other.text))) return other
    end = other.end
  }
  return first
}

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
