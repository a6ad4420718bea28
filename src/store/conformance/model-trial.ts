import type { MemoryUnit, UnitId } from '../../model/memory-unit.ts'
import type { Turn, TurnId } from '../../model/turn.ts'
import type { AnchoredUnit } from '../anchoring.ts'
import type { Store } from '../store.ts'
import type { AnchorWindow, WindowShape } from '../window-queue.ts'

/** Windows of four turns that share one. */
export const shape: WindowShape = { turns: 4, overlap: 1, partial: true }
export const onlyFull: WindowShape = { ...shape, partial: false }

/** As if a model had told all turns in one sentence: terms are its words, persons the speakers. */
export function toldOf(
  turns: readonly Turn[],
  words = turns.map(({ text }) => text).join(' '),
): AnchoredUnit {
  const [first, ...others] = turns as [Turn, ...Turn[]]
  const persons = [...new Set(turns.map(({ speaker }) => speaker))]
  const unit: MemoryUnit = {
    id: `told-${turns.map(({ id }) => id).join('-')}` as UnitId,
    origin: 'model',
    session: first.session,
    restatement: words,
    keywords: words.split(' '),
    context: {
      eventTime: undefined,
      mentionTime: undefined,
      recurrence: undefined,
      sessionSpan: { start: first.time, end: first.time },
      persons,
      location: undefined,
      entities: [],
      topic: undefined,
    },
    modality: 'stated',
    speaker: first.speaker,
    sources: [first.id, ...others.map(({ id }) => id)] as const,
    passage: { start: 0, end: first.text.length },
  }
  return { unit, entry: entryOf(words, persons), passage: words }
}

export const entryOf = (words: string, persons: readonly string[]): AnchoredUnit['entry'] => ({
  part: 0,
  terms: words.toLowerCase().split(' '),
  eventFirst: undefined,
  eventLast: undefined,
  persons: persons.map((name) => `@${name.toLowerCase()}`),
  flags: 0,
})

export const namesOf = (windows: readonly AnchorWindow[]): string[] =>
  windows.map(({ overlap, turns }) =>
    [...overlap.map(({ id }) => `(${id})`), ...turns.map(({ id }) => id)].join(' '),
  )

/** Hands in one unit for each window that waits; returns how many were stored. */
export async function tellAll(store: Store, wanted: WindowShape = shape): Promise<number> {
  const windows = await store.derived.windows.pending(wanted, 1_000)
  const stored = await Promise.all(
    windows.map((window) => store.derived.windows.put(window, [toldOf(window.turns)])),
  )
  return stored.filter(Boolean).length
}

export const named = (...ids: string[]): TurnId[] => ids as TurnId[]
