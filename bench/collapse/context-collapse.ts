import { formatEvidence } from '../../src/answer/format-evidence.ts'
import type { FigureSets } from '../figures.ts'
import { casesPage } from './cases.ts'
import { ANSWERS, COMPARED, type CollapseOptions, collapseFigures, observeLocomo } from './collapse.ts'
import { isDistractor } from './distractor.ts'
import { failureSets } from './failures.ts'
import { PLACES } from './figures.ts'
import type { JudgingBank, Observation } from './observe.ts'
import type { LabelledQuestion } from './questions.ts'
import { openRecordFolder } from './record-folder.ts'
import { COLLAPSE_SUBSETS } from './subsets.ts'
import type { Ranked } from './variants/variant.ts'

/** What a reader is given of the evidence. */
const PACKED = 10
/** By which LoCoMo's times are read. */
const TIME_ZONE = 'UTC'
const ANSWERING = Object.keys(ANSWERS)

/** The figures of context collapse and where questions are lost. */
export function contextCollapse(observations: readonly Observation[], seed: number): FigureSets {
  return {
    ...collapseFigures(observations, seed),
    ...failureSets(observations, {
      subsets: COLLAPSE_SUBSETS,
      variants: ANSWERING,
      said: saidOf,
      timeZone: TIME_ZONE,
    }),
  }
}

/** Observes, and writes down what is observed: records, packed contexts and cases. */
export async function recordCollapse(
  options: CollapseOptions & { readonly records: string },
): Promise<readonly Observation[]> {
  const folder = openRecordFolder(options.records)
  const texts = new Map<string, string>()
  const observations = await observeLocomo(options, (question, ranked, bank) => {
    for (const [id, { restatement }] of bank.units) texts.set(`${question.conversation}/${id}`, restatement)
    for (const [variant, each] of Object.entries(ranked))
      folder.line('contexts.jsonl', { ...nameOf(question), variant, context: packedOf(variant, each, bank) })
  })
  for (const each of observations) folder.line('records.jsonl', recordOf(each))
  const textOf = (conversation: string, unit: string) => texts.get(`${conversation}/${unit}`) ?? unit
  const variants = Object.keys(COMPARED)
  folder.page('cases.md', casesPage(observations, { variants, seed: options.seed, textOf }))
  return observations
}

const saidOf = ({ said }: Observation, variant: string) => said[variant]!

/** What a reader would be given; of a joined list the restatements alone, as SimpleMem shows them. */
function packedOf(variant: string, { units, recollection }: Ranked, bank: JudgingBank): string {
  if (variant === 'simplemem')
    return units
      .slice(0, PACKED)
      .map((id) => bank.units.get(id)!.restatement)
      .join('\n')
  return formatEvidence({ ...recollection, evidence: recollection.evidence.slice(0, PACKED) })
}

function nameOf({ conversation, index, asked, category }: LabelledQuestion) {
  return { conversation, index, question: asked.text, category }
}

function recordOf(observation: Observation) {
  const { question, seen, triggered, searched } = observation
  const label = question.labels.official
  return {
    ...nameOf(question),
    expected: question.answer,
    evidence: [...(label?.turns ?? [])],
    cleanEvidence: question.labels.clean && [...question.labels.clean.turns],
    ranges: label?.ranges ?? [],
    triggered,
    searched,
    variants: Object.fromEntries(
      Object.entries(seen).map(([variant, { official }]) => [
        variant,
        {
          places: official.slice(0, PLACES).map((place) => ({
            ...place,
            distractor: isDistractor(place, 'either'),
            distractorByBoth: isDistractor(place, 'both'),
          })),
          ...(ANSWERING.includes(variant) && { answer: saidOf(observation, variant) }),
        },
      ]),
    ),
  }
}
