import { createAnchor } from './anchor/anchor.ts'
import { reindexUnit } from './anchor/window/model-unit.ts'
import type { MemoryOptions } from './api.ts'
import type { Embedder } from './embed/embedder.ts'
import { checkModel, rebindModel } from './indexing/agree-on-model.ts'
import type { Log } from './log.ts'
import { ValidationError } from './model/errors.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'
import type { Store } from './store/store.ts'
import { createUnitViews } from './store/views/create-unit-views.ts'

/** Names how words are analysed and turns anchored; a bank whose index was made otherwise is made anew. */
const ANALYSER_VERSION = '4'

/**
 * The store of a bank, in agreement with the options, its embedding model and the way in which this release analyses
 * words. A store that does not agree is closed.
 *
 * @throws What `openMemory` throws.
 */
export async function openBank(
  bank: string | Store,
  options: MemoryOptions,
  { embedder, log }: { readonly embedder: Embedder | undefined; readonly log: Log },
): Promise<Store> {
  const store = typeof bank === 'string' ? await openFile(bank, options) : bank
  try {
    checkSettings(store, options)
    if (embedder !== undefined && options.replaceVectors) await rebindModel(store, embedder)
    else checkModel(store, embedder)
    await agreeOnAnalysis(store, log)
    return store
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

function openFile(path: string, options: MemoryOptions): Promise<Store> {
  return openSqliteStore(path, {
    timeZone: options.timeZone,
    dateOrder: options.dateOrder,
    readOnly: options.readOnly ?? false,
    mustExist: options.readOnly ?? false,
    createViews: createUnitViews,
    analyserVersion: ANALYSER_VERSION,
  })
}

/** A bank whose units another release drew is drawn anew: words of questions and units must be analysed alike. */
async function agreeOnAnalysis({ facts, upkeep }: Store, log: Log): Promise<void> {
  if (!facts.outdated) return
  log({ level: 'warn', event: 'outdated-analysis', facts: { bank: facts.name, rebuilt: !facts.readOnly } })
  if (!facts.readOnly)
    await upkeep.rebuild(createAnchor({ timeZone: facts.timeZone, dateOrder: facts.dateOrder }), reindexUnit)
}

/** A store that was opened elsewhere has its settings already. @throws {ValidationError} If the options say otherwise. */
function checkSettings({ facts }: Store, { timeZone, dateOrder }: MemoryOptions): void {
  for (const [key, wanted, has] of [
    ['timeZone', timeZone, facts.timeZone],
    ['dateOrder', dateOrder, facts.dateOrder],
  ] as const) {
    if (wanted === undefined || wanted.toLowerCase() === has?.toLowerCase()) continue
    throw new ValidationError(
      `options.${key}`,
      `Cannot open ${facts.name} with ${key} ${wanted}: it was made with ${has ?? 'none'}`,
    )
  }
}
