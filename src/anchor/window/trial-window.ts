import type { WrittenUnit } from '../../llm/tasks/anchor-window.ts'
import type { Instant } from '../../model/day-range.ts'
import type { SessionId, Turn, TurnId } from '../../model/turn.ts'
import type { AnchorWindow } from '../../store/window-queue.ts'

/** Turns for tests: “Ada: I keep bees.”, t1, t2, … a minute apart, in one session unless a line names another. */
export function trialTurns(
  lines: readonly string[],
  { day = '2031-05-14', role }: { readonly day?: string; readonly role?: (speaker: string) => string } = {},
): readonly [Turn, ...Turn[]] {
  const turns = lines.map((line, index): Turn => {
    const [, session, said, speaker, text] = /^(?:\[(\S+?)(?: (\S+))?\] )?([^:]+): (.*)$/su.exec(line)!
    return {
      id: `t${index + 1}` as TurnId,
      session: (session ?? 's1') as SessionId,
      speaker: speaker!,
      text: text!,
      time: `${said ?? day}T10:${String(index % 60).padStart(2, '0')}:00.000Z` as Instant,
      timeInferred: false,
      role: role?.(speaker!),
      metadata: undefined,
      position: index + 1,
    }
  })
  return turns as [Turn, ...Turn[]]
}

/** A window of them without an overlap. */
export function trialWindow(...lines: readonly string[]): AnchorWindow {
  return { overlap: [], turns: trialTurns(lines) }
}

/** A unit as a model writes it, with nothing but its sentence and its turns. */
export const written = (
  restatement: string,
  sources: readonly string[],
  fields: Partial<WrittenUnit> = {},
): WrittenUnit => ({
  restatement,
  sources: [...sources],
  type: 'fact',
  keywords: [],
  firstDay: '',
  lastDay: '',
  mentionTime: '',
  location: '',
  persons: [],
  entities: [],
  topic: '',
  ...fields,
})
