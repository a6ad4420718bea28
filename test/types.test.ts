import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const tsc = join(root, 'node_modules', '.bin', 'tsc')
const run = promisify(execFile)
/** Two compilations one after the other on a busy machine. */
const SLOW_MS = 120_000

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-types-'))
  const installed = join(folder, 'node_modules', 'reinstate')
  await mkdir(installed, { recursive: true })
  await symlink(join(root, 'package.json'), join(installed, 'package.json'))
  // Its declarations find their packages as those of an installed package do.
  await symlink(join(root, 'node_modules'), join(installed, 'node_modules'))
  const options = ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', join(installed, 'dist')]
  await run(tsc, options, { cwd: root })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
}, SLOW_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the types of the package', () => {
  it.each([
    [
      'reinstate',
      "import { openMemory } from 'reinstate'\nexport const open: Promise<{ close(): Promise<void> }> = openMemory('a.db')\n",
    ],
    [
      'reinstate/ai-sdk',
      "import { memoryMiddleware, turnsFromMessages } from 'reinstate/ai-sdk'\nexport const all = [memoryMiddleware, turnsFromMessages]\n",
    ],
  ])(
    'of %s hold for who compiles to ES2022, strictly, with the libraries checked and nothing else installed',
    async (_, consumer) => {
      await writeFile(join(folder, 'consumer.ts'), consumer)
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
      // Without the types of Node, which would bring what later releases of ECMAScript have.
      const said = await run(tsc, [...options, '--types', '', 'consumer.ts'], { cwd: folder }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      )
      // What other packages declare is their matter; without ours the compiler would say so in the consumer.
      const ours = said
        .split('\n')
        .filter((line) => /^(?:consumer\.ts|node_modules\/reinstate\/dist)/.test(line))
      expect(ours).toEqual([])
    },
    SLOW_MS,
  )
})
