import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-readme-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('the example of the README compiles and answers as a user would see it', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const example = readme.match(/```ts\n([\s\S]*?)```/)?.[1]
  expect(example).toBeDefined()
  expect(
    example!
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(10)
  await mkdir(join(folder, 'node_modules'))
  await symlink(root, join(folder, 'node_modules', 'reinstate'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'example.ts'), example!)
  await run(
    join(root, 'node_modules', '.bin', 'tsc'),
    [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'node_modules', '@types'),
      'example.ts',
    ],
    { cwd: folder },
  )
  const { stdout } = await run(join(root, 'node_modules', '.bin', 'tsx'), ['example.ts'], { cwd: folder })
  expect(stdout).toContain('2024-11-01')
  expect(stdout).toContain('grey cat')
})
