import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openGate } from '../replies/gate.ts'
import { openKeptFolder } from '../replies/reply-folder.ts'
import { notMentioned } from './protocols/baselines.ts'
import type { AskedQuestion, Protocol } from './protocols/protocol.ts'
import { type Outcome, runExams } from './run.ts'
import type { OpenWorld } from './world.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-blind-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function outputOf(command: string, args: string[], cwd: string) {
  try {
    const { stdout, stderr } = await run(join(root, 'node_modules/.bin', command), args, { cwd })
    return { failed: false, said: stdout + stderr }
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return { failed: true, said: stdout + stderr }
  }
}

describe('a protocol', () => {
  const planted = (answer: string) => `
    import type { Protocol } from '${root}/bench/answers/protocols/protocol.ts'
    import { notMentioned } from '${root}/bench/answers/protocols/baselines.ts'
    export const cheat: Protocol = {
      ...notMentioned,
      async answer(question, world) {
        const found = ${answer}
        return { ...(await notMentioned.answer(question, world)), text: String(found) }
      },
    }`
  const REACHES = {
    answer: 'question.answer',
    category: 'question.category',
    evidence: 'question.evidence',
    kind: 'question.kind',
    bank: 'world.bank.gold',
    questions: 'world.bank.questions',
    world: 'world.gold',
  }

  it('that reaches for a label does not compile, whatever it reaches for; one that does not, compiles', async () => {
    const files = { honest: 'question.text', ...REACHES }
    for (const [name, reach] of Object.entries(files))
      await writeFile(join(folder, `${name}.ts`), planted(reach))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const options = { rewriteRelativeImportExtensions: false, typeRoots: [join(root, 'node_modules/@types')] }
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: options,
      include: [],
      files: Object.keys(files).map((name) => `${name}.ts`),
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { failed, said } = await outputOf('tsc', ['-p', 'tsconfig.json'], folder)
    expect(failed).toBe(true)
    const refused = [...said.matchAll(/^(\w+)\.ts\(\d+,\d+\): error TS2339/gmu)].map(([, name]) => name)
    expect(refused.sort()).toEqual(Object.keys(REACHES).sort())
    expect(said).not.toContain('honest.ts')
  })

  it.each([
    ['the labels', '../gold.ts'],
    ['the scorer', '../score.ts'],
    ['the exams', '../exams.ts'],
    ['a data set', '../../datasets/locomo.ts'],
    ['the metrics', '../../metrics/answers.ts'],
  ])('that imports %s is refused by the linter', async (_, path) => {
    const house = await mkdtemp(join(folder, 'house-'))
    const protocols = join(house, 'bench/answers/protocols')
    await mkdir(join(house, 'models'))
    await cp(join(root, 'bench/answers/protocols'), protocols, { recursive: true })
    for (const name of ['biome.json', '.gitignore']) await cp(join(root, name), join(house, name))
    await symlink(join(root, 'node_modules'), join(house, 'node_modules'))
    await writeFile(
      join(protocols, 'planted.ts'),
      `import { planted } from '${path}'\nexport const reached = planted\n`,
    )
    const { failed, said } = await outputOf('biome', ['lint', 'bench'], house)
    expect(failed).toBe(true)
    expect(said).toContain('noRestrictedImports')
    expect(said).toContain('planted.ts')
  })
})

test('what a protocol is handed holds text, time and asker and nothing that rides along', async () => {
  const handed: string[][] = []
  const curious: Protocol = {
    ...notMentioned,
    async answer(question, world) {
      handed.push(Object.keys(question))
      return notMentioned.answer(question, world)
    },
  }
  const question = { text: 'Who?', referenceTime: '2031-01-01T00:00:00Z', asker: undefined, answer: 'Ada' }
  await runExams([{ bank: { name: 'b', turns: [] }, questions: [question as AskedQuestion] }], {
    protocols: [curious],
    open: () => ({ builds: [], [Symbol.asyncDispose]: async () => {} }) as unknown as OpenWorld,
    kept: openKeptFolder<Outcome>(join(folder, 'kept')),
    circumstances: undefined,
    gate: openGate(),
    concurrency: 1,
    onAnswered: () => {},
  })
  expect(handed).toEqual([['text', 'referenceTime', 'asker']])
})
