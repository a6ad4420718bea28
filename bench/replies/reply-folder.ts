import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ModelReply, ModelRequest } from '../../src/llm/model-client.ts'

/** A reply as it is kept: with what was asked, so that a person can read it, and how long it took then. */
export type KeptReply = {
  readonly model: string
  readonly request: ModelRequest
  readonly reply: ModelReply
  readonly milliseconds: number
}

/** Values by hash, each in a file of its own. */
export type KeptFolder<Value> = {
  get(hash: string): Promise<Value | undefined>
  /** Whole or not at all, also where the process is killed. */
  put(hash: string, value: Value): Promise<void>
}

/** Opens a folder, which is made when something is put into it. Several processes may share it. */
export function openKeptFolder<Value>(folder: string): KeptFolder<Value> {
  const fileOf = (hash: string) => join(folder, hash.slice(0, 2), `${hash}.json`)
  return {
    async get(hash) {
      try {
        return JSON.parse(await readFile(fileOf(hash), 'utf8')) as Value
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async put(hash, value) {
      const file = fileOf(hash)
      await mkdir(dirname(file), { recursive: true })
      writes += 1
      const part = `${file}.${process.pid}.${writes}.part`
      await writeFile(part, JSON.stringify(value))
      await rename(part, file)
    },
  }
}

let writes = 0

/** Names a request to a model (SHA-256, hexadecimal). What a model in process may keep of a prompt changes no reply. */
export function requestHash(
  model: string,
  { task, system, prompt, schema, maxOutputTokens }: ModelRequest,
): string {
  return hashOf([model, task, system, prompt, schema ?? null, maxOutputTokens])
}

/** SHA-256 of a plain value, hexadecimal. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
