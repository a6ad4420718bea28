import { ValidationError } from '../model/errors.ts'
import { decodeUtf8, type SourceFile } from './source-file.ts'

/** Longer than any turn is; bounds the memory that a file without line breaks takes. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024

const LINE_FEED = 0x0a

/** A line without its end (LF or CRLF), its number from 1, and how many bytes were read up to its end. */
export type TextLine = { readonly text: string; readonly number: number; readonly bytes: number }

/**
 * Splits text into lines, holding one line at a time.
 *
 * `node:readline` also splits at U+2028, which may stand in a JSON string, and bounds nothing.
 *
 * @throws {ValidationError} If a line is not UTF-8 or longer than 16 MB; the lines before it came out.
 */
export async function* textLines(source: SourceFile): AsyncGenerator<TextLine> {
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let number = 0
  let bytes = 0
  for await (const chunk of source.chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      pending.push(chunk.subarray(start, end))
      bytes += end + 1 - start
      number += 1
      yield { text: lineText(pending, number, source.name), number, bytes }
      pending = []
      pendingBytes = 0
      start = end + 1
    }
    pending.push(chunk.subarray(start))
    pendingBytes += chunk.length - start
    bytes += chunk.length - start
    if (pendingBytes > LONGEST_LINE_BYTES) throw tooLong(number + 1, source.name)
  }
  if (pendingBytes > 0) yield { text: lineText(pending, number + 1, source.name), number: number + 1, bytes }
}

function lineText(parts: readonly Uint8Array[], number: number, name: string): string {
  const text = decodeUtf8(Buffer.concat(parts), { partial: false })
  if (text === undefined) {
    throw new ValidationError(
      `line ${number}`,
      `${name}, line ${number} is not UTF-8 text; save the file as UTF-8`,
    )
  }
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

function tooLong(number: number, name: string): ValidationError {
  const megabytes = LONGEST_LINE_BYTES / 1024 / 1024
  return new ValidationError(
    `line ${number}`,
    `${name}, line ${number} is longer than ${megabytes} MB; a JSONL file has one turn a line`,
  )
}
