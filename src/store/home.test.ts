import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NotFoundError, ReadOnlyStoreError, ValidationError } from '../model/errors.ts'
import { bankFileName, bankNameOf, bankPath, listBanks, removeBank } from './home.ts'

const FRIENDLY = 'abcdefghijklmnopqrstuvwxyz0123456789_-'

describe('bankFileName', () => {
  test('keeps plain names as they are', () => {
    expect(bankFileName('conv-26')).toBe('conv-26.db')
    expect(bankFileName('user_7')).toBe('user_7.db')
  })

  test('escapes everything else, upper case too', () => {
    expect(bankFileName('Ana K.')).toBe('%41na%20%4b%2e.db')
    expect(bankFileName('a/b')).toBe('a%2fb.db')
    expect(bankFileName('größe')).toBe('gr%c3%b6%c3%9fe.db')
    expect(bankFileName('100%')).toBe('100%25.db')
  })

  test.each([
    '../../../tmp/pwned',
    '..',
    '.',
    '/etc/passwd',
    '..\\..\\x',
    'C:\\x',
    'a\0b',
    ' ',
    '~',
    '-rf',
    'x.db',
  ])('keeps %j in the home, on POSIX and on Windows', (name) => {
    const file = bankFileName(name)
    expect(file).toMatch(/^[a-z0-9_%-]+\.db$/)
    expect(win32.dirname(win32.join('D:\\home', file))).toBe('D:\\home')
    expect(bankNameOf(file)).toBe(name)
  })

  test.each(['CON', 'con', 'Nul', 'aux', 'prn', 'com1', 'LPT9', 'COM0', 'con.txt', 'com¹'])(
    'never gives %j the name of a Windows device',
    (name) => {
      const file = bankFileName(name)
      expect(file.split('.')[0]).not.toMatch(/^(con|prn|aux|nul|com.|lpt.)$/i)
      expect(bankNameOf(file)).toBe(name)
    },
  )

  test('is one to one where the file system ignores case', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('con', 'CON', 'Con', '%63on', 'a', 'A', '%41'),
            fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
          ),
          { maxLength: 8 },
        ),
        (names) => {
          const distinct = new Set(names)
          const files = new Set([...distinct].map((name) => bankFileName(name).toLowerCase()))
          expect(files.size).toBe(distinct.size)
          for (const name of distinct) expect(bankNameOf(bankFileName(name))).toBe(name)
        },
      ),
    )
  })

  test('refuses what cannot be a file name: empty, half a character, too long', () => {
    expect(() => bankFileName('')).toThrow(ValidationError)
    expect(() => bankFileName('\ud800')).toThrow(ValidationError)
    expect(() => bankFileName('x'.repeat(231))).toThrow(/too long/)
    expect(bankFileName('x'.repeat(230))).toHaveLength(233)
  })
})

describe('bankNameOf', () => {
  test.each([
    'notes.txt',
    'Upper.db',
    'con.db',
    '%zz.db',
    '%C3%b6.db',
    '%61.db',
    '.db',
    'a.db-wal',
    'a.b.db',
  ])('knows that %s is no file of a bank', (file) => expect(bankNameOf(file)).toBeUndefined())

  test('accepts a file name exactly when it is the one that its bank has', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...FRIENDLY, '%', '4', '1', '.', 'A') }), (stem) => {
        const name = bankNameOf(`${stem}.db`)
        if (name !== undefined) expect(bankFileName(name)).toBe(`${stem}.db`)
      }),
    )
  })
})

describe('a home folder', () => {
  let home = ''
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'reinstate-home-'))
  })
  afterEach(() => rm(home, { recursive: true }))

  test('lists its banks by name and nothing else', async () => {
    for (const name of ['b', 'Ana', 'a/b']) await writeFile(bankPath(home, name), '')
    for (const file of ['b.db-wal', 'README.md', 'Shout.db']) await writeFile(join(home, file), '')
    expect((await listBanks(home)).map(({ name }) => name)).toEqual(['Ana', 'a/b', 'b'])
  })

  test('has no banks before it exists', async () => {
    expect(await listBanks(join(home, 'nowhere'))).toEqual([])
  })

  test('that is a file says so', async () => {
    await writeFile(join(home, 'file'), '')
    await expect(listBanks(join(home, 'file'))).rejects.toThrow(ReadOnlyStoreError)
    await expect(listBanks(join(home, 'file'))).rejects.toThrow(/file is a file/)
  })

  test('loses a removed bank with all that lay beside it, and no other', async () => {
    for (const file of ['a.db', 'a.db-wal', 'a.db-shm', 'ab.db']) await writeFile(join(home, file), '')
    await removeBank(home, 'a')
    expect(await readdir(home)).toEqual(['ab.db'])
    await expect(removeBank(home, 'a')).rejects.toThrow(NotFoundError)
  })
})
