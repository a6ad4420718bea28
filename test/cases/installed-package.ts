import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Done } from './observation.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export const IMPORT_ENTRY =
  "const { openMemory } = await import('reinstate')\nif (!openMemory) throw new Error('no entry')"

export const USE_STORE = `
const { openMemory } = await import('reinstate')
const memory = await openMemory(':memory:')
await memory.append({ speaker: 'A', text: 'I keep bees.', time: '2025-03-01T10:00:00Z' })
const { wordsOnly } = await memory.flush()
await memory.close()
if (wordsOnly !== 0) throw new Error('no vectors')`

export const SELECT_PROVIDER = `
const { modelsFromEnvironment } = await import('reinstate')
await modelsFromEnvironment({ REINSTATE_MODEL: 'model.gguf' })`

/** Installs the package as it is packed into a project of its own. */
export async function installPackage(folder: string, flags: readonly string[]): Promise<Done> {
  const project = projectOf(folder)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }')
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
    cwd: ROOT,
  })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await run('npm', ['install', ...flags, join(project, filename)], { cwd: project })
  return {}
}

/** Runs a script in the project; what it throws is thrown here by its class and its words. */
export async function useInstalled(folder: string, script: string): Promise<Done> {
  const project = projectOf(folder)
  writeFileSync(
    join(project, 'script.js'),
    `try {\n${script}\n} catch (error) {\n  console.log(JSON.stringify({ name: error.name, message: error.message }))\n}\n`,
  )
  const { stdout } = await run('node', ['script.js'], { cwd: project })
  if (stdout.trim() === '') return {}
  const { name, message } = JSON.parse(stdout) as { name: string; message: string }
  throw Object.assign(new Error(message), { name })
}

const projectOf = (folder: string) => join(folder, 'consumer')
