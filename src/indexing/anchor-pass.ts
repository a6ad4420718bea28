import pLimit from 'p-limit'
import type { Checking } from '../anchor/window/anchor-window.ts'
import type { TurnId } from '../model/turn.ts'
import type { AnchorWindow, WindowQueue, WindowShape } from '../store/window-queue.ts'
import { emptyTally, joinTallies, type Tally } from './anchor-tally.ts'
import { askWindow, isBarring, type Outcome } from './ask-window.ts'
import { createWindowSettler, idsOf, type Stored } from './window-settler.ts'
import { withoutTurns } from './windows.ts'

/** One pass over the turns that await a model. */
export type AnchorPass = {
  readonly queue: WindowQueue
  readonly shape: WindowShape
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Turns that are not asked for though they are pending. */
  readonly except: ReadonlySet<TurnId>
  /** Asks a model; what it resolves with checks the reply. */
  ask(window: AnchorWindow): Promise<Checking>
  /** Told of each transaction. */
  onStored(stored: Stored): Promise<void>
}

export type PassEnd = {
  readonly tally: Tally
  /** What ended the pass: what the store or `onStored` threw, or what is no failure of a model. */
  readonly fault: { readonly error: unknown } | undefined
}

/**
 * Anchors all windows that there are, each once: asked for at once up to the concurrency, stored one after the other in
 * the order of time, so that what is stored does not depend on which reply came first.
 *
 * A window that the provider refuses, or that is too long for the model, is asked for in halves, down to the turns to
 * which it is due; those that are refused are marked. Any other failure leaves its turns pending and the other windows
 * alone; a refused key ends the pass. After an abort, and after a fault, what was answered by then is stored.
 */
export async function anchorPass(pass: AnchorPass): Promise<PassEnd> {
  const { queue, shape, signal } = pass
  let tally = emptyTally()
  // Turns that are pending still though they were asked for: once more where their window could not be stored.
  const asked = new Set<TurnId>()
  const done = new Set(pass.except)
  try {
    while (!signal.aborted && !tally.barred) {
      const passedOver = Math.ceil(done.size / (shape.turns - shape.overlap))
      const windows = (await queue.pending(shape, WINDOWS_PER_ROUND + passedOver)).flatMap((window) =>
        withoutTurns(window, done, shape.overlap),
      )
      if (windows.length === 0) break
      const round = await anchorRound(windows, pass)
      tally = joinTallies(tally, round.tally)
      if (round.fault !== undefined) return { tally, fault: round.fault }
      for (const id of round.tally.failed.flatMap(({ turns }) => turns)) done.add(id)
      for (const id of windows.flatMap(idsOf)) (asked.has(id) ? done : asked).add(id)
    }
    return { tally, fault: undefined }
  } catch (error) {
    return { tally, fault: { error } }
  }
}

/** Windows that are cut at once: enough to keep every place busy, few enough to hold in memory. */
const WINDOWS_PER_ROUND = 256

/** Windows for each place that may have been asked for and are not settled: what one slow reply may hold up. */
const UNSETTLED_PER_PLACE = 8

async function anchorRound(windows: readonly AnchorWindow[], pass: AnchorPass): Promise<PassEnd> {
  let barred = false
  let fault: PassEnd['fault']
  const onFault = (error: unknown) => {
    fault ??= { error }
  }
  /** Nothing of a window may end the round: what others were answered has been paid for. */
  const orFault = <Result>(work: Promise<Result>) => work.catch(onFault)
  const settler = createWindowSettler({ ...pass, onFault })
  const limit = pLimit(pass.concurrency)
  const ask = async (window: AnchorWindow): Promise<Outcomes> => {
    if (barred || fault !== undefined || pass.signal.aborted) return []
    const outcomes = (await orFault(askWindow(window, pass.ask, pass.signal))) ?? []
    barred ||= outcomes.some(isBarring)
    return outcomes
  }
  const asked: Promise<void>[] = []
  const answers: (Outcomes | undefined)[] = []
  const askUpTo = (count: number) => {
    for (let at = asked.length; at < Math.min(count, windows.length); at++)
      asked.push(
        limit(ask, windows[at]!).then((outcomes) => {
          answers[at] = outcomes
        }),
      )
  }
  for (let at = 0; at < windows.length; at++) {
    askUpTo(at + pass.concurrency * UNSETTLED_PER_PLACE)
    // While a reply is waited for there is time to store the others.
    if (answers[at] === undefined) await orFault(settler.store())
    await asked[at]
    for (const outcome of answers[at] ?? []) await orFault(settler.settle(outcome))
    answers[at] = undefined
  }
  await orFault(settler.store())
  return { tally: { ...settler.tally(), barred }, fault }
}

type Outcomes = readonly Outcome<Checking>[]
