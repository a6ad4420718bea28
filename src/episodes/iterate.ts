import { names } from '../language/names.ts'
import { analyse, foldText } from '../language/terms.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { RecallFrame } from '../model/recall-frame.ts'

/**
 * Plans what to ask next without a model: the question again, led by names that the evidence has brought up and the
 * question does not know. What a first hop found is what the second is searched by.
 *
 * ["Where was the director of Ember Coast born?" and a quote that names Ida Brandt → "Ida Brandt: Where was …"]
 *
 * @param evidence Best first.
 * @param asked Questions asked already; a plan that was asked already is none.
 * @returns Undefined where the evidence brings up no new name.
 */
export function planProbe(
  frame: RecallFrame,
  evidence: readonly EpisodeEvidence[],
  asked: readonly string[],
): string | undefined {
  const known = new Set(analyse([frame.question, ...asked].join(' ')))
  const speakers = new Set(evidence.flatMap(({ quotes }) => quotes.map(({ speaker }) => foldText(speaker))))
  const found = new Map<string, string>()
  for (const { quotes } of evidence.slice(0, FIRST_EVIDENCE)) {
    for (const { text } of quotes) {
      for (const name of names(text)) {
        const folded = foldText(name.text)
        const isNew = !speakers.has(folded) && analyse(name.text).some((term) => !known.has(term))
        if (isNew && !found.has(folded)) found.set(folded, name.text)
      }
    }
  }
  const led = [...found.values()].slice(0, MOST_NAMES)
  if (led.length === 0) return undefined
  const probe = `${led.join(', ')}: ${frame.question}`
  return isAsked(probe, [frame.question, ...asked]) ? undefined : probe
}

/** Whether a question was asked already, in whatever case and punctuation. */
export function isAsked(question: string, asked: readonly string[]): boolean {
  const wanted = plain(question)
  return asked.some((each) => plain(each) === wanted)
}

/** Names that lead a probe: more would drown the question. */
const MOST_NAMES = 3
/** Pieces of evidence whose names count: what stands further down is less surely of the first hop. */
const FIRST_EVIDENCE = 3

function plain(question: string): string {
  return foldText(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
