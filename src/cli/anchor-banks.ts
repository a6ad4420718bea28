import type { Anchoring, Usage } from '../index.ts'
import type { BankShelf } from './bank-shelf.ts'
import { ExitCode } from './exit-codes.ts'
import type { GlobalOptions } from './global-options.ts'
import { anchoringLines } from './present-anchoring.ts'
import { usageLine } from './present-usage.ts'
import { showProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'
import { counted, oneLine } from './words.ts'

export type AnchoringBanks = {
  readonly options: Pick<GlobalOptions, 'quiet' | 'json'>
  readonly terminal: Terminal
  readonly shelf: BankShelf
  readonly signal: AbortSignal
}

export type AnchoredBank = { readonly bank: string; readonly anchoring: Anchoring; readonly usage: Usage }

/** Lets the language model write units for what was imported, bank by bank. */
export async function anchorBanks(
  banks: readonly string[],
  { options, terminal, shelf, signal }: AnchoringBanks,
): Promise<readonly AnchoredBank[]> {
  const anchored: AnchoredBank[] = []
  for (const bank of banks) {
    if (signal.aborted) break
    const memory = await shelf.open(bank)
    const progress = showProgress(terminal, {
      label: `Anchoring ${oneLine(bank)}`,
      amount: (turns) => counted(turns, 'turn'),
      quiet: options.quiet === true || options.json === true,
    })
    let total: number | undefined
    try {
      const anchoring = await memory.anchor({
        signal,
        onProgress: ({ awaiting }) => {
          total ??= awaiting
          progress.update(total - awaiting, total)
        },
      })
      anchored.push({ bank, anchoring, usage: memory.usage() })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      progress.end()
    }
  }
  return anchored
}

/** What the model did is told beside the result; windows that failed end the command with a code of their own. */
export async function reportAnchoring(
  anchored: readonly AnchoredBank[],
  { options, terminal }: Pick<AnchoringBanks, 'options' | 'terminal'>,
): Promise<void> {
  for (const { bank, anchoring, usage } of anchored) {
    if (anchoring.failed.length > 0) terminal.setExitCode(ExitCode.model)
    if (options.quiet) continue
    const cost = usageLine(usage)
    const lines = [...anchoringLines(anchoring), ...(cost === undefined ? [] : [cost])]
    terminal.note(
      options.json
        ? `${JSON.stringify({ bank, anchoring, usage })}\n`
        : `${oneLine(bank)}: ${lines.join('\n  ')}\n`,
    )
  }
}
