import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DayRange } from '../../src/model/day-range.ts'
import { type LocomoConversation, loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { loadAudit } from '../datasets/locomo-audit.ts'
import { isSingleEvidence } from '../metrics/retrieval.ts'
import { rangeOf, type TrueContext } from './distractor.ts'
import type { Asked } from './variants/variant.ts'

/** `official`: what LoCoMo cites. `clean`: what its audit cites instead, without questions whose answer it found wrong. */
export type Labels = 'official' | 'clean'
export const LABELS: readonly Labels[] = ['official', 'clean']

/** What one set of labels says of a question. */
export type Label = TrueContext & {
  /** One turn is the whole evidence, and every citation was resolved. */
  readonly single: boolean
}

/** A question of categories 1 to 4 whose evidence resolves; what is asked of a memory stands apart. */
export type LabelledQuestion = {
  readonly asked: Asked
  readonly conversation: string
  /** Its place in the conversation's list. */
  readonly index: number
  readonly category: number
  readonly answer: string
  readonly tuning: boolean
  /** Undefined under labels that leave the question out. */
  readonly labels: Readonly<Record<Labels, Label | undefined>>
}

/** A conversation as a memory is given it, and apart from it its questions with their labels. */
export type Exam = {
  readonly id: string
  readonly turns: LocomoConversation['turns']
  readonly questions: readonly LabelledQuestion[]
}

/** LoCoMo's conversations. @param only Their names, `conv-26`; undefined: all. */
export function loadExams(data: string, only?: readonly string[]): readonly Exam[] {
  const wanted = loadLocomo(data).filter(({ id }) => only?.includes(id) ?? true)
  const known = { audit: loadAudit(data), ranges: loadRanges(data) }
  return wanted.map((conversation) => ({
    id: conversation.id,
    turns: conversation.turns,
    questions: conversation.questions
      .filter(({ category, evidence }) => category !== 5 && evidence.turns.length > 0)
      .map((question) => labelled(question, conversation, known)),
  }))
}

type Known = {
  readonly audit: ReturnType<typeof loadAudit>
  readonly ranges: ReadonlyMap<string, readonly DayRange[]>
}

function labelled(
  { index, question, category, answer, evidence }: LocomoConversation['questions'][number],
  { id, turns, end }: LocomoConversation,
  { audit, ranges }: Known,
): LabelledQuestion {
  const key = `${id}/${index}`
  const sessionOf = new Map(turns.map((turn) => [turn.id, turn.session]))
  const labelOf = (cited: { turns: readonly string[]; unresolved: number }): Label | undefined =>
    cited.turns.length === 0
      ? undefined
      : {
          turns: new Set(cited.turns),
          sessions: new Set(cited.turns.map((turn) => sessionOf.get(turn)!)),
          ranges: ranges.get(key) ?? [],
          single: isSingleEvidence(cited),
        }
  const correction = audit.get(key)
  const official = labelOf(evidence)
  return {
    asked: { text: question, referenceTime: end },
    conversation: id,
    index,
    category,
    answer,
    tuning: TUNING_CONVERSATIONS.includes(id),
    labels: {
      official,
      clean:
        correction === undefined ? official : correction.corrupting ? undefined : labelOf(known(correction)),
    },
  }

  function known({ evidence: turnsCited }: { evidence: readonly string[] }) {
    const existing = [...new Set(turnsCited)].filter((turn) => sessionOf.has(turn))
    return { turns: existing, unresolved: new Set(turnsCited).size - existing.length }
  }
}

type GoldTime = {
  readonly sample_id: string
  readonly question_index: number
  readonly ranges: readonly (readonly [string, string])[]
}

/** The day ranges that questions carry by hand-made labels; a question that is not labelled carries none. */
function loadRanges(data: string): ReadonlyMap<string, readonly DayRange[]> {
  const gold = JSON.parse(readFileSync(join(data, 'time-questions-open.json'), 'utf8')) as readonly GoldTime[]
  return new Map(
    gold.map(({ sample_id, question_index, ranges }) => [
      `${sample_id}/${question_index}`,
      ranges.map(rangeOf),
    ]),
  )
}
