import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText, wrapLanguageModel } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryMiddleware, messagesFromTurns, turnsFromMessages } from '../../src/ai-sdk/index.ts'
import {
  type AskEvent,
  createLlamaCppModel,
  createOpenAICompatibleModel,
  type LlamaCppModel,
  type Memory,
  type ModelOption,
  openMemory,
} from '../../src/index.ts'
import { findGguf } from '../gguf.ts'
import { type LlamaServer, startLlamaServer } from './llama-server.ts'
import { collect } from './shed.ts'

const { path, reason } = await findGguf()
/** A call takes seconds on a quiet machine, and much longer on a busy one. */
const SLOW_MS = 600_000

const TURNS = [
  { id: 't1', speaker: 'Ana', text: 'I adopted a dog. His name is Biscuit.', time: '2023-05-08T10:00:00Z' },
  { id: 't2', speaker: 'Ben', text: 'I sold my red bicycle in Leiden.', time: '2023-05-08T10:01:00Z' },
]
const QUESTION = 'What is the name of the dog that Ana adopted?'

async function bankWith(models: ModelOption): Promise<Memory> {
  const memory = await openMemory(':memory:', {
    embedder: 'none',
    models,
    calls: { timeoutMs: SLOW_MS },
    anchoring: { inBackground: false },
  })
  await memory.append(TURNS)
  return memory
}

describe.skipIf(path === undefined)(`a small model${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let llama: LlamaCppModel
  let server: LlamaServer
  beforeAll(async () => {
    llama = await createLlamaCppModel({ path: path!, contextTokens: 1_536 })
    server = await startLlamaServer(llama)
  }, SLOW_MS)
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await llama[Symbol.asyncDispose]()
  })

  const ways: readonly (readonly [string, () => ModelOption])[] = [
    ['in process', () => llama],
    [
      'behind an OpenAI-compatible server',
      () => createOpenAICompatibleModel({ baseURL: server.baseURL, model: 'smollm2' }),
    ],
  ]

  it.each(ways)(
    '%s takes in a conversation, or says what of it failed, and answers and streams in the form that was asked for',
    async (_, model) => {
      await using memory = await bankWith(model())
      const anchoring = (await memory.flush()).anchoring!
      // So small a model may repeat itself until its reply is cut, or write what the turns do not bear out: then that is
      // told by its kind, nothing of it is kept, and the turns are found by their own words.
      expect(anchoring.windows + anchoring.failed.length).toBeGreaterThan(0)
      expect(anchoring.awaiting).toBe(new Set(anchoring.failed.flatMap(({ turns }) => turns)).size)
      for (const { error } of anchoring.failed)
        expect(['malformed-model-output', 'context-too-long']).toContain(error.code)
      for (const { origin, sources } of await collect(memory.units()))
        if (origin === 'model') expect(sources.every((id) => ['t1', 't2'].includes(id))).toBe(true)

      const answer = await memory.ask(QUESTION)
      expect(answer.evidence[0]?.turns[0].id).toBe('t1')
      if (answer.answered) {
        for (const { turn, quote } of answer.citations)
          expect(TURNS.find(({ id }) => id === turn)?.text).toContain(quote)
      }

      const events = await collect(memory.askStream(QUESTION))
      const done = events.at(-1) as Extract<AskEvent, { type: 'done' }>
      expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['frame', 'evidence'])
      expect(done.type).toBe('done')
      // Not the text of the answer before: a prompt whose head is kept is evaluated in other portions, and a model of this
      // size takes another word on the last digit.
      const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
      if (done.answer.answered) expect(text).toBe(done.answer.text)

      const { calls, inputTokens, outputTokens } = memory.usage()
      // The grammar sees to it that an answer can be read at once.
      const answers = calls.filter(({ task }) => task === 'answer')
      expect(answers.map(({ outcome, reask }) => ({ outcome, reask }))).toEqual([
        { outcome: 'ok', reask: false },
        { outcome: 'ok', reask: false },
      ])
      expect(calls[0]?.task).toBe('anchor')
      expect(inputTokens).toBeGreaterThan(1_000)
      expect(outputTokens).toBeGreaterThan(20)
    },
    SLOW_MS,
  )

  it(
    'speaks through the AI SDK with what the memory holds before the question',
    async () => {
      await using memory = await openMemory(':memory:', { embedder: 'none' })
      await memory.append(TURNS)
      const provider = createOpenAICompatible({ name: 'local', baseURL: server.baseURL })
      const model = wrapLanguageModel({
        model: provider('smollm2'),
        middleware: memoryMiddleware(memory, { remember: true, user: 'Ana', session: 'today' }),
      })
      const { text } = await generateText({ model, prompt: QUESTION, maxOutputTokens: 12 })
      expect(text.trim()).not.toBe('')
      const shown = JSON.stringify(server.bodies.at(-1)?.messages)
      expect(shown).toContain('His name is Biscuit.')
      expect(shown).toContain(QUESTION)

      const streamed = streamText({ model, prompt: 'Where was the bicycle sold?', maxOutputTokens: 12 })
      expect((await collect(streamed.textStream)).join('').trim()).not.toBe('')
      expect(JSON.stringify(server.bodies.at(-1)?.messages)).toContain('I sold my red bicycle in Leiden.')

      const remembered = await collect(memory.turns({ session: 'today' }))
      expect(remembered.map(({ speaker }) => speaker)).toEqual(['Ana', 'assistant', 'Ana', 'assistant'])
      const messages = messagesFromTurns(remembered)
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
      expect(turnsFromMessages(messages, { speakers: { user: 'Ana' } }).map((turn) => turn.text)).toEqual(
        remembered.map((turn) => turn.text),
      )
    },
    SLOW_MS,
  )
})
