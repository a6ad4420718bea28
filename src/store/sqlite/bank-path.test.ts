import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ValidationError } from '../../model/errors.ts'
import { parentToMake, resolveBankPath } from './bank-path.ts'

describe('by the rules of Windows', () => {
  test.each([
    ['D:\\mem.db', 'D:\\mem.db', 'D:\\', true],
    ['C:\\Data\\mem dir\\mem.db', 'C:\\Data\\mem dir\\mem.db', 'C:\\Data\\mem dir', false],
    ['\\\\?\\C:\\Data\\mem.db', '\\\\?\\C:\\Data\\mem.db', '\\\\?\\C:\\Data', false],
    ['\\\\server\\share\\mem.db', '\\\\server\\share\\mem.db', '\\\\server\\share\\', true],
    ['file:///C:/Data/mem.db', 'C:\\Data\\mem.db', 'C:\\Data', false],
    ['file:///C:/Data%20dir/m%C3%A9m.db', 'C:\\Data dir\\mém.db', 'C:\\Data dir', false],
    ['C:/Data/mem.db', 'C:\\Data\\mem.db', 'C:\\Data', false],
  ])('%s is a file with its folder', (name, file, parent, parentIsRoot) => {
    expect(resolveBankPath(name, path.win32)).toEqual({ file, parent, parentIsRoot })
  })
})

describe('by the rules of POSIX', () => {
  test.each([
    ['/mem.db', '/mem.db', '/', true],
    ['/data/mem dir/mem.db', '/data/mem dir/mem.db', '/data/mem dir', false],
    ['file:///data/mem%3F.db', '/data/mem?.db', '/data', false],
    ['/data/../mem.db', '/mem.db', '/', true],
  ])('%s is a file with its folder', (name, file, parent, parentIsRoot) => {
    expect(resolveBankPath(name, path.posix)).toEqual({ file, parent, parentIsRoot })
  })

  test('a relative name is read from the working folder', () => {
    expect(resolveBankPath('mem.db', path.posix).file).toBe(path.posix.resolve('mem.db'))
  })
})

test('a folder is made only where it is missing and is no root', () => {
  const made = ['D:\\mem.db', 'C:\\Data\\mem dir\\mem.db', 'C:\\Data\\mem.db'].map((name) =>
    parentToMake(resolveBankPath(name, path.win32), (folder) => folder === 'C:\\Data'),
  )
  expect(made).toEqual([undefined, 'C:\\Data\\mem dir', undefined])
})

test.each(['', 'a\0b', 'file://server/share/mem.db', 'file:///a%2Fb'])('%j names no bank', (name) => {
  expect(() => resolveBankPath(name, path.posix)).toThrow(ValidationError)
})
