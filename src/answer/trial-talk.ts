// What tests of answers to whole conversations ask through: a bank in memory, without vectors.
import type { Verdict } from '../model/answer.ts'

/** Who says what on which day; a day without one is that of the turn before. */
export type Spoken = readonly [speaker: string, text: string, on?: string]

type Talk = AsyncDisposable & {
  append(
    turns: readonly { id: string; session: string; speaker: string; text: string; time: string }[],
  ): Promise<unknown>
  ask(question: string, options: { referenceTime: string; asker: string | undefined }): Promise<Verdict>
}

/** Asks of a conversation on 1 June 2025; each day is a session. */
export function talkThrough(open: (bank: string, options: { embedder: 'none' }) => Promise<Talk>) {
  const askTalk = async (question: string, spoken: readonly Spoken[], asker?: string): Promise<Verdict> => {
    await using memory = await open(':memory:', { embedder: 'none' })
    let day = '2024-02-01'
    const turns = spoken.map(([speaker, text, on], index) => {
      day = on ?? day
      const minute = String(index).padStart(2, '0')
      return { id: `t${index + 1}`, session: day, speaker, text, time: `${day}T10:${minute}:00Z` }
    })
    await memory.append(turns)
    return await memory.ask(question, { referenceTime: '2025-06-01T10:00:00Z', asker })
  }
  /** The answer in words; the reason in brackets where there is none. */
  const told = async (question: string, spoken: readonly Spoken[]): Promise<string> => {
    const answer = await askTalk(question, spoken)
    return answer.answered ? answer.text : `(${answer.reason})`
  }
  /** Yes, no, or undefined where it says neither. */
  const polarity = async (question: string, spoken: readonly Spoken[]) => {
    const answer = await askTalk(question, spoken)
    return answer.answered ? answer.polarity : undefined
  }
  return { askTalk, told, polarity }
}
