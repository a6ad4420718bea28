import type { LogEntry } from './api.ts'

export type Log = (entry: LogEntry) => void

/** What a log hook throws must not make a turn that was stored look refused. */
export function quietly(log: Log | undefined): Log {
  return (entry) => {
    try {
      log?.(entry)
    } catch {
      // The hook is the application's; there is nobody else to tell.
    }
  }
}

/** A provider's message may quote what it was sent; its name and code do not. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} (${code})` : error.name
}
