import type { ChatBody, Reply } from './answers.ts'

/** A whole chat completion. */
export function completionOf(reply: Reply, body: ChatBody): unknown {
  return {
    ...head(body, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.refusal === undefined ? reply.text : null,
          ...(reply.refusal !== undefined && { refusal: reply.refusal }),
        },
        finish_reason: reply.finishReason,
      },
    ],
    usage: usageOf(reply, body),
  }
}

/** The events of a streamed completion, its end included. */
export function streamEvents(reply: Reply, body: ChatBody): string[] {
  const pieces = reply.pieces ?? reply.text.match(/\s*\S+|\s+$/gu) ?? []
  const refusal = reply.refusal === undefined ? [] : [chunk(body, { delta: { refusal: reply.refusal } })]
  return [
    ...pieces.map((piece) => textEvent(piece, body)),
    ...refusal,
    chunk(body, { delta: {}, finish_reason: reply.finishReason }),
    ...(body.stream_options?.include_usage
      ? [event({ ...head(body, 'chat.completion.chunk'), choices: [], usage: usageOf(reply, body) })]
      : []),
    'data: [DONE]\n\n',
  ]
}

export function textEvent(content: string, body: ChatBody): string {
  return chunk(body, { delta: { role: 'assistant', content } })
}

function chunk(body: ChatBody, choice: Readonly<Record<string, unknown>>): string {
  return event({
    ...head(body, 'chat.completion.chunk'),
    choices: [{ index: 0, finish_reason: null, ...choice }],
  })
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

const head = ({ model }: ChatBody, object: string) => ({ id: 'chatcmpl-1', object, created: 0, model })

/** A token for each 4 characters, as a rule of thumb has it. */
function usageOf({ text, usage = {} }: Reply, { messages }: ChatBody): unknown {
  const tokens = (words: string) => Math.ceil(words.length / 4)
  const prompt = usage.inputTokens ?? tokens(messages.map(({ content }) => content).join(''))
  const completion = usage.outputTokens ?? tokens(text)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens ?? 0 },
  }
}
