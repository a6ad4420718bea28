import { bankPath, type Memory, type MemoryOptions, openMemory } from '../index.ts'
import type { GlobalOptions } from './global-options.ts'
import { bankSettingsOf } from './open-bank.ts'

/** Open banks at hand, each opened when it is first asked for. */
export type BankShelf = AsyncDisposable & { open(name: string): Promise<Memory> }

/** A file may hold thousands of banks; each open one makes vectors, which the end has to wait for. */
const MOST_OPEN = 4

/** Opens banks of a home for writing and closes the one that was not used for longest. */
export function openShelf(
  options: Pick<GlobalOptions, 'home' | 'timezone' | 'dateOrder'>,
  memoryOptions: Pick<MemoryOptions, 'models' | 'anchoring'> = {},
): BankShelf {
  const banks = new Map<string, Memory>()
  return {
    async open(name) {
      const memory =
        banks.get(name) ??
        (await openMemory(bankPath(options.home, name), { ...bankSettingsOf(options), ...memoryOptions }))
      banks.delete(name)
      banks.set(name, memory)
      for (const [oldest, unused] of banks) {
        if (banks.size <= MOST_OPEN) break
        banks.delete(oldest)
        await unused.close()
      }
      return memory
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...banks.values()].map((memory) => memory.close()))
    },
  }
}
