/** Works on a bank in a process of its own: `trial-process.ts <role> <file> <name> <count>`; the last line is a report. */
import { shape, toldOf } from '../conformance/model-trial.ts'
import { wordCut } from '../conformance/word-cut.ts'
import { found, idsOf, turnOf, wordAnchor } from '../conformance-bank.ts'
import type { Store } from '../store.ts'
import { createUnitViews } from '../views/create-unit-views.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const [role = '', file = '', name = '', count = '0'] = process.argv.slice(2)

const turns = Array.from({ length: Number(count) }, (_, i) =>
  turnOf(`${name}${i}`, { speaker: name, session: name, text: `shared ${name}${i}` }),
)

const episodeShape = { tokens: 9, overlap: 0, tokenizer: 'words' }

const roles: Record<string, (store: Store) => Promise<unknown>> = {
  /** One turn after the other. */
  async write(store) {
    for (const turn of turns) await store.append([turn], wordAnchor)
  },
  /** All at once. */
  async serve(store) {
    await Promise.all(turns.map((turn) => store.append([turn], wordAnchor)))
  },
  /** Until all turns are there; what was seen once must never be missing again. */
  async read(store) {
    for (let seen = 0; seen < turns.length; ) {
      const ids = await idsOf(store)
      if (ids.length < seen) throw new Error(`Saw ${ids.length} turns after ${seen}`)
      seen = ids.length
      const { units } = await store.derived.vectors.count()
      if (units < seen) throw new Error(`Saw ${units} units of ${seen} turns`)
      await store.history()
      const last = ids.at(-1)
      if (last !== undefined && (await found(store, { words: [last] })).length !== 1)
        throw new Error(`Not found: ${last}`)
    }
  },
  /** Says of each window what its turns say, one after the other, and takes in the episodes between them. */
  async tell(store) {
    for (;;) {
      const [window] = await store.derived.windows.pending(shape, 1)
      if (window === undefined) return
      const units = window.turns.map((turn) => toldOf([turn]))
      if (await store.derived.windows.put(window, units)) console.log(`told ${window.turns.length}`)
      await store.derived.episodes.extend(episodeShape, wordCut(episodeShape))
    }
  },
  /** Fills the disk until it is refused. */
  async fill(store) {
    for (const turn of turns)
      await store.append([{ ...turn, text: `${turn.text} ${'x'.repeat(4_000)}` }], wordAnchor)
  },
}

const store = await openSqliteStore(file, {
  readOnly: role === 'read',
  mustExist: role === 'read',
  createViews: createUnitViews,
  analyserVersion: 'trial',
})
try {
  await roles[role]?.(store)
  console.log('done')
} catch (error) {
  console.log(`${(error as Error).name}: ${(error as Error).message}`)
} finally {
  await store[Symbol.asyncDispose]()
}
