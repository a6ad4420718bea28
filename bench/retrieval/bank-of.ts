import { createAnchor } from '../../src/anchor/anchor.ts'
import type { TurnInput } from '../../src/api.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { readTurns } from '../../src/input/turn-input.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'

const TIME_ZONE = 'UTC'
const VECTORS_AT_ONCE = 256

/**
 * A bank in memory that holds the turns, every unit with its vector.
 *
 * @param read How turns are read; default: each anew.
 */
export async function bankOf(
  turns: readonly TurnInput[],
  embedder: Embedder,
  { read }: { readonly read?: Parameters<typeof createAnchor>[1] } = {},
): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: TIME_ZONE,
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'bench',
  })
  await store.append(
    readTurns(turns, { timeZone: TIME_ZONE }),
    createAnchor({ timeZone: TIME_ZONE, dateOrder: undefined }, read),
  )
  await embedPending(store, embedder)
  return store
}

/** Makes the vectors that are missing. */
export async function embedPending(store: Store, embedder: Embedder): Promise<void> {
  for (;;) {
    const pending = await store.derived.vectors.pending(VECTORS_AT_ONCE)
    if (pending.length === 0) return
    const vectors = await embedder.embed(
      pending.map(({ passage }) => passage),
      'passage',
    )
    await store.derived.vectors.put(
      embedder,
      pending.map(({ key }, i) => ({ key, vector: vectors[i]! })),
    )
  }
}
