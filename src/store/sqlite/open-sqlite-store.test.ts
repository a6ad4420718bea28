import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import {
  NativeModuleError,
  NotFoundError,
  ReadOnlyStoreError,
  StoreFormatError,
  ValidationError,
} from '../../model/errors.ts'
import { idsOf, turnOf, wordAnchor } from '../conformance-bank.ts'
import { applicationId } from './schema.ts'
import { trialFolder } from './trial-folder.ts'

const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
const asRoot = process.geteuid?.() === 0

/** A folder that goes with its test. */
function freshFolder() {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder
}

async function bankOf(count: number) {
  const folder = freshFolder()
  const store = await folder.open('bank.db')
  await store.append(
    Array.from({ length: count }, (_, i) => turnOf(`t${i}`, { text: `words of turn ${i} `.repeat(20) })),
    wordAnchor,
  )
  await store[Symbol.asyncDispose]()
  return folder
}

function alter(file: string, sql: string) {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

/** Runs with the rights of a user without any, as root is stopped by no permission. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (asRoot) process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    if (asRoot) process.seteuid?.(0)
  }
}

test('a bank, its log and the index of its log can be read by their owner alone', async () => {
  const folder = freshFolder()
  await using store = await folder.open('new folder/deeper/bank.db')
  await store.append([turnOf('a')], wordAnchor)
  const files = ['', '-wal', '-shm'].map((end) => folder.file(`new folder/deeper/bank.db${end}`))
  expect(files.map(mode)).toEqual(['600', '600', '600'])
})

test('a bank is marked as one, keeps a log and can be opened by a URL', async () => {
  const folder = await bankOf(1)
  const database = new DatabaseSync(folder.file('bank.db'))
  expect(database.prepare('PRAGMA application_id').get()).toEqual({ application_id: applicationId })
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  database.close()
})

test('an empty file becomes a bank', async () => {
  const folder = freshFolder()
  writeFileSync(folder.file('bank.db'), '')
  await using store = await folder.open('bank.db')
  expect(await idsOf(store)).toEqual([])
})

test('a bank that must exist is not made', async () => {
  const folder = freshFolder()
  await expect(folder.open('bank.db', { mustExist: true })).rejects.toThrow(NotFoundError)
  await expect(folder.open('none/bank.db', { readOnly: true })).rejects.toThrow(NotFoundError)
  expect(existsSync(folder.file('bank.db'))).toBe(false)
  expect(existsSync(folder.file('none'))).toBe(false)
})

test.each([
  ['text', 'this is no database at all\n'.repeat(100)],
  ['three bytes', 'abc'],
])('a file of %s is no bank, and is left as it is', async (_, content) => {
  const folder = freshFolder()
  writeFileSync(folder.file('bank.db'), content)
  await expect(folder.open('bank.db')).rejects.toThrow(StoreFormatError)
  await expect(folder.open('bank.db')).rejects.toThrow(/no memory bank/)
  expect(readFileSync(folder.file('bank.db'), 'utf8')).toBe(content)
})

test('a database of another program is refused, and is left as it is', async () => {
  const folder = freshFolder()
  alter(folder.file('other.db'), 'CREATE TABLE turn (a); PRAGMA user_version = 1')
  const before = readFileSync(folder.file('other.db'))
  await expect(folder.open('other.db')).rejects.toThrow(StoreFormatError)
  await expect(folder.open('other.db')).rejects.toThrow(/another program/)
  expect(readFileSync(folder.file('other.db')).equals(before)).toBe(true)
})

test('a bank of a newer release is refused', async () => {
  const folder = await bankOf(1)
  alter(folder.file('bank.db'), 'PRAGMA user_version = 99')
  await expect(folder.open('bank.db')).rejects.toThrow(StoreFormatError)
  await expect(folder.open('bank.db')).rejects.toThrow(/newer release.*99/)
})

test('a truncated bank is refused', async () => {
  const folder = await bankOf(100)
  truncateSync(folder.file('bank.db'), 20_000)
  await expect(folder.open('bank.db')).rejects.toThrow(StoreFormatError)
  await expect(folder.open('bank.db')).rejects.toThrow(/damaged or truncated/)
})

test('a bank with overwritten pages is reported, when it is opened or when it is verified', async () => {
  const folder = await bankOf(300)
  const bytes = readFileSync(folder.file('bank.db'))
  bytes.fill(0x5a, 4096 * 3)
  writeFileSync(folder.file('bank.db'), bytes)
  const opened = folder.open('bank.db').then(async (store) => {
    await using _ = store
    const { healthy, findings } = await store.upkeep.verify()
    expect(findings.some(({ mended }) => !mended)).toBe(true)
    return healthy
  })
  await expect(opened.catch((error: unknown) => !(error instanceof StoreFormatError))).resolves.toBe(false)
})

test('a bank that has lost its tables is refused', async () => {
  const folder = await bankOf(1)
  alter(folder.file('bank.db'), 'DROP TABLE bank')
  await expect(folder.open('bank.db')).rejects.toThrow(StoreFormatError)
})

test('a folder is no bank', async () => {
  const folder = freshFolder()
  mkdirSync(folder.file('bank.db'))
  await expect(folder.open('bank.db')).rejects.toThrow(StoreFormatError)
})

test('an empty path is refused', async () => {
  const { openSqliteStore } = await import('./open-sqlite-store.ts')
  const options = {
    readOnly: false,
    mustExist: false,
    createViews: () => expect.unreachable(),
    analyserVersion: '',
  }
  await expect(openSqliteStore('', options)).rejects.toThrow(ValidationError)
})

test('a folder without write permission is named, with the path of the bank', async () => {
  const folder = freshFolder()
  mkdirSync(folder.file('locked'), { mode: 0o555 })
  chmodSync(folder.path, 0o755)
  await asNobody(async () => {
    for (const name of ['locked/bank.db', 'locked/deeper/bank.db']) {
      const opened = folder.open(name)
      await expect(opened).rejects.toThrow(ReadOnlyStoreError)
      await expect(opened).rejects.toThrow(folder.file(name))
      await expect(opened).rejects.toThrow(/write/)
    }
  })
})

test('a bank without write permission is refused for writing and read otherwise, even where no log can be', async () => {
  const folder = await bankOf(2)
  chmodSync(folder.file('bank.db'), 0o444)
  chmodSync(folder.path, 0o555)
  await asNobody(async () => {
    const opened = folder.open('bank.db')
    await expect(opened).rejects.toThrow(ReadOnlyStoreError)
    await expect(opened).rejects.toThrow(/write/)
    await using store = await folder.open('bank.db', { readOnly: true })
    expect(await idsOf(store)).toEqual(['t0', 't1'])
  })
  chmodSync(folder.path, 0o755)
})

test('a bank that must not be read says so, however it is opened', async () => {
  const folder = await bankOf(2)
  chmodSync(folder.file('bank.db'), 0o000)
  chmodSync(folder.path, 0o755)
  await asNobody(async () => {
    for (const options of [{}, { readOnly: true }]) {
      const opened = folder.open('bank.db', options)
      await expect(opened).rejects.toThrow(ReadOnlyStoreError)
      await expect(opened).rejects.toThrow(/no permission for the file/)
    }
  })
})

test('a bank of another user is read where its folder has no log left and permits none', async () => {
  const folder = freshFolder()
  const script = `
    import { DatabaseSync } from '@photostructure/sqlite'
    const database = new DatabaseSync(process.argv[1])
    database.exec('VACUUM INTO \\'' + process.argv[2] + '\\'')
    const copy = new DatabaseSync(process.argv[2])
    copy.exec('PRAGMA journal_mode = WAL')
    copy.close()`
  // Another process, which takes log and index of the log with it when it ends.
  const source = await bankOf(2)
  mkdirSync(folder.file('shelf'))
  const files = [source.file('bank.db'), folder.file('shelf/bank.db')]
  execFileSync(process.execPath, ['--input-type=module', '-e', script, ...files])
  expect(readdirSync(folder.file('shelf'))).toEqual(['bank.db'])
  chmodSync(folder.file('shelf/bank.db'), 0o644)
  chmodSync(folder.path, 0o755)
  chmodSync(folder.file('shelf'), 0o555)
  for (const mode of [0o644, 0o444]) {
    chmodSync(folder.file('shelf/bank.db'), mode)
    await asNobody(async () => {
      await using store = await folder.open('shelf/bank.db', { readOnly: true })
      expect(await idsOf(store)).toEqual(['t0', 't1'])
    })
  }
  chmodSync(folder.file('shelf'), 0o755)
})

test('a frozen bank has mode 0400, opens read-only, and its folder stays as it is', async () => {
  const folder = await bankOf(2)
  const store = await folder.open('bank.db')
  mkdirSync(folder.file('museum'))
  await store.upkeep.freeze(folder.file('museum/frozen.db'))
  await store[Symbol.asyncDispose]()
  expect(mode(folder.file('museum/frozen.db'))).toBe('400')
  await using frozen = await folder.open('museum/frozen.db')
  await frozen.upkeep.freeze(folder.file('museum/copy.db'))
  expect(mode(folder.file('museum/copy.db'))).toBe('400')
  expect(frozen.facts.readOnly).toBe(true)
  expect(await idsOf(frozen)).toEqual(['t0', 't1'])
  expect(existsSync(folder.file('museum/frozen.db-wal'))).toBe(false)
})

test('freezing into a folder that does not exist is refused and leaves nothing', async () => {
  const folder = await bankOf(1)
  await using store = await folder.open('bank.db')
  await expect(store.upkeep.freeze(folder.file('none/frozen.db'))).rejects.toThrow(ReadOnlyStoreError)
})

test('a driver that cannot be loaded is told in one line with the command that mends it', async () => {
  const folder = freshFolder()
  const failing = async () => {
    throw new Error(
      'The module was compiled against a different Node.js version\nusing NODE_MODULE_VERSION 999.\nPlease try',
    )
  }
  const opened = folder.open('bank.db', {}, failing)
  await expect(opened).rejects.toThrow(NativeModuleError)
  const { message } = (await opened.catch((error: Error) => error as Error)) as Error
  expect(message).toMatch(/sqlite.*reinstall/)
  expect(message).not.toContain('\n')
  expect(existsSync(folder.file('bank.db'))).toBe(false)
})
