import { analyse } from '../language/terms.ts'
import { choose } from './choose.ts'
import { findDate } from './find-date.ts'
import type { Finder, Finding } from './finding.ts'
import { kindred } from './kindred.ts'
import { isEmptyTerm, type Question } from './question.ts'
import type { Rated } from './relevance.ts'
import { affirms, askedFormOf, replyInWords } from './reply.ts'
import type { Statement } from './statement.ts'

/**
 * Answers with what somebody replied to the very same question, where that is the best there is; else as the given
 * finder does, which sees no replies.
 */
export function orReply(find: Finder): Finder {
  return (rated, question) => {
    const usable = rated.filter(
      ({ statement: { reply } }) => reply === undefined || asksTheSame(reply.asked, question),
    )
    const [best] = choose(usable, question)
    const told = () =>
      find(
        rated.filter(({ statement }) => statement.reply === undefined),
        question,
      )
    if (best?.statement.reply !== undefined) return readReply(best, question) ?? told()
    return told() ?? firstReply(usable, question)
  }
}

function firstReply(usable: readonly Rated[], question: Question): Finding | undefined {
  const replies = usable.filter(({ statement }) => statement.reply !== undefined)
  const [best] = choose(replies, question)
  return best && readReply(best, question)
}

function readReply(rated: Rated, question: Question): Finding | undefined {
  const { statement } = rated
  if (statement.reply === undefined) return undefined
  const { sentence } = statement.reply
  const holds = question.kind === 'yes-no' ? affirms(sentence) : undefined
  if (holds !== undefined) {
    const word = holds ? 'Yes' : 'No'
    return { text: `${word}: ${asExchange(statement)}`, support: [statement], polarity: holds ? 'yes' : 'no' }
  }
  if (question.kind === 'yes-no') return undefined
  if (question.kind === 'date') return findDate([rated], question)
  return { text: replyInWords(sentence, statement.turn.speaker), support: [statement] }
}

/** “No, not yet.” alone says nothing: with what was asked. */
function asExchange({ reply, sentence }: Statement): string {
  return reply === undefined ? sentence : `“${reply.asked}” ${sentence}`
}

/** Whether a question of the dialogue asks what is asked now: by its question word, and with no word of its own beside. */
function asksTheSame(asked: string, { text, terms, asked: { persons } }: Question): boolean {
  if (askedFormOf(asked) !== askedFormOf(text)) return false
  const known = [...terms.map(({ term }) => term), ...persons.flatMap(analyse)]
  return analyse(asked).every((term) => isEmptyTerm(term) || known.some((other) => kindred(term, other)))
}
