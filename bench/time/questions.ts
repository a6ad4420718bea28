import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Day } from '../../src/model/day-range.ts'
import type { TimeCondition } from '../../src/model/recall-frame.ts'
import type { Deixis } from '../../src/time/cue-guard.ts'
import { groundCue } from '../../src/time/ground.ts'

export type GoldQuestion = {
  readonly question: string
  readonly kind: string
  readonly groundable: boolean
  readonly ranges?: readonly (readonly [string, string])[]
  /** First and last session day. */
  readonly history?: readonly [string, string]
}

export type JudgedQuestion = GoldQuestion & { readonly time: TimeCondition; readonly right: boolean }

/**
 * Each gold question, grounded as on the last day of its history; right when its range is one of those accepted.
 *
 * @param deixis How small time words are read; default: as grounding decides by itself, which on that day is
 *   `end-of-history` for a question in the third person.
 */
export async function judgeQuestions(data: string, deixis?: Deixis): Promise<readonly JudgedQuestion[]> {
  const gold = await read<GoldQuestion>(data, 'time-questions-open.json')
  const none = await read<GoldQuestion>(data, 'time-questions-none-open.json')
  return [...gold, ...none].map((each) => {
    const time = ground(each, deixis)
    return { ...each, time, right: isRight(each, time) }
  })
}

/**
 * `exact` is the share of groundable questions whose range is one of those accepted; `falseActivation` the share of
 * the others that got a range at all; times are microseconds a question.
 */
export async function questionFigures(data: string, deixis?: Deixis): Promise<Record<string, number>> {
  const started = performance.now()
  const judged = await judgeQuestions(data, deixis)
  const elapsed = performance.now() - started
  const groundable = judged.filter((each) => each.groundable)
  const others = judged.filter((each) => !each.groundable)
  const active = others.filter(({ time }) => time.status === 'grounded').length
  return {
    n: judged.length,
    groundable: groundable.length,
    exact: groundable.filter((each) => each.right).length / groundable.length,
    falseActivation: active / others.length,
    microseconds: (elapsed * 1000) / judged.length,
  }
}

// The time-free questions carry no history; any one does, as long as it reads them like the others.
const SOME_HISTORY = ['2023-01-01', '2023-12-31'] as const

function ground(
  { question, history = SOME_HISTORY }: GoldQuestion,
  deixis: Deixis | undefined,
): TimeCondition {
  const [first, last] = history as readonly [Day, Day]
  return groundCue(question, { history: { first, last }, referenceDay: last, deixis })
}

function isRight({ groundable, ranges = [] }: GoldQuestion, time: TimeCondition): boolean {
  if (!groundable) return time.status !== 'grounded'
  return (
    time.status === 'grounded' &&
    ranges.some(([first, last]) => time.range.first === first && time.range.last === last)
  )
}

async function read<Item>(data: string, name: string): Promise<readonly Item[]> {
  return JSON.parse(await readFile(join(data, name), 'utf8')) as readonly Item[]
}
