import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { NotFoundError, ReinstateError, ValidationError } from '../model/errors.ts'

/**
 * Names the weights of a GGUF file: a hash of its size, its beginning (which describes it) and its end.
 *
 * @throws {NotFoundError} If there is no such file.
 * @throws {ValidationError} If it is no GGUF file, or cannot be read.
 */
export async function readFingerprint(path: string): Promise<string> {
  const file = await open(path).catch((cause) => {
    if (cause.code === 'ENOENT') throw new NotFoundError(`There is no model file ${path}`)
    throw new ValidationError('path', `Cannot read the model file ${path}`, { cause })
  })
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256').update(String(size))
    for (const position of [0, Math.max(0, size - FINGERPRINT_BYTES)]) {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(FINGERPRINT_BYTES),
        0,
        FINGERPRINT_BYTES,
        position,
      )
      if (position === 0 && buffer.toString('latin1', 0, 4) !== 'GGUF') {
        throw new ValidationError('path', `Cannot load a model from ${path}: it is no GGUF file`)
      }
      hash.update(buffer.subarray(0, bytesRead))
    }
    return hash.digest('hex')
  } catch (cause) {
    if (cause instanceof ReinstateError) throw cause
    throw new ValidationError('path', `Cannot read the model file ${path}`, { cause })
  } finally {
    await file.close()
  }
}

const FINGERPRINT_BYTES = 1 << 20
