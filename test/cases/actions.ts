import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotFoundError, type Turn } from '../../src/index.ts'
import type { Action } from './case.ts'
import {
  IMPORT_ENTRY,
  installPackage,
  SELECT_PROVIDER,
  USE_STORE,
  useInstalled,
} from './installed-package.ts'
import type { Done } from './observation.ts'
import {
  embedInProcesses,
  growthOfMemory,
  importWithoutDriver,
  killBeforeVector,
  readAndWriteTogether,
} from './processes.ts'
import { turnInput, type World } from './world.ts'

type Perform = (world: World, match: RegExpExecArray) => Promise<Done>

/** Does one action of a case. @throws Whatever the library throws, and for an action of no known kind. */
export async function perform(action: Action, world: World): Promise<Done> {
  if (typeof action !== 'string') return performNamed(action, world)
  for (const [pattern, run] of SPOKEN) {
    const match = pattern.exec(action)
    if (match !== null) return run(world, match)
  }
  throw new TypeError(`An action of no known kind: ${action}`)
}

/** Whether an action stores the turns of the case itself; otherwise they are stored before the first action. */
export function storesTurns(action: Action): boolean {
  const name = typeof action === 'string' ? action : action.op
  return /^(?:ingest|append|store|open$|import the package|kill|install|embed|start \d|empty|\d+ processes)/iu.test(
    name,
  )
}

async function performNamed(action: Exclude<Action, string>, world: World): Promise<Done> {
  const { op, user, id, text, turns, embedder } = action
  await world.useEmbedder(embedder)
  switch (op) {
    case 'ingest':
    case 'append': {
      await (turns === undefined ? ingest(world) : ingestThese(world, turns, user))
      await flush(world)
      return {}
    }
    case 'search':
    case 'recall':
      await (await world.existing(user ?? undefined)).recall(text ?? '')
      return {}
    case 'ask':
      await (await world.existing(user ?? undefined)).ask(text ?? '')
      return {}
    case 'read': {
      const found = await collect((await world.existing(user ?? undefined)).turns({ ids: [id ?? ''] }))
      if (found.length === 0) throw new NotFoundError(`No turn ${id}`)
      return {}
    }
    case 'delete':
    case 'forget': {
      const { turns: deleted } = await (await world.existing(user ?? undefined)).forget({ turn: id ?? '' })
      return { deleted }
    }
    case 'delete_all': {
      // The product has one bank a user: without one there is no bank to clear, and no scope to clear by.
      const scoped = user !== undefined && user !== null && user !== ''
      const memory = await world.existing(scoped ? user : world.users()[0])
      const { turns: deleted } = await memory.forget(scoped ? { everything: true } : {})
      return { deleted }
    }
    case 'delete_session': {
      const { turns: deleted } = await (await world.existing(user ?? undefined)).forget({ session: id ?? '' })
      return { deleted }
    }
    case 'close':
      await world.close()
      return {}
    default:
      throw new TypeError(`An action of no known kind: ${op}`)
  }
}

/** Stores the turns of the case, each user's in the user's bank, in the order that the case gives. */
export async function ingest(world: World): Promise<void> {
  const { ingest_order: order } = world.input
  const turns =
    order === undefined ? world.turns : order.map((id) => world.turns.find((turn) => turn.id === id)!)
  for (const user of world.users()) {
    await ingestThese(
      world,
      turns.filter((turn) => turn.user === user),
      user,
    )
  }
}

async function ingestThese(
  world: World,
  turns: readonly World['turns'][number][],
  user: string | null | undefined,
) {
  const memory = await world.bank(user ?? undefined)
  const inputs = turns.map((turn) => turnInput(turn, world.input))
  // Turns that come out of order come one by one: that is what the order is about.
  if (world.input.ingest_order === undefined) await memory.append(inputs)
  else for (const input of inputs) await memory.append(input)
  // What is searched by meaning alone is not found before it has its vectors.
  if (world.input.config?.retriever === 'dense') await memory.flush()
  if (world.writer() === undefined) return
  const { anchoring } = await memory.flush()
  if (anchoring !== undefined) world.anchorings.push(anchoring)
}

export async function flush(world: World): Promise<void> {
  for (const user of world.users()) await (await world.bank(user)).flush()
}

export async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of all) found.push(each)
  return found
}

const NUMBERS: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  two: 2,
  three: 3,
  five: 5,
  ten: 10,
  twenty: 20,
}

function numberOf(word: string | undefined): number {
  return word === undefined ? 1 : (NUMBERS[word] ?? Number(word))
}

