import { join } from 'node:path'
import type { Command } from 'commander'
import { countFrom } from './registry-entry.ts'
import { ROOT } from './root.ts'

/** What every command takes. */
export type SharedFlags = {
  readonly data: string
  readonly json?: boolean
  readonly seed: number
  /** Where the result is kept as well. */
  readonly out?: string
}

const DATA = process.env.REINSTATE_DATA ?? join(ROOT, '..', 'shared', 'data')

/** Adds the flags that every bench has. */
export function withShared(command: Command): Command {
  return command
    .option('--data <folder>', 'data sets (default: REINSTATE_DATA, else ../shared/data)', DATA)
    .option('--json', 'one JSON object instead of a table')
    .option('--seed <n>', 'for what is drawn at random', countFrom(0), 1)
    .option('--out <folder>', 'keep the result there as well, for a report')
}
