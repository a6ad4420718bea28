import type { Connection } from './connection.ts'

/**
 * Reads, and again only when this or another connection has committed since. Not for use inside of a transaction that
 * writes: what it changed is not seen before its commit.
 *
 * @returns One value for all callers, who must not change it.
 */
export function keptReading<Value>(connection: Connection, read: () => Value): () => Value {
  let kept: { readonly stamp: string; readonly value: Value } | undefined
  return () => {
    const stamp = connection.stamp()
    if (kept?.stamp !== stamp) kept = { stamp, value: read() }
    return kept.value
  }
}
