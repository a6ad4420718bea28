import type { Anchoring, IndexState, Memory, Usage } from '../index.ts'
import type { BankShelf } from './bank-shelf.ts'
import { ExitCode } from './exit-codes.ts'
import type { GlobalOptions } from './global-options.ts'
import { REQUEST_BOUND } from './model-options.ts'
import { anchoringDocument, anchoringLines } from './present-anchoring.ts'
import { usageLine } from './present-usage.ts'
import { showProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'
import { tellWaiting } from './waiting.ts'
import { counted, oneLine } from './words.ts'

export type FinishingBanks = {
  readonly options: Pick<GlobalOptions, 'quiet' | 'json'>
  readonly terminal: Terminal
  readonly shelf: BankShelf
  /** Names of the models that may be asked. */
  readonly models: readonly string[]
  readonly signal: AbortSignal
}

/** `anchoring` is undefined without a language model, and where the user stopped it. */
export type FinishedBank = {
  readonly bank: string
  readonly anchoring: Anchoring | undefined
  readonly usage: Usage
}

/** Waits, bank by bank, until what was imported is anchored by a language model, where there is one, and has its vectors. */
export async function finishBanks(
  banks: readonly string[],
  running: FinishingBanks,
): Promise<readonly FinishedBank[]> {
  const finished: FinishedBank[] = []
  for (const bank of banks) {
    if (running.signal.aborted) break
    const memory = await running.shelf.open(bank)
    const anchoring = await finishBank(bank, memory, running)
    finished.push({ bank, anchoring, usage: memory.usage() })
  }
  return finished
}

async function finishBank(
  bank: string,
  memory: Memory,
  { options, terminal, models, signal }: FinishingBanks,
): Promise<Anchoring | undefined> {
  const quiet = options.quiet === true || options.json === true
  const bars = {
    anchoring: showProgress(terminal, {
      label: `Anchoring ${oneLine(bank)}`,
      amount: (turns) => counted(turns, 'turn'),
      quiet,
    }),
    indexing: showProgress(terminal, {
      label: `Indexing ${oneLine(bank)}`,
      amount: (units) => counted(units, 'unit'),
      quiet,
    }),
  }
  using waiting = tellWaiting({
    models: quiet ? [] : models,
    note(text) {
      bars.anchoring.end()
      bars.indexing.end()
      terminal.note(text)
    },
    bound: REQUEST_BOUND,
  })
  let awaited: number | undefined
  const onProgress = ({ units, wordsOnly, awaitingModel }: IndexState) => {
    waiting.heard()
    awaited ??= awaitingModel
    if (awaitingModel > 0) bars.anchoring.update(awaited - awaitingModel, awaited)
    else bars.indexing.update(units - wordsOnly, units)
  }
  try {
    return (await memory.flush({ signal, onProgress })).anchoring
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  } finally {
    bars.anchoring.end()
    bars.indexing.end()
  }
}

/** What the model did is told beside the result; windows that failed end the command with a code of their own. */
export function reportAnchoring(
  finished: readonly FinishedBank[],
  { options, terminal }: Pick<FinishingBanks, 'options' | 'terminal'>,
): void {
  for (const { bank, anchoring, usage } of finished) {
    if (anchoring !== undefined && anchoring.failed.length > 0) terminal.setExitCode(ExitCode.model)
    const cost = usageLine(usage)
    if (options.quiet || (anchoring === undefined && cost === undefined)) continue
    const lines = [...(anchoring ? anchoringLines(anchoring) : []), ...(cost === undefined ? [] : [cost])]
    terminal.note(
      options.json
        ? `${JSON.stringify({ bank, anchoring: anchoring && anchoringDocument(anchoring), usage })}\n`
        : `${oneLine(bank)}: ${lines.join('\n  ')}\n`,
    )
  }
}
