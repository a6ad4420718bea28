import { expect, onTestFinished, test } from 'vitest'
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
