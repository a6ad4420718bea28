import type { ModelCaller } from '../llm/model-caller.ts'
import { fieldStream } from './field-stream.ts'

/**
 * A caller that answers `generate` by streaming, and gives out one string field of the reply as it comes.
 *
 * Where a reply cannot be read and is asked for again, the second one is given out only if the first gave nothing: what
 * was shown cannot be taken back, and two texts in a row would be neither.
 */
export function streamingCaller(
  caller: ModelCaller,
  { field, onText }: { readonly field: string; readonly onText: (text: string) => void },
): ModelCaller {
  let given = false
  return {
    role: caller.role,
    model: caller.model,
    async generate(request, options) {
      const next = given ? undefined : fieldStream(field)
      for await (const chunk of caller.stream(request, options)) {
        if (chunk.type === 'finish') return chunk.reply
        const text = next?.(chunk.text) ?? ''
        if (text === '') continue
        given = true
        onText(text)
      }
      throw new Error(`The stream of ${caller.model.id} ended without its reply`)
    },
    stream: (request, options) => caller.stream(request, options),
    recordedBy: (record) => streamingCaller(caller.recordedBy(record), { field, onText }),
  }
}
