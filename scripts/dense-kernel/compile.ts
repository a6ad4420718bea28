import { readFile } from 'node:fs/promises'
import wabt from 'wabt'

/** Compiles `dense-kernel.wat`, which stands beside this file. */
export async function compileDenseKernel(): Promise<Uint8Array> {
  const source = await readFile(new URL('./dense-kernel.wat', import.meta.url), 'utf8')
  const { parseWat } = await wabt()
  const module = parseWat('dense-kernel.wat', source, { simd: true })
  try {
    return module.toBinary({}).buffer
  } finally {
    module.destroy()
  }
}
