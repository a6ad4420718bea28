import { formatEvidence } from '../../src/answer/format-evidence.ts'
import type { FigureSets } from '../figures.ts'
import { casesPage } from './cases.ts'
import { COMPARED, type CollapseOptions, collapseFigures, observeLocomo } from './collapse.ts'
import { isDistractor } from './distractor.ts'
import { failureSets } from './failures.ts'
import { PLACES } from './figures.ts'
import type { JudgingBank, Observation } from './observe.ts'
import type { LabelledQuestion } from './questions.ts'
import { openRecordFolder } from './record-folder.ts'
import { COLLAPSE_SUBSETS } from './subsets.ts'
import type { Ranked } from './variants/variant.ts'

export type ContextCollapseOptions = CollapseOptions & {
  /** Where records, packed contexts and cases are written; undefined: nowhere. */
  readonly records?: string | undefined
}

/** Of the compared ways those that our own answers can be made of. */
const ANSWERING = ['reinstated', 'content-only'] as const
/** What a reader is given of them. */
const PACKED = 10
/** By which LoCoMo's times are read. */
const TIME_ZONE = 'UTC'

/** The figures of context collapse and where questions are lost; with a folder, what they were made of. */
export async function contextCollapse(options: ContextCollapseOptions): Promise<FigureSets> {
  const folder = options.records === undefined ? undefined : openRecordFolder(options.records)
  const answers = new Map<string, string>()
  const texts = new Map<string, string>()
  const observations = await observeLocomo(options, async (question, ranked, bank) => {
    for (const variant of ANSWERING)
      answers.set(keyOf(question, variant), await answerOf(question, variant, bank))
    if (folder === undefined) return
    for (const [id, { restatement }] of bank.units) texts.set(`${question.conversation}/${id}`, restatement)
    for (const [variant, each] of Object.entries(ranked))
      folder.line('contexts.jsonl', { ...nameOf(question), variant, context: packedOf(variant, each, bank) })
  })
  const said = ({ question }: Observation, variant: string) => answers.get(keyOf(question, variant))!
  if (folder !== undefined) {
    for (const each of observations) folder.line('records.jsonl', recordOf(each, said))
    const textOf = (conversation: string, unit: string) => texts.get(`${conversation}/${unit}`) ?? unit
    const variants = Object.keys(COMPARED)
    folder.page('cases.md', casesPage(observations, { variants, seed: options.seed, textOf }))
  }
  return {
    ...collapseFigures(observations, options.seed),
    ...failureSets(observations, {
      subsets: COLLAPSE_SUBSETS,
      variants: ANSWERING,
      said,
      timeZone: TIME_ZONE,
    }),
  }
}

const keyOf = ({ conversation, index }: LabelledQuestion, variant: string) =>
  `${conversation}/${index}/${variant}`

/** The answer in the words of the evidence: no model is asked. */
async function answerOf(
  { asked: { text, referenceTime } }: LabelledQuestion,
  variant: (typeof ANSWERING)[number],
  { memory }: JudgingBank,
): Promise<string> {
  const answer = await memory.ask(text, { referenceTime, reinstate: variant === 'reinstated' })
  return answer.answered ? answer.text : ''
}

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

function recordOf(observation: Observation, said: (of: Observation, variant: string) => string) {
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
          ...((ANSWERING as readonly string[]).includes(variant) && { answer: said(observation, variant) }),
        },
      ]),
    ),
  }
}
