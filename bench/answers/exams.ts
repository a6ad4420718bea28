import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDocuments, loadStreams, type STREAM_SIZES, streamOf } from '../datasets/hotpotqa.ts'
import { type LocomoQuestion, loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { loadAudit } from '../datasets/locomo-audit.ts'
import { loadLongMemEval } from '../datasets/longmemeval.ts'
import type { MarkedExam } from './gold.ts'

export const LOCOMO_KINDS: Readonly<Record<LocomoQuestion['category'], string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
}

/** LoCoMo's conversations, each with its questions, asked at the end of its last session. */
export function locomoExams(data: string): MarkedExam[] {
  const audit = loadAudit(data)
  return loadLocomo(data).map(({ id, turns, questions, end }) => ({
    exam: {
      bank: { name: id, turns },
      questions: questions.map(({ question }) => ({ text: question, referenceTime: end, asker: undefined })),
    },
    gold: questions.map(({ index, answer, category, evidence }) => ({
      answer,
      category,
      kind: LOCOMO_KINDS[category],
      unanswerable: category === 5,
      clean: !(audit.get(`${id}/${index}`)?.corrupting ?? false),
      tuning: TUNING_CONVERSATIONS.includes(id),
      evidence: evidence.turns,
      id: `${id}/${index}`,
    })),
  }))
}

/** LongMemEval's haystacks, each with its one question. */
export function longMemEvalExams(data: string): MarkedExam[] {
  const answers = longMemEvalAnswers(data)
  return loadLongMemEval(data).map((haystack) => ({
    exam: {
      bank: { name: `haystack-${haystack.id}`, turns: haystack.turns },
      questions: [{ text: haystack.question, referenceTime: haystack.asked, asker: 'user' }],
    },
    gold: [
      {
        answer: answers.get(haystack.id) ?? '',
        kind: haystack.answerable ? haystack.type : 'abstention',
        unanswerable: !haystack.answerable,
        clean: true,
        tuning: false,
        evidence: haystack.turns
          .filter(({ session }) => haystack.evidenceSessions.includes(session))
          .map(({ id }) => id),
        id: `${haystack.reconstructed ? 'reconstructed' : 'full'}/${haystack.type}/${haystack.id}`,
      },
    ],
  }))
}

/** The streams of HotpotQA, each with its one question; it has no time of its own. */
export function hotpotExams(data: string, size: (typeof STREAM_SIZES)[number]): MarkedExam[] {
  const documents = loadDocuments(data)
  return loadStreams(data, size).map(({ id, question, answer, type, documents: numbers, gold }) => {
    const turns = streamOf(documents, numbers)
    return {
      exam: {
        bank: { name: `stream-${size}-${id}`, turns },
        questions: [{ text: question, referenceTime: String(turns.at(-1)!.time), asker: undefined }],
      },
      gold: [
        {
          answer,
          kind: type,
          unanswerable: false,
          clean: true,
          tuning: false,
          evidence: gold.map((number) => `d${number}`),
          id,
        },
      ],
    }
  })
}

/**
 * The part of exams that a run wants: banks by name, so many questions of each, spread over all, as those of a kind stand
 * together; of banks with one question each, the first so many banks.
 */
export function cutExams(
  exams: readonly MarkedExam[],
  {
    conversations,
    limit,
  }: { readonly conversations?: readonly string[] | undefined; readonly limit: number },
): MarkedExam[] {
  const wanted = exams.filter(
    ({ exam }) => conversations === undefined || conversations.includes(exam.bank.name),
  )
  if (wanted.every(({ exam }) => exam.questions.length === 1)) return wanted.slice(0, limit)
  return wanted.map(({ exam, gold }) => ({
    exam: { ...exam, questions: spread(exam.questions, limit) },
    gold: spread(gold, limit),
  }))
}

function spread<Item>(items: readonly Item[], limit: number): Item[] {
  const count = Math.min(items.length, limit)
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!)
}

function longMemEvalAnswers(data: string): ReadonlyMap<string, string> {
  const lines = readFileSync(
    join(data, 'longmemeval', 'longmemeval_500_questions_evidence_turns.jsonl'),
    'utf8',
  ).split('\n')
  return new Map(
    lines
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as { question_id: string; answer: string | number })
      .map(({ question_id, answer }) => [question_id, String(answer)]),
  )
}
