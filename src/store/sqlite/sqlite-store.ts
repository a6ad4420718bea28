import type { Anchor, BankFacts, ForgetTarget, Forgotten, Store, Upkeep } from '../store.ts'
import type { UnitViews } from '../views/unit-views.ts'
import { appendTurns } from './append.ts'
import { analyserOf, bankRow } from './bank-format.ts'
import type { Connection } from './connection.ts'
import type { OpenDatabase } from './driver.ts'
import { episodeShelf } from './episode-shelf.ts'
import { erase } from './erase.ts'
import { forgetTurns } from './forget.ts'
import { freezeBank } from './freeze.ts'
import { historyReader } from './history.ts'
import { readSessions, readTurns, readUnits, unitIds } from './read.ts'
import { rebuildUnits } from './rebuild.ts'
import { storable } from './storable.ts'
import { vectorQueue } from './vector-queue.ts'
import { verifyBank } from './verify.ts'
import { removeFrom, type ViewsByOrigin, viewsByOrigin } from './views-by-origin.ts'
import { windowQueue } from './window-queue.ts'

export type SqliteStoreContext = {
  readonly open: OpenDatabase
  readonly createViews: () => UnitViews
  readonly analyserVersion: string
  readonly maxViewBytes: number
}

/** The store port on a prepared connection; `close` closes it. */
export function sqliteStore(connection: Connection, context: SqliteStoreContext): Store {
  const facts = bankFacts(connection, context.analyserVersion)
  const history = historyReader(connection)
  const views = viewsByOrigin(connection, context)
  return {
    facts,
    history: async (notAfter) => history(notAfter),
    async append(turns, anchor) {
      const { timeZone } = facts
      const added = await connection.write(() => appendTurns(connection, turns, { anchor, timeZone }))
      if (added.replaced !== undefined) removeFrom(views, added.replaced)
      return added.appended
    },
    forget: (target, anchor) => forget({ connection, views }, target, anchor),
    turns: (filter) => readTurns(connection, filter),
    units: (filter) => readUnits(connection, filter),
    unitIds: async (keys) => unitIds(connection, keys),
    sessions: async () => readSessions(connection),
    search: async (query, origin) => views[origin].current().search(query),
    derived: {
      vectors: vectorQueue(connection),
      windows: windowQueue(connection, (removal) => removeFrom(views, removal)),
      episodes: episodeShelf(connection),
    },
    upkeep: upkeep({ connection, views }, context),
    async [Symbol.asyncDispose]() {
      await connection.close()
      for (const each of Object.values(views)) each.close()
    },
  }
}

type Parts = { readonly connection: Connection; readonly views: ViewsByOrigin }

async function forget(
  { connection, views }: Parts,
  target: ForgetTarget,
  anchor: Anchor,
): Promise<Forgotten> {
  const removal = await connection.write(() => forgetTurns(connection, target, anchor))
  if (removal.turns === 0) return { turns: 0, units: 0, erased: true }
  removeFrom(views, removal)
  return { turns: removal.turns, units: removal.units, erased: await erase(connection) }
}

function upkeep({ connection, views }: Parts, { analyserVersion, open }: SqliteStoreContext): Upkeep {
  return {
    verify: (anchor) => verifyBank({ connection, views, analyserVersion, anchor }),
    rebuild: (anchor, reindex) => rebuildUnits(connection, { anchor, reindex, analyserVersion }),
    freeze: async (path) => freezeBank(connection, path, open),
    compact: async () => ({ erased: await erase(connection) }),
  }
}

function bankFacts(connection: Connection, analyserVersion: string): BankFacts {
  const { time_zone, date_order } = bankRow(connection)
  const numberOf = (sql: string, name: string) =>
    connection.get<{ number: number }>(sql, storable(name))?.number
  return {
    name: connection.bank,
    timeZone: time_zone,
    dateOrder: date_order ?? undefined,
    readOnly: connection.readOnly,
    get outdated() {
      return analyserOf(connection) !== analyserVersion
    },
    speakerNumber: (speaker) => numberOf('SELECT number FROM speaker WHERE name = ?', speaker),
    sessionNumber: (session) => numberOf('SELECT number FROM session WHERE id = ?', session),
  }
}
