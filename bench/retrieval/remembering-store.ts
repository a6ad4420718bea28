import type { Turn } from '../../src/model/turn.ts'
import { EVERY_TURN, type Store, type StoredUnit } from '../../src/store/store.ts'

/**
 * The store of a bank that no longer changes, which keeps the units, turns and vectors that it has read: every way to
 * recall reads much the same ones, and a bank is asked thousands of times.
 *
 * Whatever is read by anything but keys or ids alone is left to the store. Letting go of it closes the store.
 */
export function rememberingStore(store: Store): Store {
  const units = kept(
    () => store.units({ ...EVERY_TURN, keys: undefined }),
    ({ key }: StoredUnit) => key,
  )
  const turns = kept(
    () => store.turns(EVERY_TURN),
    ({ id }: Turn) => id,
  )
  const vectors = new Map<number, Awaited<ReturnType<Exact>>[number]>()
  return {
    facts: store.facts,
    upkeep: store.upkeep,
    history: (notAfter) => store.history(notAfter),
    append: isOver,
    forget: isOver,
    unitIds: (keys) => store.unitIds(keys),
    sessions: () => store.sessions(),
    search: (query, origin) => store.search(query, origin),
    units({ keys, ...filter }) {
      return keys === undefined || filters(filter) ? store.units({ keys, ...filter }) : units(keys)
    },
    turns({ ids, ...filter }) {
      return ids === undefined || filters(filter) ? store.turns({ ids, ...filter }) : turns(ids)
    },
    derived: {
      windows: store.derived.windows,
      episodes: store.derived.episodes,
      vectors: {
        get model() {
          return store.derived.vectors.model
        },
        pending: (limit) => store.derived.vectors.pending(limit),
        count: () => store.derived.vectors.count(),
        put: isOver,
        reset: isOver,
        async exact(keys) {
          const missing = keys.filter((key) => !vectors.has(key))
          const read = await store.derived.vectors.exact(missing)
          for (const [i, key] of missing.entries()) vectors.set(key, read[i])
          return keys.map((key) => vectors.get(key))
        },
      },
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

type Exact = Store['derived']['vectors']['exact']

/** What was read is kept, so a change would not be seen. */
async function isOver(): Promise<never> {
  throw new TypeError('A bank that is kept as it was read cannot be changed')
}

function filters(filter: Readonly<Record<string, unknown>>): boolean {
  return Object.values(filter).some((condition) => condition !== undefined)
}

/** Reads everything once, and gives of it what is asked for, in the order of the store. */
function kept<Item, Key>(read: () => AsyncIterable<Item>, keyOf: (item: Item) => Key) {
  let whole: Promise<ReadonlyMap<Key, { readonly item: Item; readonly place: number }>> | undefined
  const readAll = async () => {
    const all = new Map<Key, { readonly item: Item; readonly place: number }>()
    for await (const item of read()) all.set(keyOf(item), { item, place: all.size })
    return all
  }
  return async function* (keys: readonly Key[]): AsyncIterable<Item> {
    whole ??= readAll()
    const known = await whole
    const found = [...new Set(keys)].flatMap((key) => known.get(key) ?? [])
    for (const { item } of found.sort((a, b) => a.place - b.place)) yield item
  }
}
