import { expect, onTestFinished, test } from 'vitest'
import { turnOf, wordAnchor } from '../conformance-bank.ts'
import { trialFolder } from './trial-folder.ts'

function freshFolder() {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder
}

test('calls that read meet no transaction of a call that writes, whichever are made in one go', async () => {
  await using store = await freshFolder().open('bank.db')
  const readers = [
    () => store.history(),
    () => store.upkeep.verify(),
    () => store.sessions(),
    async () => {
      for await (const _ of store.units({} as never)) await undefined
    },
  ]
  const writers = [
    (i: number) => store.append([turnOf(`t${i}`)], wordAnchor),
    () => store.derived.vectors.reset(),
    () => store.upkeep.compact(),
  ]
  // Readers come after every number of microtasks that a writer may be through with.
  const calls: Promise<unknown>[] = []
  for (let i = 0; i < 60; i++) {
    calls.push(writers[i % writers.length]!(i))
    for (const reader of readers) {
      calls.push(
        (async () => {
          for (let task = 0; task < i % 20; task++) await undefined
          await reader()
        })(),
      )
    }
  }
  await Promise.all(calls)
  expect((await store.upkeep.verify()).turns).toBe(20)
})
