import type { UnitViews } from '../views/unit-views.ts'

/** Bounds the bytes of the views of many banks: those used longest ago are let go, and come back when they are needed. */
export type ViewPool = {
  /** Says that a holder's views were used; lets go of others', until all fit into the bound. */
  touch(holder: ViewHolder, maxBytes: number): void
  drop(holder: ViewHolder): void
}

export type ViewHolder = { readonly views: UnitViews | undefined; letGo(): void }

export function createViewPool(): ViewPool {
  // Bytes by holder. A map keeps the order of insertion: the first was used longest ago.
  const held = new Map<ViewHolder, number>()
  let total = 0
  const drop = (holder: ViewHolder) => {
    total -= held.get(holder) ?? 0
    held.delete(holder)
  }
  return {
    touch(holder, maxBytes) {
      drop(holder)
      const bytes = holder.views?.bytes ?? 0
      held.set(holder, bytes)
      total += bytes
      for (const other of held.keys()) {
        if (total <= maxBytes || other === holder) return
        drop(other)
        other.letGo()
      }
    },
    drop,
  }
}

/** All banks of the process together, as memory is the process's. */
export const processViewPool = createViewPool()
