import { createHash } from 'node:crypto'
import type { LanguageModelMiddleware } from 'ai'
import { ConflictError, type Memory, type TurnInput } from '../index.ts'
import { recallBlock } from './recall-block.ts'

export type MemoryMiddlewareOptions = {
  /** Upper bound of the recalled block in estimated tokens. Default 2,000. */
  budgetTokens?: number | undefined
  /** Pieces of evidence at most, 1 to 1,000. Default 10. */
  limit?: number | undefined
  /** Whether what the user says and the model answers is remembered. Default false. */
  remember?: boolean | undefined
  /** The session that it belongs to. Default: the local day. */
  session?: string | undefined
  /** Who the user is: whose words are remembered, and who “I” is. Default `user`, and nobody. */
  user?: string | undefined
  /** By what name the model's answers are remembered. Default `assistant`. */
  assistant?: string | undefined
  /** Default: the machine's clock. */
  clock?: (() => Date) | undefined
  /**
   * Told what went wrong in the memory; the model is then called without it. Default: it is thrown, and the call fails.
   */
  onError?: ((error: unknown) => void) | undefined
}

/**
 * Puts what the memory holds for the user's last message before its words, as quoted data, for
 * `wrapLanguageModel({ model, middleware: memoryMiddleware(memory) })`.
 *
 * The block is the first part of that same message: it is never a system message, and roles go on taking turns. The
 * messages that the application keeps are not changed. With `remember` the user's message is remembered once in a
 * session, though a loop of tool calls sends it again, and each answer when it is complete; an answer that was cut off by
 * an error is not. An application with several conversations a day names a `session` for each.
 */
export function memoryMiddleware(
  memory: Memory,
  options: MemoryMiddlewareOptions = {},
): LanguageModelMiddleware {
  const { budgetTokens, limit, remember = false, session, user, assistant = 'assistant', onError } = options
  const clock = options.clock ?? (() => new Date())
  const speaker = user ?? 'user'
  // Only who has spoken by that name is known by it.
  const asker = remember ? speaker : user
  const inSession = session === undefined ? {} : { session }

  async function orTell<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (onError === undefined) return work()
    try {
      return await work()
    } catch (error) {
      onError(error)
      return undefined
    }
  }

  async function rememberAnswer(text: string, signal: AbortSignal | undefined): Promise<void> {
    if (!remember || text.trim() === '') return
    const turn: TurnInput = { ...inSession, speaker: assistant, role: 'assistant', text, time: clock() }
    await orTell(() => memory.append(turn, { signal }))
  }

  return {
    specificationVersion: 'v3',

    async transformParams({ params }) {
      const { prompt, abortSignal: signal } = params
      const place = prompt.findLastIndex(({ role }) => role === 'user')
      const message = prompt[place]
      if (message?.role !== 'user') return params
      const said = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      if (said.trim() === '') return params
      const time = clock()
      const id = idOf(session ?? dayOf(time, memory.bank), place, said)
      const block = await orTell(() =>
        recallBlock(memory, said, { limit, asker, budgetTokens, signal, except: new Set([id]) }),
      )
      if (remember) {
        const turn: TurnInput = {
          ...inSession,
          id,
          speaker,
          role: 'user',
          text: said,
          time,
        }
        await orTell(() => appendOnce(memory, turn, signal))
      }
      if (block === undefined || block.text === '') return params
      const content = [{ type: 'text' as const, text: block.text }, ...message.content]
      return { ...params, prompt: prompt.with(place, { ...message, content }) }
    },

    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate()
      const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
      if (isComplete(result.finishReason)) await rememberAnswer(text, params.abortSignal)
      return result
    },

    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream()
      let text = ''
      const listening = new TransformStream<Part, Part>({
        async transform(part, controller) {
          if (part.type === 'text-delta') text += part.delta
          if (part.type === 'finish' && isComplete(part.finishReason)) {
            await rememberAnswer(text, params.abortSignal)
          }
          controller.enqueue(part)
        },
      })
      return { stream: stream.pipeThrough(listening), ...rest }
    },
  }
}

type Streamed = Awaited<
  ReturnType<Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]['doStream']>
>
type Part = Streamed['stream'] extends ReadableStream<infer Each> ? Each : never

function isComplete({ unified }: { readonly unified: string }): boolean {
  return unified === 'stop' || unified === 'tool-calls' || unified === 'length'
}

/** The session of a turn that names none. */
function dayOf(time: Date, { timeZone }: Memory['bank']): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time)
}

/** The same words at the same place of a session are the same turn, whenever they are sent again. */
function idOf(session: string, place: number, text: string): string {
  const content = JSON.stringify([session, place, text])
  return `user-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}

/** Sent again it has another time, which the memory refuses: it has been remembered then. */
async function appendOnce(memory: Memory, turn: TurnInput, signal: AbortSignal | undefined): Promise<void> {
  try {
    await memory.append(turn, { signal })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
  }
}
