import { generateText, type ModelMessage, simulateReadableStream, streamText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, test } from 'vitest'
import { type Memory, openMemory } from '../index.ts'
import { type MemoryMiddlewareOptions, memoryMiddleware } from './index.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const stop = { unified: 'stop' as const, raw: undefined }

function saying(text: string, { cut = false } = {}) {
  return new MockLanguageModelV3({
    doGenerate: { content: [{ type: 'text', text }], finishReason: stop, usage, warnings: [] },
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start' as const, id: '1' },
          ...text.split(/(?<= )/u).map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
          { type: 'text-end' as const, id: '1' },
          cut
            ? { type: 'error' as const, error: new Error('cut') }
            : { type: 'finish' as const, finishReason: stop, usage },
        ],
      }),
    }),
  })
}

async function all<Each>(events: AsyncIterable<Each>): Promise<Each[]> {
  const found: Each[] = []
  for await (const event of events) found.push(event)
  return found
}

/** The parts of the last message that a model was sent in one of its calls. */
function lastParts({ doGenerateCalls }: MockLanguageModelV3, call = 0): readonly { text: string }[] {
  return (doGenerateCalls[call]?.prompt.at(-1)?.content ?? []) as { text: string }[]
}

let minute = 0
const clock = () => new Date(Date.UTC(2024, 4, 7, 10, minute++))

async function bank(): Promise<Memory> {
  const memory = await openMemory(':memory:', { embedder: 'none' })
  const time = new Date('2024-05-06T10:00:00Z')
  await memory.append({ id: 't1', speaker: 'Ines', text: 'The ferry leaves at six.', time })
  return memory
}

const FERRY: ModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'user', content: 'When does the ferry leave?' },
]

function ask(
  memory: Memory,
  model: MockLanguageModelV3,
  options: MemoryMiddlewareOptions = {},
  messages = FERRY,
) {
  return generateText({
    model: wrapLanguageModel({ model, middleware: memoryMiddleware(memory, { clock, ...options }) }),
    messages,
    allowSystemInMessages: true,
  })
}

const textsOf = async (memory: Memory) =>
  (await all(memory.turns())).map(({ speaker, text }) => `${speaker}: ${text}`)

test('the evidence stands before the words of the last user message, and nowhere else', async () => {
  await using memory = await bank()
  const model = saying('At six.')
  await ask(memory, model)
  const prompt = model.doGenerateCalls[0]?.prompt ?? []
  expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  const [block, words] = lastParts(model)
  expect(block?.text).toMatch(/^<recalled_memory>.*"The ferry leaves at six\.".*<\/recalled_memory>$/su)
  expect(words?.text).toBe('When does the ferry leave?')
  expect(JSON.stringify(prompt.slice(0, 3))).not.toContain('recalled_memory')
  expect(FERRY[3]?.content).toBe('When does the ferry leave?')
  expect(await textsOf(memory)).toHaveLength(1)
})

test('a budget bounds the block, and without evidence the prompt is as it was', async () => {
  await using memory = await openMemory(':memory:', { embedder: 'none' })
  const model = saying('At six.')
  await ask(memory, model)
  expect(model.doGenerateCalls[0]?.prompt[3]).toMatchObject({
    content: [{ text: 'When does the ferry leave?' }],
  })
  await using full = await bank()
  const tight = saying('At six.')
  await ask(full, tight, { budgetTokens: 80 })
  const [block] = lastParts(tight)
  expect(block?.text.length).toBeLessThanOrEqual(320)
})

test('what is said is remembered once, though it is sent again, and is no memory of itself', async () => {
  await using memory = await bank()
  const model = saying('At six.')
  await ask(memory, model, { remember: true, user: 'Otto', session: 's9' })
  await ask(memory, model, { remember: true, user: 'Otto', session: 's9' })
  expect((await textsOf(memory)).filter((text) => text.startsWith('Otto'))).toEqual([
    'Otto: When does the ferry leave?',
  ])
  const [block] = lastParts(model, 1)
  expect(block?.text).toContain('"The ferry leaves at six."')
  expect(block?.text).not.toContain('text: "When does the ferry leave?"')
  const answers = (await all(memory.turns())).filter(({ role }) => role === 'assistant')
  expect(answers[0]).toMatchObject({ speaker: 'assistant', text: 'At six.', session: 's9' })
})

test('the same words in another session are said again: on another day, where none is named', async () => {
  await using memory = await openMemory(':memory:', { embedder: 'none', timeZone: 'Pacific/Auckland' })
  for (const day of ['2024-05-07T11:00:00Z', '2024-05-07T11:30:00Z', '2024-05-07T12:30:00Z'])
    await ask(memory, saying('Well done.'), { remember: true, clock: () => new Date(day) })
  const said = (await all(memory.turns())).filter(({ role }) => role === 'user')
  expect(said.map(({ session }) => session)).toEqual(['2024-05-07', '2024-05-08'])
})

test('a streamed answer is remembered when it is complete, and not where it was cut', async () => {
  for (const cut of [false, true]) {
    await using memory = await bank()
    const model = wrapLanguageModel({
      model: saying('At six, I think.', { cut }),
      middleware: memoryMiddleware(memory, { remember: true, clock }),
    })
    const { textStream } = streamText({ model, prompt: 'When does the ferry leave?', onError: () => {} })
    expect((await all(textStream)).join('')).toBe('At six, I think.')
    expect((await textsOf(memory)).includes('assistant: At six, I think.')).toBe(!cut)
  }
})

test('a memory that fails fails the call, unless somebody is told', async () => {
  const memory = await bank()
  await memory.close()
  await expect(ask(memory, saying('At six.'), { remember: true })).rejects.toThrow(/closed/u)
  const told: unknown[] = []
  const { text } = await ask(memory, saying('At six.'), {
    remember: true,
    onError: (error) => told.push(error),
  })
  expect(text).toBe('At six.')
  expect(told).toHaveLength(3)
})
