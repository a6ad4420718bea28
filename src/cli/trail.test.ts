import { existsSync } from 'node:fs'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runReinstate } from './run.ts'

async function run(...args: string[]) {
  const told = { code: 0, out: '', err: '' }
  await runReinstate(args, {
    async out(text) {
      told.out += text
    },
    note(text) {
      told.err += text
    },
    style: (_, text) => text,
    columns: undefined,
    noteIsTty: false,
    ask: undefined,
    input: Readable.from([]),
    setExitCode(code) {
      told.code = code
    },
  })
  return told
}

test('a trail that cannot be written is told before the question is asked', async () => {
  const home = await mkdtemp(join(tmpdir(), 'reinstate-trail-'))
  try {
    const chat = join(home, 'chat.jsonl')
    await writeFile(
      chat,
      `${JSON.stringify({ speaker: 'Ana', text: 'I keep bees.', time: '2024-05-01T09:00:00Z' })}\n`,
    )
    await run('import', chat, '--home', home, '--no-model')
    const ask = (trail: string) =>
      run('ask', 'What does Ana keep?', '--home', home, '--no-model', '--trail', trail)
    expect(await ask(join(home, 'trail.md'))).toMatchObject({ code: 0, out: expect.stringContaining('bees') })
    await access(join(home, 'trail.md'))
    for (const trail of [join(home, 'missing', 'trail.md'), home])
      expect(await ask(trail)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('trail') })
    // A device that is always full: seen only once it is written to.
    if (existsSync('/dev/full'))
      expect(await ask('/dev/full')).toEqual({
        code: 2,
        out: expect.stringContaining('bees'),
        err: expect.stringMatching(/^reinstate: Cannot write the quote trail to \/dev\/full: ENOSPC/),
      })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
