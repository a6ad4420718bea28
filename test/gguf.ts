import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The tiny chat model for tests, or why there is none to run. */
export async function findGguf(): Promise<
  | { readonly path: string; readonly reason: undefined }
  | { readonly path: undefined; readonly reason: string }
> {
  try {
    createRequire(import.meta.url).resolve('node-llama-cpp')
  } catch {
    return { path: undefined, reason: 'node-llama-cpp is not installed' }
  }
  const given = process.env.REINSTATE_TEST_GGUF
  if (given) return { path: given, reason: undefined }
  const names = await readdir(FOLDER).catch(() => [])
  const name = names.find((one) => one.endsWith('.gguf'))
  return name
    ? { path: join(FOLDER, name), reason: undefined }
    : { path: undefined, reason: 'REINSTATE_TEST_GGUF is not set and ../shared/models has no model' }
}

const FOLDER = fileURLToPath(new URL('../../shared/models/smollm2-135m-instruct', import.meta.url))
