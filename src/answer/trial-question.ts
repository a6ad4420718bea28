// What every test of answers asks through.
import type { Verdict } from '../model/answer.ts'
import type { Day, DayRange, Instant } from '../model/day-range.ts'
import { type Evidence, type Tier, UNRANKED } from '../model/evidence.ts'
import type { Alias } from '../model/history.ts'
import type { Modality, Recurrence, UnitId } from '../model/memory-unit.ts'
import type { AnswerKind, RecallFrame } from '../model/recall-frame.ts'
import type { SessionId, TurnId } from '../model/turn.ts'
import { answer } from './answer.ts'

/** A turn, and what was anchored of it. */
export type Said = {
  id?: string
  speaker: string
  text: string
  on?: string
  /** By itself, all is said in one. */
  session?: string
  event?: string | [string, string]
  /** The time words that date the event. */
  mention?: string
  recurrence?: Recurrence
  modality?: Modality
  tier?: Tier
}

/** What a frame says of a question. */
export type Asks = {
  kind: AnswerKind
  list?: boolean
  focus?: string
  persons?: string[]
  unknownNames?: string[]
  latest?: boolean
  order?: RecallFrame['order']
  asker?: string
  lastDay?: string
  within?: [cue: string, first: string, last?: string]
  readings?: [string, string]
  aliases?: Alias[]
}

export const range = (first: string, last = first): DayRange => ({ first: first as Day, last: last as Day })

export function evidenceOf(said: Said, place: number): Evidence {
  const {
    id = `t${place + 1}`,
    speaker,
    text,
    on = '2025-03-01',
    event,
    modality = 'stated',
    session = 's1',
  } = said
  const time = `${on}T10:00:00.000Z` as Instant
  const days =
    event === undefined ? undefined : range(...((typeof event === 'string' ? [event] : event) as [string]))
  return {
    unit: {
      id: id as UnitId,
      origin: 'turn',
      session: session as SessionId,
      restatement: `${speaker}: ${text}`,
      keywords: [],
      context: {
        eventTime: days && { ...days, certainty: 'stated' },
        mentionTime: said.mention,
        recurrence: said.recurrence,
        sessionSpan: { start: time, end: time },
        persons: [speaker],
        location: undefined,
        entities: [],
        topic: undefined,
      },
      modality,
      speaker,
      sources: [id as TurnId],
      passage: { start: 0, end: text.length },
    },
    turns: [
      {
        id: id as TurnId,
        session: session as SessionId,
        speaker,
        text,
        time,
        timeInferred: false,
        role: undefined,
        metadata: undefined,
        position: place + 1,
      },
    ],
    restatedBy: [],
    tier: said.tier ?? 'within',
    score: Math.max(0, 1 - place * 0.1),
    reason: UNRANKED,
  }
}

export function frameOf(question: string, asks: Asks): RecallFrame {
  const { within } = asks
  const readings = asks.readings?.map((day) => range(day)) ?? (within ? [range(within[1], within[2])] : [])
  return {
    question,
    need: { kind: asks.kind, list: asks.list ?? false, focus: asks.focus, keywords: [] },
    persons: asks.persons ?? [],
    unknownNames: asks.unknownNames ?? [],
    locations: [],
    entities: [],
    topics: [],
    order: asks.order ?? (asks.latest ? { relation: 'latest', event: undefined } : undefined),
    time:
      within === undefined
        ? { status: 'none' }
        : {
            status: 'grounded',
            cue: within[0],
            position: question.indexOf(within[0]),
            range: readings[0]!,
            readings: readings as [DayRange],
          },
    hops: 'single',
    asker: asks.asker,
    referenceDay: '2025-06-01' as Day,
  }
}

/** Asks of what was said, in rank order. */
export function ask(question: string, asks: Asks, said: readonly Said[]): Verdict {
  return answer({
    frame: frameOf(question, asks),
    evidence: said.map(evidenceOf),
    timeZone: 'UTC',
    aliases: asks.aliases ?? [],
    termWeights: new Map(),
    lastDay: asks.lastDay as Day | undefined,
  })
}

export const cited = (verdict: Verdict) => (verdict.answered ? verdict.citations.map(({ turn }) => turn) : [])
