import type { AnchorOptions } from '../anchor/anchor.ts'
import { askForUnits } from '../anchor/window/anchor-window.ts'
import type { Refusal } from '../anchor/window/refusal.ts'
import { isLasting } from '../llm/is-lasting.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import type { TurnId } from '../model/turn.ts'
import type { WindowQueue, WindowShape } from '../store/window-queue.ts'
import { type AnchorPass, anchorPass } from './anchor-pass.ts'
import { emptyTally, joinTallies, type Tally } from './anchor-tally.ts'
import { closing, within } from './within.ts'

/** Milliseconds. */
export type AnchorPauses = {
  /** How long a bank rests after turns came in, so that an import fills windows before the model is asked. */
  readonly rest: number
  /** The first pause after a failure; each further one is twice as long, up to ten minutes: calls may cost money. */
  readonly retry: number
}

const PAUSES: AnchorPauses = { rest: 200, retry: 5_000 }
const LONGEST_RETRY_MS = 600_000

/** How long closing waits for a model that does not hear the signal. */
const STOP_MS = 5_000

export type ModelAnchorerOptions = AnchorOptions & {
  readonly writer: ModelCaller
  /** W and O; default 40 and 2. @see RaMem, appendix C.2 */
  readonly shape?: Pick<WindowShape, 'turns' | 'overlap'>
  /** Windows asked for at once; default 8. */
  readonly concurrency?: number
  /** Of the background; default 200 ms and 5 s. */
  readonly pauses?: AnchorPauses
  readonly events: ModelAnchorerEvents
}

export type ModelAnchorerEvents = {
  /** A window of the background failed; its turns stay pending. What `drain` meets is in its report. */
  readonly onFailure: (error: unknown, turns: readonly TurnId[]) => void
  /** Units that were not kept, as windows are stored. Default: nobody is told. */
  readonly onRefused?: (refused: readonly Refusal[]) => void
  /** Units were stored, whose vectors are missing. Default: nobody is told. */
  readonly onStored?: (units: number) => void
}

/** What a language model made of the turns that awaited it, since the last report. */
export type AnchorReport = Tally & {
  /** Turns that the provider refused, all in all. */
  readonly refusedTurns: number
  /** Turns that await a model still. */
  readonly awaiting: number
}

/** Has a language model anchor the turns that await it: several windows at once, stored in the order of time. */
export interface ModelAnchorer {
  /**
   * Starts the background work on full windows after a rest, unless it runs. Windows that failed are tried again, those
   * whose reply could not be read or that the model has no room for by `drain` alone.
   */
  kick(): void
  /**
   * Anchors everything that awaits a model, windows that are not full included.
   *
   * @throws The reason of the signal, as soon as it aborts, and a `ClosedError` where it is stopped meanwhile; windows
   *   that were answered by then are stored.
   * @throws What the store throws. What the model could not anchor is in the report.
   */
  drain(options: {
    readonly signal: AbortSignal | undefined
    readonly onProgress?: ((state: { readonly awaiting: number }) => void) | undefined
  }): Promise<void>
  /** What was done since the last report; to be taken by who can hand it on, as it is given once. */
  report(): Promise<AnchorReport>
  /** Ends the background work; windows that were under way stay pending. */
  stop(): Promise<void>
}

export function createModelAnchorer(queue: WindowQueue, options: ModelAnchorerOptions): ModelAnchorer {
  const { writer, timeZone, dateOrder, events } = options
  const { shape = { turns: 40, overlap: 2 }, concurrency = 8, pauses = PAUSES } = options
  const stopping = new AbortController()
  let tail: Promise<unknown> = Promise.resolve()
  let background: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  /** Turns came in while the background was about to end. */
  let again = false
  /** The key was refused: the background does not ask until `drain` has shown that it is taken. */
  let barred = false
  /** What the background did since the last report. */
  let unreported = emptyTally()
  /** Turns whose windows failed for what is in them: the background would pay for the same again. */
  let leftToDrain: ReadonlySet<TurnId> = new Set()

  /** The background and `drain` take turns: no window is asked for twice. */
  function exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = tail.then(work, work)
    tail = run.catch(() => undefined)
    return run
  }

  const passOf = (partial: boolean, signal: AbortSignal, onProgress?: () => Promise<void>): AnchorPass => ({
    queue,
    shape: { ...shape, partial },
    concurrency,
    signal,
    except: partial ? NONE : leftToDrain,
    ask: (window) => askForUnits(window, { writer, timeZone, dateOrder, signal }),
    onStored: async ({ units, refused }) => {
      if (refused.length > 0) events.onRefused?.(refused)
      if (units > 0) events.onStored?.(units)
      await onProgress?.()
    },
  })

  async function work(): Promise<void> {
    try {
      do {
        again = false
        const { tally, fault } = await exclusive(() => anchorPass(passOf(false, stopping.signal)))
        unreported = joinTallies(unreported, { ...tally, failed: [] })
        for (const { error, turns } of tally.failed) tell(error, turns)
        barred = tally.barred
        leftToDrain = new Set([...leftToDrain, ...turnsOfLasting(tally)])
        if (fault !== undefined) throw fault.error
        if (tally.failed.some(({ error }) => !isLasting(error))) return retryLater()
        failures = 0
      } while (again && !stopping.signal.aborted)
    } catch (error) {
      tell(error, [])
      retryLater()
    } finally {
      background = undefined
    }
  }

  function tell(error: unknown, turns: readonly TurnId[]): void {
    if (!stopping.signal.aborted) events.onFailure(error, turns)
  }

  function retryLater(): void {
    if (!barred) begin(Math.min(pauses.retry * 2 ** failures++, LONGEST_RETRY_MS))
  }

  function begin(pause: number): void {
    if (stopping.signal.aborted) return
    timer ??= setTimeout(() => {
      timer = undefined
      if (!stopping.signal.aborted) background ??= work()
    }, pause).unref()
  }

  return {
    kick() {
      if (barred) return
      again = true
      if (background === undefined) begin(pauses.rest)
    },
    async drain({ signal, onProgress }) {
      signal?.throwIfAborted()
      const both = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal])
      const progress = onProgress && (async () => onProgress({ awaiting: (await queue.count()).awaiting }))
      const pass = exclusive(async () => {
        both.throwIfAborted()
        const { tally, fault } = await anchorPass(passOf(true, both, progress))
        barred = tally.barred
        leftToDrain = new Set(turnsOfLasting(tally))
        // What was done before an abort or a fault is told by the next report; what failed before was tried again.
        unreported = { ...joinTallies({ ...unreported, failed: [] }, tally), barred }
        both.throwIfAborted()
        if (fault !== undefined) throw fault.error
      })
      await within(pass, { signal: both })
    },
    async report() {
      const { awaiting, refused } = await queue.count()
      const report = { ...unreported, awaiting, refusedTurns: refused }
      unreported = emptyTally()
      return report
    },
    async stop() {
      stopping.abort(closing())
      clearTimeout(timer)
      await within(Promise.all([background, tail]), { milliseconds: STOP_MS })
    },
  }
}

const NONE: ReadonlySet<TurnId> = new Set()

const turnsOfLasting = ({ failed }: Tally) =>
  failed.filter(({ error }) => isLasting(error)).flatMap(({ turns }) => turns)
