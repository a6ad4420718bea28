import { expect, onTestFinished, test } from 'vitest'
import { tellAll } from '../conformance/model-trial.ts'
import { found, turnOf, wordAnchor } from '../conformance-bank.ts'
import { createUnitViews } from '../views/create-unit-views.ts'
import { trialFolder } from './trial-folder.ts'
import { createViewPool } from './view-pool.ts'

function holder(bytes: number) {
  return {
    views: { bytes } as never,
    gone: false,
    letGo(): void {
      this.gone = true
    },
  }
}

test('views used longest ago are let go until the others fit', () => {
  const pool = createViewPool()
  const [a, b, c] = [holder(40), holder(40), holder(40)]
  for (const each of [a, b, a, c]) pool.touch(each, 100)
  expect([a, b, c].map(({ gone }) => gone)).toEqual([false, true, false])
})

test('views larger than the bound stay while they are the ones in use', () => {
  const pool = createViewPool()
  const [small, large] = [holder(1), holder(500)]
  pool.touch(small, 100)
  pool.touch(large, 100)
  expect([small.gone, large.gone]).toEqual([true, false])
})

test('views of a closed bank count no longer', () => {
  const pool = createViewPool()
  const [a, b, c] = [holder(60), holder(30), holder(60)]
  pool.touch(b, 100)
  pool.touch(a, 100)
  pool.drop(a)
  pool.touch(c, 100)
  expect(b.gone).toBe(false)
})

test('views of an origin are filled when it is first searched, and both count in the bound', async () => {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  let made = 0
  const createViews = () => {
    made++
    return createUnitViews()
  }
  for (const [maxViewBytes, expected] of [
    [undefined, 2],
    [1, 3],
  ] as const) {
    await using store = await folder.open(`${maxViewBytes}.db`, { createViews, maxViewBytes })
    await store.append([turnOf('a', { text: 'kettle' })], wordAnchor)
    await tellAll(store)
    made = 0
    expect(await found(store, { words: ['kettle'] })).toEqual(['unit-a'])
    expect(made).toBe(1)
    expect(await found(store, { words: ['kettle'] }, 'model')).toEqual(['told-a'])
    expect(await found(store, { words: ['kettle'] })).toEqual(['unit-a'])
    expect(made).toBe(expected)
  }
})

test('banks over the bound take turns, and each finds what it holds', async () => {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const made: string[] = []
  const options = (name: string) => ({
    maxViewBytes: 1,
    createViews: () => {
      made.push(name)
      return createUnitViews()
    },
  })
  await using a = await folder.open('a.db', options('a'))
  await using b = await folder.open('b.db', options('b'))
  for (const [store, id] of [
    [a, 'x'],
    [b, 'y'],
  ] as const) {
    await store.append([turnOf(id, { text: 'kettle' })], wordAnchor)
  }
  expect(await found(a, { words: ['kettle'] })).toEqual(['unit-x'])
  expect(await found(a, { words: ['kettle'] })).toEqual(['unit-x'])
  expect(await found(b, { words: ['kettle'] })).toEqual(['unit-y'])
  expect(await found(a, { words: ['kettle'] })).toEqual(['unit-x'])
  expect(made).toEqual(['a', 'b', 'a'])
})
