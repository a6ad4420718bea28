import { seededRandom } from '../speed/seeded.ts'
import { isDistractor, type JudgedUnit } from './distractor.ts'
import type { Observation } from './observe.ts'
import { permutation } from './shuffle-fields.ts'
import { COLLAPSE_SUBSETS, inSubset } from './subsets.ts'

const CASES = 12
const PLACES = 5

/** Texts of units and turns, by conversation. */
export type TextOf = (conversation: string, unit: string) => string

/**
 * A page of questions that are both confusable and time-conditioned, drawn by the seed and by nothing else, with the
 * first five units of each way to recall.
 */
export function casesPage(
  observations: readonly Observation[],
  { variants, seed, textOf }: { variants: readonly string[]; seed: number; textOf: TextOf },
): string {
  const eligible = inSubset(observations, COLLAPSE_SUBSETS['time-conditioned-confusable'], 'official')
  const drawn = permutation(eligible.length, seededRandom(seed)).slice(0, CASES)
  return [
    '# Context collapse, side by side',
    '',
    `${drawn.length} of ${eligible.length} questions that carry a condition of time and whose content-only list has a ` +
      `strict context distractor in its first five, drawn with seed ${seed}. ✓ evidence, ✗ distractor (session or ` +
      'time of another context), ✗✗ distractor by both, · neither.',
    ...drawn.flatMap((place) => caseOf(eligible[place]!, variants, textOf)),
    '',
  ].join('\n')
}

function caseOf(
  { question, seen, evidenceUnits, searched }: Observation,
  variants: readonly string[],
  textOf: TextOf,
) {
  const { conversation, index, asked, answer, labels } = question
  const ranges = labels.official!.ranges.map(({ first, last }) => `${first}..${last}`)
  const rows = Array.from({ length: PLACES }, (_, i) =>
    [
      String(i + 1),
      ...variants.map((variant) => cell(seen[variant]!.official[i], conversation, textOf)),
    ].join(' | '),
  )
  return [
    '',
    `## ${inLine(asked.text)}`,
    '',
    `${conversation}/${index}. Expected: ${inLine(answer)}. True time: ${ranges.join(' or ')}. Searched: ` +
      `${searched === undefined ? 'no time' : `${searched.first}..${searched.last}, buffer included`}.`,
    '',
    ...evidenceUnits.official.map(({ id }) => `- evidence: ${inLine(textOf(conversation, id))}`),
    '',
    `| | ${variants.join(' | ')} |`,
    `| --- |${variants.map(() => ' --- |').join('')}`,
    ...rows.map((row) => `| ${row} |`),
  ]
}

function cell(place: JudgedUnit | undefined, conversation: string, textOf: TextOf): string {
  if (place === undefined) return ''
  const mark = place.covers
    ? '✓'
    : isDistractor(place, 'both')
      ? '✗✗'
      : isDistractor(place, 'either')
        ? '✗'
        : '·'
  return `${mark} ${inLine(textOf(conversation, place.unit))}`
}

function inLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[|<>`*_[\]\\]/gu, '\\$&')
}
