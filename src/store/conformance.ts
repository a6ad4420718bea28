import { anchoringConformance } from './conformance/anchoring.ts'
import { episodesConformance } from './conformance/episodes.ts'
import { forgettingConformance } from './conformance/forgetting.ts'
import { handlesConformance } from './conformance/handles.ts'
import { originsConformance } from './conformance/origins.ts'
import { readingConformance } from './conformance/reading.ts'
import type { Registrar } from './conformance/registrar.ts'
import { turnsConformance } from './conformance/turns.ts'
import { vectorsConformance } from './conformance/vectors.ts'
import { windowsConformance } from './conformance/windows.ts'
import type { TrialBank } from './conformance-bank.ts'

/**
 * Runs the contract of `Store` against any store.
 *
 * @param test Registers one test with the runner.
 * @param makeBank Gives a new, empty bank for each test; opening it twice gives two handles on the same bank unless
 *   `shared` is false.
 */
export function storeConformance(
  test: (name: string, run: () => Promise<void>) => void,
  makeBank: () => Promise<TrialBank>,
  { shared = true }: { readonly shared?: boolean } = {},
): void {
  const onBank: Registrar['onBank'] = (name, run) =>
    test(name, async () => {
      await using bank = await makeBank()
      await run(bank)
    })
  const registrar: Registrar = { onBank, onSharedBank: shared ? onBank : () => undefined }
  for (const topic of [
    turnsConformance,
    anchoringConformance,
    readingConformance,
    vectorsConformance,
    forgettingConformance,
    handlesConformance,
    windowsConformance,
    originsConformance,
    episodesConformance,
  ])
    topic(registrar)
}