const SPOKEN: readonly (readonly [RegExp, Perform])[] = [
  [/^(?:ingest|append|store)\b/iu, (world) => afterwards(ingest(world))],
  [
    /^read session (\S+)(?: (\S+) times)?/iu,
    (world, [, id, times]) => readAgain(world, { session: id! }, numberOf(times)),
  ],
  [
    /^read (?:turn )?(\S+)(?: (\S+) times)?$/iu,
    (world, [, id, times]) => readAgain(world, { ids: [id!] }, numberOf(times)),
  ],
  [
    /^(?:delete|forget) session (\S+)/iu,
    async (world, [, id]) => {
      const { turns: deleted } = await (await world.bank(world.users()[0])).forget({ session: id! })
      return { deleted }
    },
  ],
  [
    /^(?:delete|forget) (?:turn )?(\S+)$/iu,
    async (world, [, id]) => {
      const { turns: deleted } = await (await world.bank(world.users()[0])).forget({ turn: id! })
      return { deleted }
    },
  ],
  [/^export$/iu, exportTurns],
  [/^import into (?:an? )?(?:empty|new|fresh) (?:store|bank)/iu, importTurns],
  [/^close$/iu, (world) => afterwards(world.close())],
  [/^(?:open|reopen|restart)$/iu, open],
  [/^(?:flush|run the normal catch-up|catch up)/iu, (world) => afterwards(flush(world))],
  [/^(?:doctor|verify|health check)/iu, doctor],
  [
    /^compact/iu,
    async (world) => {
      for (const user of world.users()) await (await world.bank(user)).verify()
      await world.close()
      return {}
    },
  ],
  [/^record file size (\S+)/iu, async (world, [, name]) => ({ facts: { [name!]: await sizeOf(world) } })],
  [
    /^re-?embed (?:all|everything)(?: (\S+)(?: times)?)?/iu,
    async (world, [, times]) => {
      for (let time = 0; time < numberOf(times); time += 1) {
        for (const user of world.users()) await (await world.bank(user)).reembed()
      }
      return {}
    },
  ],
  [
    /^(\d+) process(?:es)? reads? in a loop for ([\d.]+) s while (\d+) process(?:es)? (?:ingest|append)s? (\d+) turns/iu,
    (world, match) =>
      readAndWriteTogether(world, match.slice(1).map(Number) as [number, number, number, number]),
  ],
  [/^kill -9 after the turn is stored and before its vector/iu, killBeforeVector],
  [/^empty cache/iu, async () => ({})],
  [
    /^start (\d+) processes at the same moment, each embeds/iu,
    (_world, [, count]) => embedInProcesses(Number(count)),
  ],
  [/^embed (\d+) (?:more )?texts/iu, async (_world, [, count]) => ({ facts: { embed: Number(count) } })],
  [/^record RSS (\S+)/iu, async (_world, [, name]) => ({ facts: { rss: name } })],
  [
    /^install the tarball with (.+)$/iu,
    (world, [, flags]) => installPackage(world.folder, flags!.split(' ')),
  ],
  [/^import the main entry/iu, (world) => useInstalled(world.folder, IMPORT_ENTRY)],
  [/^use the SQLite store with a built-in embedder/iu, (world) => useInstalled(world.folder, USE_STORE)],
  [/^select a provider whose package is missing/iu, (world) => useInstalled(world.folder, SELECT_PROVIDER)],
  [/^render the extraction schema/iu, renderSchema],
  [/^import the package with a native SQLite module that cannot be loaded/iu, importWithoutDriver],
]

async function afterwards(work: Promise<void>): Promise<Done> {
  await work
  return {}
}

/** The growth of memory needs a process of its own, which does all the steps at once. */
export function memorySteps(actions: readonly Action[]): Promise<Done> | undefined {
  const counts = actions.flatMap((action) => {
    const count = typeof action === 'string' ? /^embed (\d+)/iu.exec(action)?.[1] : undefined
    return count === undefined ? [] : [Number(count)]
  })
  const measures = actions.some((action) => typeof action === 'string' && /^record RSS/iu.test(action))
  return measures && counts.length > 1 ? growthOfMemory(counts[0]!, counts[1]!) : undefined
}

async function readAgain(
  world: World,
  filter: { session?: string; ids?: string[] },
  times: number,
): Promise<Done> {
  const orders: string[] = []
  for (let time = 0; time < times; time += 1) {
    const found = await collect((await world.bank(world.users()[0])).turns(filter))
    if (found.length === 0) throw new NotFoundError('No such turns')
    orders.push(found.map(({ id }) => id).join(' '))
  }
  return { facts: { orders } }
}

async function exportTurns(world: World): Promise<Done> {
  const lines: Turn[] = []
  for (const user of world.users()) lines.push(...(await collect((await world.bank(user)).turns())))
  writeFileSync(join(world.folder, 'export.jsonl'), lines.map((turn) => `${JSON.stringify(turn)}\n`).join(''))
  return { facts: { exported: lines } }
}

async function importTurns(world: World): Promise<Done> {
  const lines: Turn[] = []
  for (const user of world.users()) lines.push(...(await collect((await world.bank(user)).turns())))
  await world.startEmpty()
  const memory = await world.bank(world.users()[0])
  await memory.append(
    lines.map(({ id, session, speaker, text, time, role, metadata }) => ({
      id,
      session,
      speaker,
      text,
      time,
      ...(role === undefined ? {} : { role }),
      ...(metadata === undefined ? {} : { metadata }),
    })),
  )
  return {}
}

async function open(world: World): Promise<Done> {
  const path = world.input.config?.path
  if (path === undefined) {
    await world.bank(world.users()[0])
    return {}
  }
  const { openWithoutPermission } = await import('./processes.ts')
  return openWithoutPermission(path)
}

async function doctor(world: World): Promise<Done> {
  const found = []
  for (const user of world.users()) found.push(await (await world.bank(user)).verify())
  return { facts: { verified: found } }
}

async function sizeOf(world: World): Promise<number> {
  await flush(world)
  await world.close()
  return world.users().reduce((sum, user) => sum + statSync(world.pathOf(user)).size, 0)
}

/** The schema as a provider is sent it. */
async function renderSchema(world: World): Promise<Done> {
  await (await world.bank(undefined)).append({
    speaker: 'A',
    text: 'I keep bees.',
    time: '2025-03-01T10:00:00Z',
  })
  await flush(world)
  const [request] = (await world.writer())?.requests ?? []
  return { facts: { schema: request?.body.response_format?.json_schema } }
}
