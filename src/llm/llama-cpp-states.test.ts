import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetStatesIn, openStateFiles, type StateFiles, type StateOf } from './llama-cpp-states.ts'

let folder: string
let minute = 0
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'states-')), 'kept')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = () => {
  minute += 1
  return new Date(Date.UTC(2024, 0, 1, 0, minute))
}
const open = (maxBytes = 1000): StateFiles => openStateFiles(folder, { maxBytes, now })
const state = (text: string, episode = text): StateOf => ({ model: 'm', system: 's', text, episode })
const add = (files: StateFiles, of: StateOf, bytes = 10) =>
  files.add(of, of.text.length, (path) => writeFile(path, 'x'.repeat(bytes)))

test('a state is found by model, system prompt and text, and by nothing less', async () => {
  const files = open()
  expect(await files.find(state('abc'))).toBeUndefined()
  await add(files, state('abc'))
  expect(await files.find(state('abc', 'another'))).toMatchObject({ tokens: 3, exact: true })
  expect(await files.find({ ...state('abc'), model: 'n' })).toBeUndefined()
  expect(await files.find({ ...state('abc'), system: 't' })).toBeUndefined()
  expect(await files.find(state('xbc'))).toBeUndefined()
  expect(await files.find(state('ab'))).toBeUndefined()
})

test('a text that grew finds its longest beginning, which goes when the longer one is kept', async () => {
  const files = open()
  await add(files, state('ab'))
  expect(await files.find(state('abcd'))).toMatchObject({ tokens: 2, exact: false })
  await add(files, state('abc'))
  await add(files, state('xy'))
  expect(await files.find(state('abcd'))).toMatchObject({ tokens: 3, exact: false })
  expect(await files.find(state('ab'))).toBeUndefined()
  expect(await readdir(folder)).toHaveLength(2)
})

test('the least recently used state goes first when the bytes do not suffice', async () => {
  const files = open(30)
  for (const text of ['a', 'b', 'c']) await add(files, state(text))
  await files.touch((await files.find(state('a')))!)
  await add(files, state('d'))
  const left = await Promise.all(['a', 'b', 'c', 'd'].map((text) => files.find(state(text))))
  expect(left.map((one) => one !== undefined)).toEqual([true, false, true, true])
})

test('a state larger than the bound is not kept', async () => {
  const files = open(5)
  await add(files, state('a'))
  expect(await readdir(folder)).toEqual([])
})

test('forgetting an episode removes its states alone', async () => {
  const files = open()
  await add(files, state('a', 'one'))
  await add(files, state('b', 'one'))
  await add(files, state('c', 'two'))
  expect(await files.forget('one')).toBe(2)
  expect(await files.forget('one')).toBe(0)
  expect(await files.find(state('c'))).toBeDefined()
})

test('episodes are forgotten without the models that read them, with what is unfinished', async () => {
  const files = open()
  for (const model of ['m', 'n'])
    for (const episode of ['one', 'two', 'three']) await add(files, { ...state(episode, episode), model })
  await breakOff(state('a', 'one'))
  expect(await forgetStatesIn(folder, ['one', 'two'])).toBe(4)
  expect(await readdir(folder)).toHaveLength(2)
  expect(await files.find(state('three'))).toBeDefined()
  expect(await forgetStatesIn(join(folder, 'none'), ['one'])).toBe(0)
})

test('a state that was not written whole leaves nothing, and one of another size is none', async () => {
  const files = open()
  const fault = files.add(state('a'), 1, async (path) => {
    await writeFile(path, 'half')
    throw new Error('disk full')
  })
  await expect(fault).rejects.toThrow('disk full')
  expect(await readdir(folder)).toEqual([])
  await add(files, state('a'))
  await writeFile(join(folder, (await readdir(folder))[0]!), 'cut')
  expect(await files.find(state('a'))).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

/** As by a process that ends while it writes. Returns the file. */
async function breakOff(of: StateOf): Promise<string> {
  const begun = await new Promise<string>((resolve) => {
    open()
      .add(of, 1, async (path) => {
        await writeFile(path, 'half')
        resolve(path)
        return new Promise(() => undefined)
      })
      .catch(() => undefined)
  })
  return basename(begun)
}

test('what a process left unfinished goes when its episode is forgotten', async () => {
  const [one, two] = [await breakOff(state('a', 'one')), await breakOff(state('b', 'two'))]
  expect(await open().forget('one')).toBe(0)
  expect(await readdir(folder)).toEqual([two])
  expect(one).not.toBe(two)
})

test('what a process left unfinished goes after an hour, and not while it may be written', async () => {
  const [old, recent] = [await breakOff(state('a')), await breakOff(state('b'))]
  await utimes(join(folder, old), new Date('2023-12-31T22:00:00Z'), new Date('2023-12-31T22:00:00Z'))
  await add(open(), state('c'))
  const left = await readdir(folder)
  expect(left).not.toContain(old)
  expect(left).toContain(recent)
})

test.skipIf(process.platform === 'win32')('only the user may read states', async () => {
  await add(open(), state('a'))
  const [name] = await readdir(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600)
})
