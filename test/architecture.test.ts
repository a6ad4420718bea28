import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Lints a copy of `src/` in which some files are planted, and says what the linter said. */
async function lintWith(folder: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  try {
    const biome = join(root, 'node_modules', '.bin', 'biome')
    const { stdout, stderr } = await run(biome, ['lint', '--max-diagnostics=200', 'src'], { cwd: folder })
    return { failed: false, said: stdout + stderr }
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return { failed: true, said: stdout + stderr }
  } finally {
    for (const path of Object.keys(files)) await rm(join(folder, path))
  }
}

describe('the import rules', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reinstate-house-'))
    await cp(join(root, 'src'), join(folder, 'src'), { recursive: true })
    await cp(join(root, 'biome.json'), join(folder, 'biome.json'))
    await cp(join(root, '.gitignore'), join(folder, '.gitignore'))
    await mkdir(join(folder, 'models'), { recursive: true })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('hold in the house as it stands', async () => {
    expect(await lintWith(folder, {})).toMatchObject({ failed: false })
  })

  it('refuse a planted ring, even one of types only', async () => {
    const { failed, said } = await lintWith(folder, {
      'src/time/planted-a.ts': "import type { B } from './planted-b.ts'\nexport type A = { b: B }\n",
      'src/time/planted-b.ts': "import type { A } from './planted-a.ts'\nexport type B = { a: A }\n",
    })
    expect(failed).toBe(true)
    expect(said).toContain('noImportCycles')
    expect(said).toContain('planted-a.ts')
  })

  it.each([
    ['model/ importing a store', 'src/model/planted.ts', '../store/store.ts', 'Store'],
    ['recall/ importing anchor/', 'src/recall/planted.ts', '../anchor/anchor.ts', 'createAnchor'],
    ['an edge reaching behind index.ts', 'src/cli/planted.ts', '../store/store.ts', 'Store'],
    ['a stage importing the front door', 'src/answer/planted.ts', '../memory.ts', 'Memory'],
  ])('refuse %s', async (_, path, target, name) => {
    const { failed, said } = await lintWith(folder, {
      [path]: `import type { ${name} } from '${target}'\nexport type Planted = typeof ${name}\n`.replace(
        'import type',
        'import',
      ),
    })
    expect(failed).toBe(true)
    expect(said).toContain('noRestrictedImports')
  })
})
