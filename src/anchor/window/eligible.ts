import { foldText } from '../../language/terms.ts'
import type { ReadSentence, ReadTurn, ReadWindow } from './read-window.ts'
import type { Subject } from './subject.ts'

/**
 * Whether a sentence may be evidence of what a restatement says of its subject: it is the subject's own, or speaks to
 * it (“you”), of it (by name, or “she” shortly after the name), or asks. What someone says of themselves is evidence of
 * nobody else; what an assistant says is evidence of the assistant alone.
 */
export function isEligible(sentence: ReadSentence, subject: Subject, window: ReadWindow): boolean {
  const { name } = subject
  const { turn } = sentence.of
  if (name === undefined) return true
  if (subject.isSpeaker && turn.speaker === name) return true
  if (isOpenQuestion(sentence.text)) return true
  if (names(sentence.text, name)) return true
  if (subject.isSpeaker) {
    if (SECOND_PERSON.test(sentence.text.replace(OPENINGS, ' ')) && isAddressed(name, sentence.of, window))
      return true
    return ONE_PERSON.test(sentence.text) && isNamedBefore(name, sentence, window)
  }
  return !FIRST_PERSON_SUBJECT.test(sentence.text) || THIRD_PERSON.test(sentence.text)
}

/** Whether a sentence speaks of a person by name, other than to call it: [Thanks, Mel!] says nothing of Mel. */
function names(sentence: string, person: string): boolean {
  const calls = person.split(/\s+/u).length > 1 ? [person, person.split(/\s+/u)[0]!] : [person]
  const folded = foldText(sentence)
  return calls.some((call) => {
    if (!folded.includes(foldText(call))) return false
    const name = literally(foldText(call))
    const all = folded.match(new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'gu'))?.length ?? 0
    const vocative = new RegExp(
      `(?:^|[,.!?;:—–-]\\s*|\\b(?:${GREETING})\\s+)${name}(?=\\s*(?:[,.!?…;:]|$|\\p{Extended_Pictographic}))`,
      'gu',
    )
    return all > (folded.match(vocative)?.length ?? 0)
  })
}

const GREETING =
  'hey|hi|hello|hiya|thanks|thank you|thx|wow|yeah|yep|yes|no|ok|okay|sure|oh|congrats|bye|dear|morning|evening|right|totally|absolutely|definitely|sorry|cheers'
/** [Thanks for believing in me] speaks to someone without “you”. */
const SECOND_PERSON =
  /\b(?:you|your|yours|yourself|yourselves|u|ur|ya|y['’]all|thanks for|congrats on|congratulations on|kudos|good luck)\b/i
/** “You” is only told, not spoken of. */
const OPENINGS =
  /\b(?:let|tell|telling|show|fill|give|giving|update|with|to) you\b|\byou(?: know| see| guys|['’]ll never guess| won['’]t believe| wouldn['’]t believe| can['’]t imagine| should have seen)\b/gi
const ONE_PERSON = /\b(?:he|him|his|she|her|hers|himself|herself)\b/i
const THIRD_PERSON = /\b(?:he|him|his|she|her|hers|they|them|their|theirs|himself|herself|themselves)\b/i
const FIRST_PERSON_SUBJECT = /\b(?:I|we)\b|\bI['’](?:m|ve|ll|d)\b/

/** With its reply, a question says what was replied to; what someone asks about themselves says nothing of others. */
function isOpenQuestion(sentence: string): boolean {
  return /[?？]\W*$/u.test(sentence) && !FIRST_PERSON_SUBJECT.test(sentence)
}

/** Anyone else who speaks in the session may be spoken to. */
function isAddressed(name: string, { turn }: ReadTurn, window: ReadWindow): boolean {
  return window.turns.some((other) => other.turn.session === turn.session && other.turn.speaker === name)
}

/** [Uwe is new here. … He keeps bees.]: the same turn or the few before it. */
function isNamedBefore(name: string, sentence: ReadSentence, window: ReadWindow): boolean {
  const { index, turn } = sentence.of
  const before = window.turns
    .slice(Math.max(0, index - TURNS_OF_A_PRONOUN), index)
    .map((each) => each.turn.text)
  return [...before, turn.text.slice(0, sentence.start)].some((text) => names(text, name))
}

const TURNS_OF_A_PRONOUN = 3

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
