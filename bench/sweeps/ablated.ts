import type { Embedder } from '../../src/embed/embedder.ts'
import { openMemory } from '../../src/memory.ts'
import type { RecallSettings } from '../../src/recall/settings.ts'
import { coordinatesOf, withCoordinates } from '../collapse/coordinates-store.ts'
import { recalled } from '../collapse/variants/reinstated.ts'
import { LIST_UNITS, type RecalledBank, type Variant } from '../collapse/variants/variant.ts'

type Surroundings = {
  readonly embedder: Embedder
  readonly closeLater: (opened: AsyncDisposable) => void
  readonly settings: readonly RecallSettings[]
}

/** The system where no session has a time: what happened in the asked range is found by its event time alone. */
export async function withoutSessionTime(
  { store, units }: RecalledBank,
  { embedder, closeLater, settings }: Surroundings,
): Promise<readonly Variant[]> {
  const known = await coordinatesOf(store)
  const timeless = new Map([...known].map(([key, each]) => [key, { ...each, session: undefined }]))
  const other = withCoordinates(store, timeless)
  const memory = await openMemory(other, { embedder })
  closeLater(memory)
  return settings.map((each) => {
    const variant = recalled({ settings: each })
    return (asked) => variant(asked, { memory, store: other, units })
  })
}

/** The context list stands behind the content list and moves nothing in it. */
export function appendedContext(settings: RecallSettings): Variant {
  return async ({ text, referenceTime }, { memory }) => {
    const recollection = await memory.recall(text, { limit: LIST_UNITS, referenceTime, settings })
    const { contentList, contextList } = recollection.trace
    const found = recollection.evidence.map(({ unit }) => unit.id)
    const appended = [...contentList, ...contextList].map(({ unit }) => unit)
    return { units: contextList.length === 0 ? found : [...new Set(appended)], recollection }
  }
}
