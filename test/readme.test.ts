import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** A compilation and a run of what it compiled, on a busy machine. */
const SLOW_MS = 120_000
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-readme-'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(root, join(folder, 'node_modules', 'reinstate'))
  await symlink(join(root, 'node_modules', 'ai'), join(folder, 'node_modules', 'ai'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it(
  'the example of the README compiles and answers as a user would see it',
  async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const example = readme.match(/```ts\n([\s\S]*?)```/)?.[1]
    expect(example).toBeDefined()
    expect(
      example!
        .trim()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(10)
    const stdout = await compileAndRun('example.ts', example!)
    expect(stdout).toContain('2024-11-01')
    expect(stdout).toContain('grey cat')
  },
  SLOW_MS,
)

it(
  'the example with the AI SDK compiles, and the model is shown the evidence and the tools',
  async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const example = readme.match(/### With the AI SDK\n[\s\S]*?```ts\n([\s\S]*?)```/)?.[1]
    expect(example).toBeDefined()
    await writeFile(join(folder, 'model.ts'), ECHO)
    const stdout = await compileAndRun('ai-sdk.ts', example!)
    expect(stdout).toContain('<recalled_memory>')
    expect(stdout).toContain('grey cat')
    expect(stdout).toContain('tools: remember, recall')
  },
  SLOW_MS,
)

/** A model that says what it is shown. */
const ECHO = `
import { MockLanguageModelV3 } from 'ai/test'

export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt, tools = [] }) => ({
    content: [{ type: 'text', text: JSON.stringify(prompt) + ' tools: ' + tools.map(({ name }) => name).join(', ') }],
    finishReason: { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  }),
})
`

/** What a module of a user's project prints, once it has compiled. */
async function compileAndRun(name: string, source: string): Promise<string> {
  await writeFile(join(folder, name), source)
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
      name,
    ],
    { cwd: folder },
  )
  const { stdout } = await run(join(root, 'node_modules', '.bin', 'tsx'), [name], { cwd: folder })
  return stdout
}
