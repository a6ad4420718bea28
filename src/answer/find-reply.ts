import { analyse } from '../language/terms.ts'
import { askedFormOf, holdsFor } from './asked-form.ts'
import { choose } from './choose.ts'
import { findDate } from './find-date.ts'
import type { Finder, Finding } from './finding.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import { isEmptyTerm, type Question } from './question.ts'
import type { Rated } from './relevance.ts'
import { affirms, replyInWords } from './reply.ts'
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
    if (question.frame.need.list) return joined(repliesIn(usable, question), told())
    const reply = question.kind === 'yes-no' ? replyOfSameTurn(best, usable) : undefined
    if (reply !== undefined) return readReply(reply, question) ?? told()
    if (best?.statement.reply !== undefined) return readReply(best, question) ?? told()
    return told() ?? firstReply(usable, question)
  }
}

/** “No, we split up”: the “no” is the answer, not what follows it. */
function replyOfSameTurn(best: Rated | undefined, usable: readonly Rated[]): Rated | undefined {
  return onlyReplies(usable).find(({ statement }) => statement.turn.id === best?.statement.turn.id)
}

function firstReply(usable: readonly Rated[], question: Question): Finding | undefined {
  const [best] = choose(onlyReplies(usable), question)
  return best && readReply(best, question)
}

function onlyReplies(usable: readonly Rated[]): readonly Rated[] {
  return usable.filter(({ statement }) => statement.reply !== undefined)
}

function repliesIn(usable: readonly Rated[], question: Question): readonly Finding[] {
  return choose(onlyReplies(usable), question).flatMap((each) => readReply(each, question) ?? [])
}

/** A list has what was replied to the question and what else was told, each once, in the order in which it was said. */
function joined(replies: readonly Finding[], told: Finding | undefined): Finding | undefined {
  const fresh = replies.filter(
    ({ text }, index) =>
      told?.text.includes(text) !== true && replies.findIndex((other) => other.text === text) === index,
  )
  const parts = [...fresh, ...(told === undefined ? [] : [told])].toSorted((a, b) =>
    compareSaid(a.support[0], b.support[0]),
  )
  const [first, ...rest] = parts
  if (first === undefined || rest.length === 0) return first
  return {
    text: parts.map(({ text }) => text).join(' · '),
    support: [...first.support, ...rest.flatMap(({ support }) => support)],
    caveats: parts.flatMap(({ caveats = [] }) => caveats),
  }
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

/** Whether a question of the dialogue asks what is asked now: by its question word and tense, and with no word of its own beside. */
function asksTheSame(asked: string, { text, terms, asked: { persons } }: Question): boolean {
  if (askedFormOf(asked) !== askedFormOf(text) || !holdsFor(asked, text)) return false
  // A taste is no term of the question, and yet a word of it.
  const known = [...terms.map(({ term }) => term), ...persons.flatMap(analyse), ...analyse(text)]
  return analyse(withoutCircumstance(asked)).every(
    (term) => isEmptyTerm(term) || known.some((other) => kindred(term, other)),
  )
}

/** “Who feeds the fish when I'm away?” asks who feeds the fish as well. */
function withoutCircumstance(asked: string): string {
  return asked.replace(CIRCUMSTANCE, ' ')
}

const CIRCUMSTANCE =
  /(?<=\S+\s+\S+\s+\S.*),?\s+(?:when|while|whenever|if|because|since|now that) (?:I|you|we|he|she|they|it|the|my|your)\b.*$/iu
