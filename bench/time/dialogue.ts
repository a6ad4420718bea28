import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Day } from '../../src/model/day-range.ts'
import { resolveMentions, type TimeMention } from '../../src/time/mentions.ts'

export type GoldMention = {
  readonly sample_id: string
  readonly dia_id: string
  /** Local date and time. */
  readonly said_at: string
  readonly text: string
  readonly expression: string
  readonly kind: string
  /** Accepted day ranges; null where the words denote none. */
  readonly ranges: readonly (readonly [string, string])[] | null
  readonly note: string
}

export type JudgedMention = GoldMention & {
  readonly vague: boolean
  readonly found: readonly TimeMention[]
  readonly right: boolean
}

/**
 * Each gold expression with what was found where it stands. With a range it is right when that is one of those
 * accepted; without one it is right when none was given.
 */
export async function judgeMentions(data: string): Promise<readonly JudgedMention[]> {
  const gold = JSON.parse(
    await readFile(join(data, 'time-dialogue-open.json'), 'utf8'),
  ) as readonly GoldMention[]
  const sessions = sessionDays(JSON.parse(await readFile(join(data, 'locomo10.json'), 'utf8')))
  return gold.map((each) => {
    const saidDay = each.said_at.slice(0, 10) as Day
    const previousSessionDay = previousDay(sessions.get(each.sample_id) ?? [], each.dia_id)
    const mentions = resolveMentions(each.text, { saidDay, previousSessionDay })
    const found = mentions.filter((mention) => touches(mention, each))
    return { ...each, vague: isVague(each), found, right: isRight(each, found) }
  })
}

/** `exact` is the share of the expressions that are not vague which are right; `dated`, `undated` and `vague` split it. */
export async function dialogueFigures(data: string): Promise<Record<string, number>> {
  const judged = await judgeMentions(data)
  const plain = judged.filter((each) => !each.vague)
  const dated = plain.filter((each) => each.ranges !== null)
  const undated = plain.filter((each) => each.ranges === null)
  const vague = judged.filter((each) => each.vague)
  return {
    n: plain.length,
    exact: share(plain),
    dated: share(dated),
    undated: share(undated),
    vague: share(vague),
    vagueN: vague.length,
  }
}

function share(judged: readonly JudgedMention[]): number {
  return judged.filter((each) => each.right).length / judged.length
}

/** Vague is what the labels give an interval instead of days: “up to 7 days”, “2 to 5 years”. */
function isVague({ note, ranges }: GoldMention): boolean {
  return ranges !== null && /\bup to \d|\b\d+ to \d+\b/.test(note)
}

function touches({ words, position }: TimeMention, { text, expression }: GoldMention): boolean {
  const start = text.search(new RegExp(`\\b${expression.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
  return position < start + expression.length && start < position + words.length
}

function isRight({ ranges }: GoldMention, found: readonly TimeMention[]): boolean {
  if (ranges === null) return found.every(({ range }) => range === undefined)
  return found.some(({ range }) =>
    ranges.some(([first, last]) => range?.first === first && range.last === last),
  )
}

type Conversation = { readonly sample_id: string; readonly conversation: Readonly<Record<string, unknown>> }

/** The days of each conversation's sessions, by session number; only sessions that have turns. */
function sessionDays(
  conversations: readonly Conversation[],
): ReadonlyMap<string, readonly (Day | undefined)[]> {
  return new Map(
    conversations.map(({ sample_id, conversation }) => {
      const days: (Day | undefined)[] = []
      for (const [key, value] of Object.entries(conversation)) {
        const match = /^session_(\d+)_date_time$/.exec(key)
        if (match !== null && `session_${match[1]}` in conversation)
          days[Number(match[1])] = dayOfStamp(String(value))
      }
      return [sample_id, days]
    }),
  )
}

/** [1:56 pm on 8 May, 2023]. */
function dayOfStamp(stamp: string): Day | undefined {
  const date = new Date(`${stamp.replace(/^.* on /, '').replace(',', '')} UTC`)
  return Number.isNaN(date.getTime()) ? undefined : (date.toISOString().slice(0, 10) as Day)
}

function previousDay(days: readonly (Day | undefined)[], diaId: string): Day | undefined {
  const session = Number(/^D(\d+):/.exec(diaId)?.[1])
  return days.slice(0, session).findLast((day) => day !== undefined)
}
