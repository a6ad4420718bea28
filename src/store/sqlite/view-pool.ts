import type { UnitViews } from '../views/unit-views.ts'

/** Bounds the bytes of the views of many banks: those used longest ago are let go, and come back when they are needed. */
export type ViewPool = {
  /** Says that a holder's views were used; lets go of others', until all fit into the bound. */
  touch(holder: ViewHolder, maxBytes: number): void
  drop(holder: ViewHolder): void
}

export type ViewHolder = { readonly views: UnitViews | undefined; letGo(): void }

export function createViewPool(): ViewPool {
  // A set keeps the order of insertion: the first was used longest ago.
  const holders = new Set<ViewHolder>()
  const bytes = () => [...holders].reduce((sum, holder) => sum + (holder.views?.bytes ?? 0), 0)
  return {
    touch(holder, maxBytes) {
      holders.delete(holder)
      holders.add(holder)
      let held = bytes()
      for (const other of holders) {
        if (held <= maxBytes || other === holder) return
        held -= other.views?.bytes ?? 0
        holders.delete(other)
        other.letGo()
      }
    },
    drop: (holder) => {
      holders.delete(holder)
    },
  }
}

/** All banks of the process together, as memory is the process's. */
export const processViewPool = createViewPool()
