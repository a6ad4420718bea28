import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { AnchoredWindow } from '../anchor/window/anchor-window.ts'
import { withoutRepetitions } from '../anchor/window/merge-units.ts'
import type { Refusal } from '../anchor/window/refusal.ts'
import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderRefusedError,
  ReinstateError,
} from '../model/errors.ts'
import type { TurnId } from '../model/turn.ts'
import type { AnchorWindow, WindowQueue, WindowShape } from '../store/window-queue.ts'
import { emptyTally, type FailedWindow, joinTallies, type Tally, tallyOfRefusals } from './anchor-tally.ts'
import { halves, withoutTurns } from './windows.ts'

/** One pass over the turns that await a model. */
export type AnchorPass = {
  readonly queue: WindowQueue
  readonly shape: WindowShape
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Turns that are not asked for though they are pending. */
  readonly except: ReadonlySet<TurnId>
  /** Asks a model; what it resolves with checks the reply. */
  ask(window: AnchorWindow): Promise<() => AnchoredWindow>
  onWindow(stored: { readonly units: number; readonly refused: readonly Refusal[] }): Promise<void>
}

/**
 * Anchors all windows that there are, each once: asked for at once up to the concurrency, stored one after the other in
 * the order of time, so that what is stored does not depend on which reply came first.
 *
 * A window that the provider refuses, or that is too long for the model, is asked for in halves, down to the turns to
 * which it is due; those that are refused are marked. Any other failure leaves its turns pending and the other windows
 * alone; a refused key ends the pass. After an abort what was answered by then is stored.
 *
 * @throws What the store throws, and what is no failure of a model.
 */
export async function anchorPass(pass: AnchorPass): Promise<Tally> {
  const { queue, shape, signal } = pass
  let tally = emptyTally()
  // Turns that are pending still though they were asked for: once more where their window could not be stored.
  const asked = new Set<TurnId>()
  const done = new Set(pass.except)
  while (!signal.aborted && !tally.barred) {
    const passedOver = Math.ceil(done.size / (shape.turns - shape.overlap))
    const windows = (await queue.pending(shape, WINDOWS_PER_ROUND + passedOver)).flatMap((window) =>
      withoutTurns(window, done, shape.overlap),
    )
    if (windows.length === 0) break
    const round = await anchorRound(windows, pass)
    tally = joinTallies(tally, round)
    for (const id of round.failed.flatMap(({ turns }) => turns)) done.add(id)
    for (const id of windows.flatMap(idsOf)) (asked.has(id) ? done : asked).add(id)
  }
  return tally
}

/** Windows that are cut at once: enough to keep every place busy, few enough to hold in memory. */
const WINDOWS_PER_ROUND = 256

type Outcome =
  | { readonly type: 'anchored'; readonly window: AnchorWindow; readonly check: () => AnchoredWindow }
  | { readonly type: 'refused'; readonly window: AnchorWindow }
  | { readonly type: 'failed'; readonly window: AnchorWindow; readonly error: ReinstateError }
  /** Not asked for: the signal aborted, or the key was refused before its turn came. */
  | { readonly type: 'skipped' }

async function anchorRound(windows: readonly AnchorWindow[], pass: AnchorPass): Promise<Tally> {
  const limit = pLimit(pass.concurrency)
  let barred = false
  const ask = async (window: AnchorWindow): Promise<readonly Outcome[]> => {
    if (barred || pass.signal.aborted) return [{ type: 'skipped' }]
    const outcomes = await outcomesOf(window, pass)
    if (outcomes.some(isBarring)) barred = true
    return outcomes
  }
  const asked = windows.map((window) => limit(() => ask(window)))
  // Windows are awaited in their order, and none may be left to reject unheard.
  for (const each of asked) each.catch(() => undefined)
  let tally = emptyTally()
  try {
    for (const each of asked)
      for (const outcome of await each) tally = joinTallies(tally, await settle(outcome, pass))
  } finally {
    limit.clearQueue()
  }
  return { ...tally, barred }
}

const isBarring = (outcome: Outcome) =>
  outcome.type === 'failed' && outcome.error instanceof ProviderAuthError

/** Asks for a window, and for its halves where a part of it may be what cannot be asked for. */
async function outcomesOf(window: AnchorWindow, pass: AnchorPass): Promise<readonly Outcome[]> {
  let requests = 0
  const ask = async (part: AnchorWindow): Promise<readonly Outcome[]> => {
    requests += 1
    try {
      return [{ type: 'anchored', window: part, check: await pass.ask(part) }]
    } catch (error) {
      if (pass.signal.aborted) return [{ type: 'skipped' }]
      if (!(error instanceof ReinstateError)) throw error
      const isRefused = error instanceof ProviderRefusedError
      const parts = isRefused || error instanceof ContextTooLongError ? halves(part) : undefined
      if (parts !== undefined && requests < REQUESTS_A_WINDOW) {
        const [first, second] = parts
        return [...(await ask(first)), ...(await ask(second))]
      }
      return [isRefused ? { type: 'refused', window: part } : { type: 'failed', window: part, error }]
    }
  }
  return ask(window)
}

/** Finds one turn of 40 that is refused (13 requests); where a provider refuses everything it is not worth more. */
const REQUESTS_A_WINDOW = 14

async function settle(outcome: Outcome, pass: AnchorPass): Promise<Tally> {
  switch (outcome.type) {
    case 'skipped':
      return emptyTally()
    case 'refused': {
      const turns = idsOf(outcome.window)
      await pass.queue.refuse(turns)
      return { ...emptyTally(), refusedNow: turns }
    }
    case 'failed':
      return { ...emptyTally(), failed: [failedWindow(outcome.window, outcome.error)] }
    case 'anchored':
      return store(outcome, pass)
  }
}

async function store(
  { window, check }: Extract<Outcome, { type: 'anchored' }>,
  { queue, onWindow }: AnchorPass,
): Promise<Tally> {
  // Replies and questions that have come meanwhile go first: the next call should not wait for the checks.
  await nextTurnOfTheLoop()
  const made = check()
  const known = window.overlap.length === 0 ? [] : await queue.unitsOf(window.overlap.map(({ id }) => id))
  const units = withoutRepetitions(made.units, known)
  // A turn of it was forgotten meanwhile: the others stay pending, and are anchored without it later.
  if (!(await queue.put(window, units))) return emptyTally()
  await onWindow({ units: units.length, refused: made.refused })
  return {
    ...emptyTally(),
    ...tallyOfRefusals(made.refused),
    windows: 1,
    units: units.length,
    merged: made.merged + made.units.length - units.length,
    undated: made.undated,
    truncated: made.truncated ? 1 : 0,
  }
}

function failedWindow(window: AnchorWindow, error: ReinstateError): FailedWindow {
  return { turns: idsOf(window), code: error.code, message: error.message, error }
}

const idsOf = ({ turns }: AnchorWindow): readonly TurnId[] => turns.map(({ id }) => id)
