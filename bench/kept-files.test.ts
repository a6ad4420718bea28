import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeLeftovers, unfinished } from './kept-files.ts'

test('what a process left unfinished goes once that process is gone, and nothing else does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reinstate-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const ofAnother = (name: string) => unfinished(name).replace(String(process.pid), String(pid))
  mkdirSync(join(folder, ofAnother('bank')))
  writeFileSync(join(folder, `${ofAnother('stream.db')}-wal`), '')
  for (const name of ['whole.db', unfinished('bank')]) writeFileSync(join(folder, name), '')
  removeLeftovers(folder)
  expect(readdirSync(folder).sort()).toEqual([unfinished('bank'), 'whole.db'].sort())
})
