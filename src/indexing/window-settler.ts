import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import type { AnchoredWindow, Checking } from '../anchor/window/anchor-window.ts'
import { withoutRepetitions } from '../anchor/window/merge-units.ts'
import type { Refusal } from '../anchor/window/refusal.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { TurnId } from '../model/turn.ts'
import type { AnchoredUnit } from '../store/store.ts'
import type { AnchorWindow, WindowQueue } from '../store/window-queue.ts'
import { emptyTally, joinTallies, type Tally, tallyOfRefusals } from './anchor-tally.ts'
import type { Outcome } from './ask-window.ts'

/** What was stored, of one or several windows. */
export type Stored = { readonly units: number; readonly refused: readonly Refusal[] }

export type SettlerOptions = {
  readonly queue: WindowQueue
  /** Told of each transaction. */
  onStored(stored: Stored): Promise<void>
  /** Told of what the store and `onStored` threw; what was answered is stored all the same. */
  onFault(error: unknown): void
}

/** Checks what models answered, and stores it, several windows in one transaction. */
export interface WindowSettler {
  /** Takes what came of a window; in the order of time. @throws What checking a reply, and marking a refusal, throw. */
  settle(outcome: Outcome<Checking>): Promise<void>
  /** Stores what waits for a fuller transaction. */
  store(): Promise<void>
  tally(): Tally
}

export function createWindowSettler({ queue, onStored, onFault }: SettlerOptions): WindowSettler {
  let tally = emptyTally()
  let waiting: readonly Checked[] = []
  /** The window that was settled last, whose end the next one repeats. */
  let last: Checked | undefined

  const add = (part: Partial<Tally>) => {
    tally = joinTallies(tally, { ...emptyTally(), ...part })
  }

  /** The units without those that the window before has: in sight of what is stored where that is not the last one. */
  async function checked(window: AnchorWindow, made: AnchoredWindow): Promise<Checked> {
    const known = knownOf(window, last) ?? (await storedOf(window))
    return { window, made, units: withoutRepetitions(made.units, known) }
  }

  async function storedOf({ overlap }: AnchorWindow): Promise<readonly MemoryUnit[]> {
    await store()
    try {
      return await queue.unitsOf(overlap.map(({ id }) => id))
    } catch (error) {
      // Better a repetition is stored than a reply lost that has been paid for.
      onFault(error)
      return []
    }
  }

  async function store(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const { stored, tried } = await putSome(batch)
      await tell(batch.slice(0, stored))
      const rest = batch.slice(tried)
      if (stored === tried) waiting = rest
      else await checkAnew(rest)
    }
  }

  /** The window before was not stored: what these left out as its repetition may be theirs. */
  async function checkAnew(rest: readonly Checked[]): Promise<void> {
    last = undefined
    for (const { window, made } of rest) {
      last = await checked(window, made)
      waiting = [...waiting, last]
    }
  }

  /**
   * Of a window that cannot be stored a turn was forgotten meanwhile: the others stay pending, and are anchored without
   * it later. Where the store fails, the first is tried alone, so that one window does not cost the others.
   */
  async function putSome(
    batch: readonly Checked[],
  ): Promise<{ readonly stored: number; readonly tried: number }> {
    try {
      const stored = await queue.putAll(batch)
      return { stored, tried: Math.min(stored + 1, batch.length) }
    } catch (error) {
      onFault(error)
      return batch.length === 1 ? { stored: 0, tried: 1 } : putSome(batch.slice(0, 1))
    }
  }

  async function tell(stored: readonly Checked[]): Promise<void> {
    for (const { made, units } of stored)
      add({
        ...tallyOfRefusals(made.refused),
        windows: 1,
        units: units.length,
        merged: made.merged + made.units.length - units.length,
        undated: made.undated,
        truncated: made.truncated ? 1 : 0,
      })
    if (stored.length === 0) return
    const units = stored.reduce((sum, { units }) => sum + units.length, 0)
    try {
      await onStored({ units, refused: stored.flatMap(({ made }) => made.refused) })
    } catch (error) {
      onFault(error)
    }
  }

  return {
    store,
    tally: () => tally,
    async settle(outcome) {
      switch (outcome.type) {
        case 'skipped':
          return
        case 'failed': {
          const { window, error } = outcome
          add({ failed: [{ turns: idsOf(window), code: error.code, message: error.message, error }] })
          return
        }
        case 'refused': {
          const turns = idsOf(outcome.window)
          await queue.refuse(turns)
          add({ refusedNow: turns })
          return
        }
        case 'answered':
          last = await checked(outcome.window, await inSteps(outcome.reply()))
          waiting = [...waiting, last]
          if (waiting.length >= WINDOWS_AT_ONCE) await store()
      }
    },
  }
}

type Checked = {
  readonly window: AnchorWindow
  readonly made: AnchoredWindow
  readonly units: readonly AnchoredUnit[]
}

/** Enough to share the cost of a transaction, few enough to hold up nobody and to lose little. */
const WINDOWS_AT_ONCE = 8

/** Replies and requests that come up meanwhile go first: no call should wait for the checks of another. */
async function inSteps(checking: ReturnType<Checking>): Promise<AnchoredWindow> {
  for (;;) {
    await nextTurnOfTheLoop()
    const step = checking.next()
    if (step.done) return step.value
  }
}

/** Units of the window before that are drawn from what this one repeats; undefined where that is another one. */
function knownOf({ overlap }: AnchorWindow, before: Checked | undefined): readonly MemoryUnit[] | undefined {
  if (overlap.length === 0) return []
  const anchored = new Set(before?.window.turns.map(({ id }) => id))
  if (!overlap.every(({ id }) => anchored.has(id))) return undefined
  const repeated = new Set(overlap.map(({ id }) => id))
  return before?.units.map(({ unit }) => unit).filter(({ sources }) => sources.some((id) => repeated.has(id)))
}

export const idsOf = ({ turns }: AnchorWindow): readonly TurnId[] => turns.map(({ id }) => id)
