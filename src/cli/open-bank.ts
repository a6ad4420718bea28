import {
  bankPath,
  listBanks,
  type Memory,
  type MemoryOptions,
  NotFoundError,
  openMemory,
  ValidationError,
} from '../index.ts'
import type { GlobalOptions } from './global-options.ts'
import { listed } from './words.ts'

/** The bank that takes what says no bank of its own. */
export const DEFAULT_BANK = 'default'

/** An open bank under the name that the user knows it by. */
export type OpenBank = AsyncDisposable & { readonly name: string; readonly memory: Memory }

/**
 * Opens the bank that the options mean; never makes one.
 *
 * @throws {NotFoundError} If there is no such bank.
 * @throws {ValidationError} If several could be meant.
 */
export async function openExisting(
  options: GlobalOptions,
  memoryOptions: Pick<
    MemoryOptions,
    'readOnly' | 'replaceVectors' | 'embedder' | 'models' | 'anchoring' | 'states'
  >,
): Promise<OpenBank> {
  const names = (await listBanks(options.home)).map(({ name }) => name)
  const name = chooseBank(names, options)
  const memory = await openMemory(bankPath(options.home, name), {
    ...bankSettingsOf(options),
    ...memoryOptions,
  })
  return { name, memory, [Symbol.asyncDispose]: () => memory.close() }
}

/** What is fixed when a bank is made: nothing, unless the user said something. */
export function bankSettingsOf({
  timezone,
  dateOrder,
}: Pick<GlobalOptions, 'timezone' | 'dateOrder'>): MemoryOptions {
  return {
    ...(timezone === undefined ? {} : { timeZone: timezone }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
  }
}

/** The bank that is meant among those that exist. */
function chooseBank(names: readonly string[], { bank, home }: Pick<GlobalOptions, 'bank' | 'home'>): string {
  if (bank !== undefined) {
    if (names.includes(bank)) return bank
    const others = names.length === 0 ? 'it has none yet' : `it has ${listed(names)}`
    throw new NotFoundError(`There is no bank “${bank}” in ${home}; ${others}`)
  }
  const [only, ...more] = names
  if (only === undefined) {
    throw new NotFoundError(`There is no bank in ${home} yet; make one with: reinstate import FILE`)
  }
  if (more.length === 0) return only
  if (names.includes(DEFAULT_BANK)) return DEFAULT_BANK
  throw new ValidationError(
    'bank',
    `${home} has ${names.length} banks; name one with --bank: ${listed(names)}`,
  )
}
