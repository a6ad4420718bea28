import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const VARIANTS = 'bench/collapse/variants'
const run = promisify(execFile)

let house: string
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'reinstate-blind-'))
  await mkdir(join(house, 'models'))
  await cp(join(ROOT, VARIANTS), join(house, VARIANTS), { recursive: true })
  for (const name of ['biome.json', '.gitignore']) await cp(join(ROOT, name), join(house, name))
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'))
})
afterAll(() => rm(house, { recursive: true, force: true }))

async function lintWith(text: string): Promise<string> {
  await writeFile(join(house, VARIANTS, 'planted.ts'), text)
  try {
    const { stdout, stderr } = await run(join(ROOT, 'node_modules/.bin/biome'), ['lint', 'bench'], {
      cwd: house,
    })
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}

it.each([
  ['the labels', '../questions.ts'],
  ['the judges', '../distractor.ts'],
  ['a data set', '../../datasets/locomo.ts'],
  ['the metrics', '../../metrics/retrieval.ts'],
])('a way to recall that imports %s is refused by the linter', async (_, path) => {
  const said = await lintWith(`import { planted } from '${path}'\nexport const reached = planted\n`)
  expect(said).toContain('noRestrictedImports')
  expect(said).toContain('planted.ts')
})

it('a way to recall that keeps to what it is given is not', async () => {
  const said = await lintWith("import type { Variant } from './variant.ts'\nexport type Planted = Variant\n")
  expect(said).not.toContain('noRestrictedImports')
})
