import type { MemoryUnit } from '../../model/memory-unit.ts'
import type { UnitViews } from '../views/unit-views.ts'
import type { Connection } from './connection.ts'
import { processViewPool } from './view-pool.ts'
import { ViewsInStep } from './views-in-step.ts'

type Origin = MemoryUnit['origin']

/** One set for each origin: units of the other are no neighbours and change no statistics. Each is filled when it is used. */
export type ViewsByOrigin = Readonly<Record<Origin, ViewsInStep>>

export function viewsByOrigin(
  connection: Connection,
  options: { readonly createViews: () => UnitViews; readonly maxViewBytes: number },
): ViewsByOrigin {
  const { createViews, maxViewBytes } = options
  const of = (origin: Origin) =>
    new ViewsInStep(connection, { createViews, origin, pool: processViewPool, maxViewBytes })
  return { turn: of('turn'), model: of('model') }
}

/** Removed units of one origin are passed over by the other's views, which then know the new generation too. */
export function removeFrom(views: ViewsByOrigin, removal: Parameters<ViewsInStep['remove']>[0]): void {
  for (const each of Object.values(views)) each.remove(removal)
}
