import type { ModelMessage } from 'ai'
import type { Json } from '../index.ts'

/** A file of a message: an image or another. */
export type FileLike = {
  readonly type: 'image' | 'file'
  readonly mediaType?: string | undefined
  readonly filename?: string | undefined
  readonly data: unknown
}

/** What a turn keeps of one part of a message, and the words for it. */
export type KeptPart = {
  readonly part:
    | { readonly type: 'text'; readonly text: string }
    | {
        readonly type: 'tool-call'
        readonly toolCallId: string
        readonly toolName: string
        readonly input: Json
      }
    | {
        readonly type: 'tool-result'
        readonly toolCallId: string
        readonly toolName: string
        readonly output: Json
      }
  readonly words: string
}

type Part = Exclude<ModelMessage['content'], string>[number]

/** The parts of a message that are words, tool calls or tool results; files as their captions. */
export function keptParts(
  { content }: ModelMessage,
  caption: ((file: FileLike) => string | undefined) | undefined,
): readonly KeptPart[] {
  const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return parts.flatMap((part): KeptPart[] => {
    switch (part.type) {
      case 'text':
        return [textPart(part.text)]
      case 'image':
        return [textPart(fileWords({ ...part, data: part.image }, caption))]
      case 'file':
        return [textPart(fileWords(part, caption))]
      case 'tool-call': {
        const { type, toolCallId, toolName } = part
        const input = plain(part.input)
        return [
          { part: { type, toolCallId, toolName, input }, words: `[${toolName}: ${JSON.stringify(input)}]` },
        ]
      }
      case 'tool-result': {
        const { type, toolCallId, toolName } = part
        const output = keptOutput(part.output, caption)
        return [{ part: { type, toolCallId, toolName, output: output.kept }, words: output.words }]
      }
      default:
        return []
    }
  })
}

function textPart(text: string): KeptPart {
  return { part: { type: 'text', text }, words: text }
}

function fileWords(file: FileLike, caption: ((file: FileLike) => string | undefined) | undefined): string {
  const isImage = file.type === 'image' || file.mediaType?.startsWith('image/')
  const shows = caption?.(file) ?? file.filename ?? addressOf(file.data) ?? 'no description'
  return `[${isImage ? 'image' : 'file'}: ${shows}]`
}

/** An address that leads somewhere; `data:` holds the bytes themselves. */
function addressOf(data: unknown): string | undefined {
  const address = data instanceof URL ? data.href : data
  return typeof address === 'string' && /^https?:/iu.test(address) ? address : undefined
}

type ToolOutput = Extract<Part, { type: 'tool-result' }>['output']

function keptOutput(
  output: ToolOutput,
  caption: ((file: FileLike) => string | undefined) | undefined,
): { readonly kept: Json; readonly words: string } {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { kept: { type: output.type, value: output.value }, words: output.value }
    case 'json':
    case 'error-json': {
      const value = plain(output.value)
      return { kept: { type: output.type, value }, words: JSON.stringify(value) }
    }
    case 'execution-denied': {
      const { type, reason } = output
      return { kept: reason === undefined ? { type } : { type, reason }, words: reason ?? 'denied' }
    }
    case 'content': {
      const texts = output.value.map((item) =>
        item.type === 'text' ? item.text : fileWords(fileOf(item), caption),
      )
      return {
        kept: { type: 'content', value: texts.map((text) => ({ type: 'text', text })) },
        words: texts.join('\n'),
      }
    }
  }
}

function fileOf(item: object): FileLike {
  const { type, mediaType, filename, url } = item as Readonly<Record<string, string | undefined>>
  return { type: type?.startsWith('image') ? 'image' : 'file', mediaType, filename, data: url }
}

/** As JSON keeps it; what JSON has no word for is null. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null') as Json
}
