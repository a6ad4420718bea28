import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const wanted = process.env.REINSTATE_TEST_PACKAGE === '1'

/** npm's defaults, whatever this checkout's own configuration says. */
const clean = () => {
  const kept = Object.entries(process.env).filter(([key]) => !/^npm_(?!config_registry)/i.test(key))
  return Object.fromEntries(kept)
}

describe.skipIf(!wanted)(
  'the packed package (skipped unless REINSTATE_TEST_PACKAGE=1: it needs the npm registry)',
  () => {
    let folder: string
    let tarball: string
    let packedFiles: readonly string[]
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reinstate-package-'))
      const { stdout } = await run(
        'npm',
        ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
        { cwd: root },
      )
      const [packed] = JSON.parse(stdout) as [
        {
          filename: string
          size: number
          unpackedSize: number
          entryCount: number
          files: { path: string }[]
        },
      ]
      tarball = join(folder, packed.filename)
      packedFiles = packed.files.map(({ path }) => path)
      const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
      console.log(
        `package: ${megabytes(packed.size)} MB packed, ${megabytes(packed.unpackedSize)} MB unpacked, ${packed.entryCount} files`,
      )
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    it('holds nothing that only tests use', () => {
      expect(packedFiles).toContain('dist/index.js')
      expect(packedFiles.filter((path) => /(?:^|\/)(?:trial-|conformance|.*\.test\.)/.test(path))).toEqual([])
    })

    it.each([
      ['npm 10', ['--yes', 'npm@10', 'install']],
      ['npm 11', ['--yes', 'npm@11', 'install']],
      [
        'npm 11 without optional and peer packages',
        ['--yes', 'npm@11', 'install', '--omit=optional', '--omit=peer'],
      ],
    ])(
      'runs the example of the README and the command line when installed by %s into an empty project',
      async (name, install) => {
        const project = await mkdtemp(join(folder, 'project-'))
        const env = clean()
        await writeFile(
          join(project, 'package.json'),
          '{ "name": "consumer", "private": true, "type": "module" }',
        )
        await run('npx', [...install, tarball], { cwd: project, env })
        const readme = await readFile(join(root, 'README.md'), 'utf8')
        await writeFile(join(project, 'example.js'), readme.match(/```ts\n([\s\S]*?)```/)![1]!)
        const { stdout } = await run('node', ['example.js'], { cwd: project, env })
        expect(stdout, name).toContain('2024-11-01')

        const turn = {
          id: 't1',
          session: 's1',
          speaker: 'Ida',
          text: 'We adopted a grey cat yesterday.',
          time: '2024-11-02T10:00:00Z',
        }
        await writeFile(join(project, 'chat.jsonl'), `${JSON.stringify(turn)}\n`)
        const reinstate = (...args: string[]) =>
          run('npx', ['--no-install', 'reinstate', ...args, '--home', join(project, 'home')], {
            cwd: project,
            env,
          })
        await reinstate('import', 'chat.jsonl')
        const asked = await reinstate('ask', 'When did Ida adopt the cat?', '--json')
        expect(JSON.parse(asked.stdout)).toMatchObject({ answered: true })
        const { stdout: used } = await run('du', ['-sm', 'node_modules'], { cwd: project })
        console.log(`${name}: ${used.split('\t')[0]} MB in node_modules`)
      },
      300_000,
    )
  },
)
