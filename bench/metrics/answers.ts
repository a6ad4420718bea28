import { bleu1 } from './bleu.ts'
import { porterStem } from './porter.ts'

/** What a question expects. `category` is LoCoMo's; undefined outside of it, where one plain answer is expected. */
export type Expected = { readonly answer: string; readonly category?: 1 | 2 | 3 | 4 | 5 | undefined }

/** The five metrics of a short answer, each from 0 to 1. They differ by points on the same answer: always name them. */
export const ANSWER_METRICS = {
  locomo_f1: (prediction: string, expected: Expected) => locomoF1(prediction, expected),
  emem_f1: (prediction: string, { answer }: Expected) => ememF1(prediction, answer),
  squad_f1: (prediction: string, { answer }: Expected) => squadF1(prediction, answer),
  token_set_f1: (prediction: string, { answer }: Expected) => tokenSetF1(prediction, answer),
  bleu1: (prediction: string, { answer }: Expected) => bleu1(prediction, answer),
} as const

export type AnswerMetric = keyof typeof ANSWER_METRICS

/**
 * The token F1 of LoCoMo's own task: Porter-stemmed, articles and “and” removed. Multi-hop is scored for each
 * comma-separated part of the answer by its best part of the prediction, open-domain against what stands before the first
 * semicolon; an adversarial question counts 1 where the prediction says that the information is not available.
 *
 * @see LoCoMo, task_eval
 */
export function locomoF1(prediction: string, { answer, category }: Expected): number {
  switch (category) {
    case 1: {
      const parts = prediction.split(',')
      const wanted = answer.split(',')
      const best = (part: string) => Math.max(...parts.map((each) => stemmedF1(each, part)))
      return wanted.reduce((sum, part) => sum + best(part), 0) / wanted.length
    }
    case 3:
      return stemmedF1(prediction, answer.split(';')[0]!.trim())
    case 5:
      return Number(/no information available|not mentioned/iu.test(prediction))
    default:
      return stemmedF1(prediction, answer)
  }
}

/** Multiset F1 over lower-cased words, punctuation read as space; nothing else is removed. */
export function ememF1(prediction: string, answer: string): number {
  const words = (text: string) => split(text.toLowerCase().replace(/[^\p{L}\p{N}_\s]/gu, ' '))
  return multisetF1(words(prediction), words(answer))
}

/** HotpotQA's answer F1: lower-cased, punctuation and articles removed, multiset; yes, no and “noanswer” match only themselves. */
export function squadF1(prediction: string, answer: string): number {
  const words = (text: string) => normalised(text, /\b(?:a|an|the)\b/gu)
  const [predicted, wanted] = [words(prediction), words(answer)]
  const isClosed = (list: readonly string[]) => list.length === 1 && CLOSED.has(list[0]!)
  if ((isClosed(predicted) || isClosed(wanted)) && predicted.join(' ') !== wanted.join(' ')) return 0
  return multisetF1(predicted, wanted)
}

const CLOSED = new Set(['yes', 'no', 'noanswer'])

/** F1 over the sets of lower-cased tokens, split at space, comma and the ends of sentences: the protocol of SimpleMem and RaMem. */
export function tokenSetF1(prediction: string, answer: string): number {
  const tokens = (text: string) => new Set(split(text.toLowerCase().replace(/[.,!?]/gu, ' ')))
  const [predicted, wanted] = [tokens(prediction), tokens(answer)]
  if (predicted.size === 0 || wanted.size === 0) return 0
  const common = [...predicted].filter((token) => wanted.has(token)).length
  return f1(common, predicted.size, wanted.size)
}

function stemmedF1(prediction: string, answer: string): number {
  const words = (text: string) => normalised(text, /\b(?:a|an|the|and)\b/gu).map(porterStem)
  return multisetF1(words(prediction), words(answer))
}

/** Lower-cased, without ASCII punctuation, then without articles. */
function normalised(text: string, articles: RegExp): string[] {
  return split(text.toLowerCase().replace(PUNCTUATION, '').replace(articles, ' '))
}

const PUNCTUATION = /[!-/:-@[-`{-~]/gu

function split(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}

function multisetF1(predicted: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of predicted) {
    const count = left.get(word) ?? 0
    if (count > 0) common += 1
    left.set(word, count - 1)
  }
  return f1(common, predicted.length, wanted.length)
}

function f1(common: number, predicted: number, wanted: number): number {
  if (common === 0) return 0
  const precision = common / predicted
  const recall = common / wanted
  return (2 * precision * recall) / (precision + recall)
}
