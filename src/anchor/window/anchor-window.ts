import type { ModelCaller } from '../../llm/model-caller.ts'
import { runTask } from '../../llm/run-task.ts'
import { anchorWindowTask, type WrittenUnit } from '../../llm/tasks/anchor-window.ts'
import type { AnchoredUnit } from '../../store/store.ts'
import type { AnchorWindow } from '../../store/window-queue.ts'
import type { AnchorOptions } from '../anchor.ts'
import { checkUnit } from './check-unit.ts'
import { withoutRepetitions } from './merge-units.ts'
import { modelUnit } from './model-unit.ts'
import { type ReadWindow, readWindow } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'
import { timeOfUnit } from './unit-time.ts'
import { linesOf } from './window-lines.ts'

/** What a model made of a window. */
export type AnchoredWindow = {
  readonly units: readonly AnchoredUnit[]
  readonly refused: readonly Refusal[]
  /** Units that repeat another of the window, or turns that the window before had. */
  readonly merged: number
  /** Units whose days nothing supported; they are kept without these. */
  readonly undated: number
  /** Whether the reply was cut, so that units may be missing. */
  readonly truncated: boolean
}

export type WindowAnchorOptions = AnchorOptions & {
  readonly writer: ModelCaller
  readonly signal: AbortSignal | undefined
}

/**
 * Has a model draw self-contained units from a window, and keeps those that its turns bear out: one call, and one more
 * where the reply could not be read.
 *
 * @throws {ProviderError} What the call throws.
 * @throws {MalformedModelOutputError} If the second reply cannot be read either.
 * @see RaMem, section 3.1 and appendix C.2
 */
export async function anchorWindow(
  window: AnchorWindow,
  options: WindowAnchorOptions,
): Promise<AnchoredWindow> {
  return toEnd((await askForUnits(window, options))())
}

/** Checks a reply unit by unit, so that other work can go on in between. */
export type Checking = () => Generator<undefined, AnchoredWindow, undefined>

/** The call of {@link anchorWindow} alone; what it resolves with checks the reply, so that the next call need not wait. */
export async function askForUnits(
  window: AnchorWindow,
  { writer, signal, ...options }: WindowAnchorOptions,
): Promise<Checking> {
  const read = readWindow(window, options)
  const mostUnits = mostUnitsOf(window)
  const input = { lines: linesOf(read, options.timeZone), mostUnits }
  const { value, truncated } = await runTask(anchorWindowTask, input, writer, { signal })
  return function* () {
    return { ...(yield* checkUnits(value.units, read, mostUnits)), truncated }
  }
}

/** The units of a reply that the turns of the window bear out. Pure. */
export function unitsOf(
  written: readonly WrittenUnit[],
  window: ReadWindow,
  mostUnits: number,
): Omit<AnchoredWindow, 'truncated'> {
  return toEnd(checkUnits(written, window, mostUnits))
}

/** The same, unit by unit. */
function* checkUnits(
  written: readonly WrittenUnit[],
  window: ReadWindow,
  mostUnits: number,
): Generator<undefined, Omit<AnchoredWindow, 'truncated'>, undefined> {
  const refused: Refusal[] = []
  const units: AnchoredUnit[] = []
  let repeated = 0
  let undated = 0
  for (const each of written.slice(0, mostUnits)) {
    const checked = checkUnit(each, window)
    if ('reason' in checked) refused.push(checked)
    else if (checked.sources.every(({ isOverlap }) => isOverlap)) repeated += 1
    else {
      const time = timeOfUnit(checked)
      if (time.isDropped) undated += 1
      units.push(modelUnit(checked, time, window))
    }
    yield
  }
  refused.push(...written.slice(mostUnits).map((each) => refusal('too many units', each)))
  const kept = withoutRepetitions(units)
  return { units: kept, refused, merged: repeated + units.length - kept.length, undated }
}

function toEnd<Result>(work: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Units that a window may give: about one a turn; a few long turns may hold as many as the least. */
function mostUnitsOf({ turns }: AnchorWindow): number {
  return Math.min(MOST_UNITS, Math.max(LEAST_UNITS, turns.length))
}

const MOST_UNITS = 40
const LEAST_UNITS = 12
