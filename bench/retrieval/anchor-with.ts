import { anchorWindow } from '../../src/anchor/window/anchor-window.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { callLimits } from '../../src/llm/call-limits.ts'
import { createModelCaller } from '../../src/llm/create-model-caller.ts'
import type { LanguageModelClient } from '../../src/llm/model-client.ts'
import type { Store } from '../../src/store/store.ts'
import { embedPending } from './bank-of.ts'

/** What became of the units that a writer wrote. */
export type Written = { readonly kept: number; readonly refused: number }

/** W and O. @see RaMem, appendix C.2 */
const SHAPE = { turns: 40, overlap: 2, partial: true }

/** Lets a writer anchor all of a bank, window by window, and makes the vectors of what it wrote. */
export async function anchorWith(
  writer: LanguageModelClient,
  store: Store,
  embedder: Embedder,
): Promise<Written> {
  const { timeZone, dateOrder } = store.facts
  const caller = createModelCaller(writer, { role: 'writer', limits: callLimits() })
  let [kept, refused] = [0, 0]
  for (;;) {
    const [window] = await store.derived.windows.pending(SHAPE, 1)
    if (window === undefined) break
    const anchored = await anchorWindow(window, { timeZone, dateOrder, writer: caller, signal: undefined })
    if (!(await store.derived.windows.put(window, anchored.units)))
      throw new Error('A window was not stored though none of its turns was forgotten')
    kept += anchored.units.length
    refused += anchored.refused.length
  }
  await embedPending(store, embedder)
  return { kept, refused }
}
