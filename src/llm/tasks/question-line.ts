import { neutralise } from '../neutralise.ts'

/** The question as data, as every task shows it: the last line of a prompt, cut where the frame stops reading. */
export function questionLine(question: string): string {
  return `Question: ${neutralise(question.slice(0, MOST_CHARACTERS))}`
}

/** Questions and searches as data: a model wrote them, which had read recalled text. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map(neutralise).join(',')}]`
}

/** Characters of a question that a model is shown: as many as the frame reads. */
const MOST_CHARACTERS = 2_000
