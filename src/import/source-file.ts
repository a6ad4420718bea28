import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ValidationError } from '../model/errors.ts'

/** What a format is told by at most; also the size of one read. */
const HEAD_BYTES = 64 * 1024

/** UTF-8 text from a file or a pipe, its first bytes already looked at. */
export type SourceFile = {
  readonly name: string
  readonly totalBytes: number | undefined
  /** The beginning, without a byte order mark. */
  readonly head: { readonly text: string; readonly whole: boolean }
  /** Everything, the head included, without a byte order mark; can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * Opens a file, or takes a stream of bytes, and makes sure that it begins as UTF-8 text.
 *
 * @throws {ValidationError} If it cannot be read, is empty, a folder, binary or in another encoding.
 */
export async function openSource(source: string | AsyncIterable<Uint8Array>): Promise<SourceFile> {
  if (typeof source !== 'string' && typeof source?.[Symbol.asyncIterator] !== 'function')
    throw new ValidationError(
      'file',
      `Cannot read conversations: a source is a path, or a stream of bytes, got ${source === null ? 'null' : typeof source}`,
    )
  const name = typeof source === 'string' ? source : 'standard input'
  const totalBytes = typeof source === 'string' ? await sizeOf(source) : undefined
  const stream = typeof source === 'string' ? createReadStream(source, { highWaterMark: HEAD_BYTES }) : source
  const bytes = named(stream, name)[Symbol.asyncIterator]()
  const first = await readHead(bytes)
  const rest = withoutMark(first.bytes, name)
  return {
    name,
    totalBytes,
    head: { text: headText(rest, first.whole, name), whole: first.whole },
    chunks: joined(rest, bytes),
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const facts = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(path, cause)
  })
  if (facts.isDirectory()) throw new ValidationError('file', `${path} is a folder; name a file in it`)
  return facts.isFile() ? facts.size : undefined
}

/** Reads until two lines are there, so that a slow pipe is not waited for longer than telling the format needs. */
async function readHead(bytes: AsyncIterator<Uint8Array>) {
  const parts: Uint8Array[] = []
  let length = 0
  let lineFeeds = 0
  while (length < HEAD_BYTES && lineFeeds < 2) {
    const next = await bytes.next()
    if (next.done === true) return { bytes: Buffer.concat(parts), whole: true }
    parts.push(next.value)
    length += next.value.length
    lineFeeds += Buffer.from(next.value).toString('latin1').trimStart().split('\n').length - 1
  }
  return { bytes: Buffer.concat(parts), whole: false }
}

function withoutMark(head: Buffer, name: string): Buffer {
  const marked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  // ASCII in UTF-16 has a NUL as every second byte.
  const nuls = [...head.subarray(0, 4)].map((byte) => byte === 0).join()
  if (marked || nuls === 'false,true,false,true' || nuls === 'true,false,true,false') {
    throw new ValidationError('file', `${name} is UTF-16 text; save it as UTF-8`)
  }
  if (head.includes(0)) {
    throw new ValidationError('file', `${name} is a binary file; conversations are read from UTF-8 text`)
  }
  return head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? head.subarray(3) : head
}

function headText(head: Buffer, whole: boolean, name: string): string {
  const text = decodeUtf8(head, { partial: !whole })
  if (text === undefined) {
    throw new ValidationError('file', `${name} is not UTF-8 text; save it as UTF-8`)
  }
  if (whole && text.trim() === '') {
    throw new ValidationError('file', `${name} is empty; a conversation file has at least one turn`)
  }
  return text
}

/** Undefined where the bytes are not UTF-8; `partial` allows a character that is cut at the end. */
export function decodeUtf8(bytes: Uint8Array, { partial }: { partial: boolean }): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: partial })
  } catch {
    return undefined
  }
}

async function* named(stream: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (cause) {
    throw unreadable(name, cause as NodeJS.ErrnoException)
  }
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

function unreadable(name: string, cause: NodeJS.ErrnoException): ValidationError {
  const why: { [code: string]: string } = {
    ENOENT: 'does not exist',
    ENOTDIR: 'does not exist',
    EACCES: 'cannot be read: permission denied',
    EPERM: 'cannot be read: permission denied',
    EISDIR: 'is a folder; name a file in it',
  }
  return new ValidationError(
    'file',
    `${name} ${why[cause.code ?? ''] ?? `cannot be read: ${cause.message}`}`,
    {
      cause,
    },
  )
}
