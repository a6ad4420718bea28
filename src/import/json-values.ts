import { JSONParser } from '@streamparser/json'
import { ValidationError } from '../model/errors.ts'
import type { SourceFile } from './source-file.ts'

/** A value of a JSON document, and how many bytes were read up to its end. */
export type JsonValue = { readonly value: unknown; readonly bytes: number }

/**
 * Yields the elements of a JSON array one by one, or a lone object, holding one of them at a time.
 *
 * @throws {ValidationError} If the document is cut or no JSON; what stood complete before came out.
 */
export async function* jsonValues(source: SourceFile, shape: 'array' | 'object'): AsyncGenerator<JsonValue> {
  const complete: unknown[] = []
  const parser = new JSONParser({
    paths: [shape === 'array' ? '$.*' : '$'],
    keepStack: false,
    stringBufferSize: 64 * 1024,
  })
  parser.onValue = ({ value }) => complete.push(value)
  let bytes = 0
  for await (const chunk of source.chunks) {
    const failure = attempt(() => parser.write(chunk))
    bytes += chunk.length
    for (const value of complete.splice(0)) yield { value, bytes }
    if (failure) throw noJson(source.name, failure, bytes)
  }
  const failure = parser.isEnded ? undefined : attempt(() => parser.end())
  if (failure)
    throw new ValidationError('file', `${source.name} ends in the middle of its JSON; is it complete?`, {
      cause: failure,
    })
}

function attempt(step: () => void): Error | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    return error as Error
  }
}

function noJson(name: string, cause: Error, bytes: number): ValidationError {
  const place = /absolute position "(\d+)"/.exec(cause.message)?.[1]
  const where = place === undefined ? `before byte ${bytes}` : `at byte ${place}`
  return new ValidationError('file', `${name} is no valid JSON: something is wrong ${where}`, { cause })
}
