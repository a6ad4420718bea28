import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-make-'))
  return () => rm(folder, { recursive: true, force: true })
})

describe('makeFolder', () => {
  test('makes what is missing, for its owner alone, and does nothing the second time', async () => {
    const path = join(folder, 'a', 'b', 'c')
    makeFolder(path)
    makeFolder(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  })

  test('refuses a file, and a path below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(() => makeFolder(file)).toThrow(/is not a folder/)
    expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR/)
  })

  test.skipIf(!existsSync('/proc/self'))(
    'ends where the file system takes no folder (skipped where there is no /proc)',
    async () => {
      // A process of its own: what goes round for ever can only be ended from outside.
      const module = JSON.stringify(new URL('./make-folder.ts', import.meta.url).href)
      const code = `import(${module}).then(({ makeFolder }) => makeFolder('/proc/x/y'))`
      const ended = promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', code], {
        timeout: 60_000,
      })
      await expect(ended).rejects.toMatchObject({ killed: false, stderr: expect.stringContaining('/proc/x') })
    },
    90_000,
  )
})
