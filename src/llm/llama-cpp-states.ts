import { createHash } from 'node:crypto'
import { chmod, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'

/** What a state stands for: all that decides it. */
export type StateOf = {
  /** Names weights and engine; a state of another one may crash the process. */
  readonly model: string
  readonly system: string
  /** The prompt up to where the state ends. */
  readonly text: string
  readonly episode: string
}

export type SavedState = { readonly path: string; readonly tokens: number; readonly exact: boolean }

/** A folder of saved states, bounded in bytes. */
export type StateFiles = {
  /** The longest saved beginning of the text, and whether it is all of it. */
  find(state: StateOf): Promise<SavedState | undefined>
  /** Marks a state as used just now. */
  touch(saved: SavedState): Promise<void>
  /** Takes in a state that `write` puts into the file it is told; shorter beginnings of the same text go. */
  add(state: StateOf, tokens: number, write: (path: string) => Promise<void>): Promise<void>
  /**
   * Removes the states of an episode, and what is unfinished of them.
   *
   * @returns Number of states.
   */
  forget(episode: string): Promise<number>
  remove(saved: SavedState): Promise<void>
}

/**
 * Keeps states as files whose names say what they hold, so that no index can disagree with them. A file appears whole
 * or not at all, and one whose size is not the one in its name is no state. Only the user may read them.
 *
 * @param options.maxBytes The least recently used files go until the rest is within it.
 * @param options.now The clock by which use is remembered.
 */
export function openStateFiles(
  folder: string,
  { maxBytes, now }: { readonly maxBytes: number; readonly now: () => Date },
): StateFiles {
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true })

  return {
    async find(state) {
      const beginnings = beginningsOf(state, await listStates(folder))
      for (const { name, parts } of beginnings) {
        const path = join(folder, name)
        const size = await stat(path).then(
          (file) => file.size,
          () => undefined,
        )
        if (size === parts.bytes)
          return { path, tokens: parts.tokens, exact: parts.length === state.text.length }
        if (size !== undefined) await remove(name)
      }
      return undefined
    },
    touch: (saved) => utimes(saved.path, now(), now()).catch(ignoreMissing),
    async add(state, tokens, write) {
      makeFolder(folder)
      const content = hashOf(state.model, state.system, state.text)
      const unfinished = join(folder, `${hashOf(state.episode)}-${process.pid}-${content}.part`)
      try {
        await write(unfinished)
        await chmod(unfinished, 0o600)
        await utimes(unfinished, now(), now())
        const shorter = beginningsOf(state, await listStates(folder))
        const { size } = await stat(unfinished)
        await rename(unfinished, join(folder, nameOf(state, tokens, size)))
        for (const { name, parts } of shorter) if (parts.length < state.text.length) await remove(name)
      } finally {
        await rm(unfinished, { force: true })
      }
      await dropLeftBehind(folder, now())
      await trim(folder, maxBytes)
    },
    forget: (episode) => forgetStatesIn(folder, [episode]),
    remove: (saved) => rm(saved.path, { force: true }),
  }
}

/**
 * Removes from a folder whatever any model has kept of episodes, and what is unfinished of it: the names of the files say
 * which episode they are of, so no model has to be loaded. A folder that does not exist has none.
 *
 * @param episodes The names under which the states were kept.
 * @returns Number of states.
 */
export async function forgetStatesIn(folder: string, episodes: Iterable<string>): Promise<number> {
  const forgotten = new Set([...episodes].map((episode) => hashOf(episode)))
  const own = (await listStates(folder)).filter(({ parts }) => forgotten.has(parts.episode))
  // What a process left that ended while it wrote, or writes just now: it has the words all the same.
  const unfinished = (await unfinishedIn(folder)).filter((name) => forgotten.has(name.slice(0, HASH_LENGTH)))
  for (const name of [...own.map((state) => state.name), ...unfinished])
    await rm(join(folder, name), { force: true })
  return own.length
}

type Parts = {
  readonly model: string
  readonly episode: string
  /** Of the text, in UTF-16 code units. */
  readonly length: number
  readonly tokens: number
  readonly bytes: number
  readonly content: string
}
type Named = { readonly name: string; readonly parts: Parts }

function nameOf({ model, system, text, episode }: StateOf, tokens: number, bytes: number): string {
  const content = hashOf(model, system, text)
  return `${[hashOf(model), hashOf(episode), text.length, tokens, bytes, content].join('-')}.state`
}

async function listStates(folder: string): Promise<readonly Named[]> {
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) => {
    const match = /^([0-9a-f]{32})-([0-9a-f]{32})-(\d+)-(\d+)-(\d+)-([0-9a-f]{32})\.state$/.exec(name)
    if (!match) return []
    const [, model = '', episode = '', length, tokens, bytes, content = ''] = match
    const parts = {
      model,
      episode,
      content,
      length: Number(length),
      tokens: Number(tokens),
      bytes: Number(bytes),
    }
    return [{ name, parts }]
  })
}

/** The states that are beginnings of the text, longest first. */
function beginningsOf({ model, system, text }: StateOf, states: readonly Named[]): readonly Named[] {
  const own = hashOf(model)
  return states
    .filter(({ parts }) => parts.model === own && parts.length <= text.length)
    .filter(({ parts }) => parts.content === hashOf(model, system, text.slice(0, parts.length)))
    .sort((a, b) => b.parts.length - a.parts.length)
}

async function unfinishedIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.part'))
}

/** Files that no process can be writing any more. */
async function dropLeftBehind(folder: string, now: Date): Promise<void> {
  for (const name of await unfinishedIn(folder)) {
    const path = join(folder, name)
    const written = await stat(path).then(
      (file) => file.mtimeMs,
      () => now.getTime(),
    )
    if (now.getTime() - written > LONGEST_WRITE_MS) await rm(path, { force: true })
  }
}

/** Far more than gigabytes need on a slow disk. */
const LONGEST_WRITE_MS = 3_600_000

async function trim(folder: string, maxBytes: number): Promise<void> {
  const files = await Promise.all(
    (await listStates(folder)).map(async ({ name, parts }) => {
      const used = await stat(join(folder, name)).then(
        (file) => file.mtimeMs,
        () => 0,
      )
      return { name, bytes: parts.bytes, used }
    }),
  )
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  for (const file of files.sort((a, b) => a.used - b.used)) {
    if (bytes <= maxBytes) return
    await rm(join(folder, file.name), { force: true })
    bytes -= file.bytes
  }
}

/** 128 bits of SHA-256; parts are told apart by their lengths. */
function hashOf(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex').slice(0, HASH_LENGTH)
}

const HASH_LENGTH = 32

function ignoreMissing(error: unknown): void {
  // Another process may have made room meanwhile.
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
