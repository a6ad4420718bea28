import { existsSync, readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { turnOf, wordAnchor } from '../conformance-bank.ts'
import { trialFolder } from './trial-folder.ts'

const openFiles = () => readdirSync('/proc/self/fd').length

test.skipIf(!existsSync('/proc/self/fd'))(
  'banks that were closed let go of their files, however many come one after the other',
  async () => {
    const folder = trialFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const before = openFiles()
    let most = 0
    for (let i = 0; i < 200; i++) {
      await using store = await folder.open(`bank${i % 5}.db`)
      if (i < 5) await store.append([turnOf('t1')], wordAnchor)
      await store.history()
      most = Math.max(most, openFiles() - before)
    }
    expect(most).toBeLessThan(250)
  },
)

test.skipIf(!existsSync('/proc/self/fd'))(
  'banks that are closed all at once let go of their files',
  async () => {
    const folder = trialFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const before = openFiles()
    for (let round = 0; round < 2; round++) {
      const stores = await Promise.all(Array.from({ length: 100 }, (_, i) => folder.open(`bank${i}.db`)))
      for (const store of stores) await store.history()
      await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()))
    }
    expect(openFiles() - before).toBeLessThan(250)
  },
)
