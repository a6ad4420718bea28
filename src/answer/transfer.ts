import { isNoPerson } from '../language/lexicon.ts'
import { analyse } from '../language/terms.ts'
import { mentions, sameName } from './attribution.ts'
import { kindred } from './kindred.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/**
 * Who gave or who got something, told from the other side: “I borrowed the drill from Otto” says who lent it, “Yusuf sold
 * me his piano” who bought it. Undefined where the clause tells of nothing that changed hands, or of something else.
 */
export function otherParty(statement: Statement, question: Question): string | undefined {
  const { text, turn } = statement
  const giving = ASKS_GIVER.exec(question.text)?.groups
  if (giving !== undefined) {
    const got = GOT.exec(text)?.groups
    const isReceiver = question.asked.persons.some((person) =>
      sameName(person, turn.speaker, question.asked.aliases),
    )
    return got !== undefined && isReceiver && !isNoPerson(got.giver!) && speaksOf(got.thing!, giving.rest!)
      ? named(got.giver!, turn.speaker)
      : undefined
  }
  const getting = ASKS_RECEIVER.exec(question.text)?.groups
  const gave = getting && GAVE.exec(text)?.groups
  if (getting === undefined || gave === undefined || !speaksOf(gave.thing!, getting.rest!)) return undefined
  // “Yusuf's piano”: who gave it is whom the question names, if it names anybody.
  const { persons, aliases } = question.asked
  const isGiver = persons.length === 0 || persons.some((person) => mentions(gave.giver!, person, aliases))
  return isGiver ? turn.speaker : undefined
}

const ASKS_GIVER = /^\W*who (?:gave|lent|sold|sent|left|passed|handed|loaned)\s+(?<rest>.+)$/iu
const ASKS_RECEIVER = /^\W*who (?:bought|got|received|borrowed|inherited)\s+(?<rest>.+)$/iu
const SOMEBODY =
  "(?:(?:my|our) (?:[\\p{Ll}-]+ ?){1,2}(?:\\p{Lu}[\\p{L}'’-]+)?|\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)"
const GOT = new RegExp(
  `\\b(?:I|we)(?:['’]ve| have| had)?(?: just| finally| only)? (?:got|gotten|borrowed|bought|received|inherited|have|had) (?<thing>[^.,;]{1,60}?) from (?<giver>${SOMEBODY})`,
  'u',
)
const GAVE = new RegExp(
  `(?<giver>${SOMEBODY}|\\b[Hh]e|\\b[Ss]he) (?:has |just |finally )*(?:gave|given|lent|sold|sent|left|passed|handed|loaned) (?:me|us) (?<thing>[^.,;]{1,60})`,
  'u',
)

/** Whether the words for what was given share a word with what is asked about. */
function speaksOf(thing: string, asked: string): boolean {
  const wanted = analyse(asked)
  return analyse(thing).some((term) => wanted.some((other) => kindred(term, other)))
}

/** “My great-aunt Selma” is Selma, “my aunt” the speaker's aunt. */
function named(giver: string, speaker: string): string {
  const name = /\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.exec(giver)?.[0]
  return name ?? giver.trim().replace(/^(?:my|our) /iu, `${speaker}'s `)
}
