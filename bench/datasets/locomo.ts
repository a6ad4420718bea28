import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Citations, citationsOf } from './locomo-evidence.ts'
import { instantOf } from './locomo-time.ts'

/** One turn as a memory is given it; `text` has the caption of a shared image, never the query that found the image. */
export type LocomoTurn = {
  readonly id: string
  readonly session: string
  readonly speaker: string
  readonly text: string
  readonly time: string
}

/** A question with its labels; only `question` may reach retrieval. */
export type LocomoQuestion = {
  readonly index: number
  readonly question: string
  readonly answer: string
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  readonly category: 1 | 2 | 3 | 4 | 5
  readonly evidence: Citations
}

export type LocomoConversation = {
  readonly id: string
  readonly turns: readonly LocomoTurn[]
  readonly questions: readonly LocomoQuestion[]
  /** The end of its last session: the instant at which its questions are asked. */
  readonly end: string
}

/** The conversations on which anything may be tuned; figures for the others are printed beside all. */
export const TUNING_CONVERSATIONS: readonly string[] = ['conv-26', 'conv-30', 'conv-41']

/** Reads LoCoMo-10. A session starts at its time, each turn one minute after the one before; captions are part of the text unless left out. */
export function loadLocomo(folder: string, { captions = true } = {}): readonly LocomoConversation[] {
  const samples = JSON.parse(readFileSync(join(folder, 'locomo10.json'), 'utf8')) as readonly Sample[]
  return samples.map((sample) => conversationOf(sample, captions))
}

type RawTurn = {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
  readonly blip_caption?: string
}
type Sample = {
  readonly sample_id: string
  readonly conversation: Readonly<Record<string, string | readonly RawTurn[]>>
  readonly qa: readonly {
    readonly question: string
    readonly answer?: string | number
    readonly adversarial_answer?: string
    readonly evidence: readonly string[]
    readonly category: 1 | 2 | 3 | 4 | 5
  }[]
}

const MINUTE_MS = 60_000

function conversationOf({ sample_id, conversation, qa }: Sample, captions: boolean): LocomoConversation {
  const turns = sessionNames(conversation).flatMap((name) => turnsOf(conversation, name, captions))
  const known = new Set(turns.map((turn) => turn.id))
  const questions = qa.map(({ question, answer, category, evidence }, index) => ({
    index,
    question,
    answer: String(answer ?? ''),
    category,
    evidence: citationsOf(evidence, known),
  }))
  // Instants compare as text.
  const end =
    turns
      .map(({ time }) => time)
      .sort()
      .at(-1) ?? ''
  return { id: sample_id, turns, questions, end }
}

/** `session_3_date_time` without `session_3` is no session. */
function sessionNames(conversation: Sample['conversation']): string[] {
  return Object.keys(conversation)
    .filter((name) => /^session_\d+$/u.test(name) && Array.isArray(conversation[name]))
    .sort((a, b) => Number(a.slice('session_'.length)) - Number(b.slice('session_'.length)))
}

function turnsOf(conversation: Sample['conversation'], session: string, captions: boolean): LocomoTurn[] {
  const start = instantOf(String(conversation[`${session}_date_time`]))
  return (conversation[session] as readonly RawTurn[]).map((turn, i) => ({
    id: turn.dia_id,
    session,
    speaker: turn.speaker,
    text: captions && turn.blip_caption ? `${turn.text} [image: ${turn.blip_caption}]` : turn.text,
    time: new Date(start + i * MINUTE_MS).toISOString(),
  }))
}
