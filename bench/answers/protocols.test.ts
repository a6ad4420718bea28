import { expect, test } from 'vitest'
import { type Script, type ScriptedModel, scriptedModel } from '../../test/scripted-model.ts'
import { denseRag, fullContext, notMentioned, simpleMem } from './protocols/baselines.ts'
import { closedBook } from './protocols/closed-book.ts'
import { deepVariant } from './protocols/deep-variant.ts'
import { ours } from './protocols/ours.ts'
import { cutWindows, slidingWindows } from './protocols/sliding-windows.ts'
import { type OpenWorld, openWorld } from './world.ts'

const turns = ['I keep bees.', 'My canoe is green.', 'We fly to Porto on Friday.'].map((text, i) => ({
  id: `t${i + 1}`,
  session: 's',
  speaker: i === 1 ? 'Tomas' : 'Ines',
  text,
  time: `2031-03-0${i + 1}T09:00:00Z`,
}))
const question = {
  text: 'Which colour is the canoe?',
  referenceTime: '2031-03-09T00:00:00Z',
  asker: undefined,
}
const reply = (answer: string, more = {}) =>
  JSON.stringify({ reasoning: '', answer, citations: [{ turn: 't2', quote: '' }], ...more })

/** Vectors by length: there is nothing to find by meaning, and nothing to load. */
const embedder = {
  id: 'trial',
  dimension: 2,
  embed: async (texts: readonly string[]) => texts.map((text) => new Float32Array([1, text.length % 7])),
}

async function within(
  script: Script,
  work: (world: OpenWorld, model: ScriptedModel) => Promise<void>,
  facts = {},
): Promise<void> {
  const model = scriptedModel(script, facts)
  const models = { writer: model, reader: model, assistant: model }
  const options = { embedder, models, units: 'turns', concurrency: 2 } as const
  await using world = openWorld({ name: 'b', turns }, options)
  await work(world, model)
}

test('full context shows every turn, RAG only what it recalled, in the prompt of our own fast mode', () =>
  within({ answer: () => reply('green') }, async (world, model) => {
    const fast = ours({ name: 'fast', mode: 'fast', model: true, units: 'turns', effort: 'low' })
    const answers = []
    for (const protocol of [fast, fullContext, denseRag(2), simpleMem(1)])
      answers.push(await protocol.answer(question, world))
    expect(answers.map(({ text }) => text)).toEqual(['green', 'green', 'green', 'green'])
    expect(answers.map(({ contextUnits }) => contextUnits).slice(1)).toEqual([3, 2, 1])
    expect(new Set(model.requests.map(({ system }) => system)).size).toBe(1)
    const [, whole, rag] = model.requests
    for (const { text } of turns) expect(whole!.prompt).toContain(text)
    expect(turns.filter(({ text }) => rag!.prompt.includes(text))).toHaveLength(2)
    expect(answers.every(({ calls }) => calls.length === 1)).toBe(true)
  }))

test('of windows the most confident answer counts, of equals the later, none where none answers', async () => {
  const confident = (list: readonly (readonly [string, number])[]): Script => ({
    answer: list.map(([answer, confidence]) => reply(answer, { confidence })),
  })
  const ask = async (script: Script) => {
    let text = ''
    await within(script, async (world, model) => {
      const response = await slidingWindows(20).answer(question, world)
      expect(model.requests).toHaveLength(3)
      text = response.answered ? response.text : 'none'
    })
    return text
  }
  expect(
    await ask(
      confident([
        ['a', 40],
        ['b', 90],
        ['c', 60],
      ]),
    ),
  ).toBe('b')
  expect(
    await ask(
      confident([
        ['a', 40],
        ['b', 60],
        ['c', 60],
      ]),
    ),
  ).toBe('c')
  expect(
    await ask(
      confident([
        ['', 99],
        ['', 99],
        ['', 99],
      ]),
    ),
  ).toBe('none')
})

test('windows hold every turn once, in order, and one that is too long alone', () => {
  const long = { ...turns[1]!, text: 'long '.repeat(500) }
  const all = [turns[0]!, long, turns[2]!]
  const windows = cutWindows(all, 60)
  expect(windows).toEqual([[turns[0]], [long], [turns[2]]])
  expect(cutWindows(turns, 10_000)).toEqual([turns])
})

test('a history that is too long for the model fails and is not cut in secret', () =>
  within(
    { answer: () => reply('green') },
    async (world, model) => {
      await expect(fullContext.answer(question, world)).rejects.toMatchObject({ code: 'context-too-long' })
      expect(model.requests).toHaveLength(0)
    },
    { contextTokens: 50 },
  ))

test('the closed book shows no turn, and the constant asks nobody', () =>
  within({ answer: () => reply('red') }, async (world, model) => {
    expect((await closedBook.answer(question, world)).text).toBe('red')
    for (const { text } of turns) expect(model.requests[0]!.prompt).not.toContain(text)
    expect(await notMentioned.answer(question, world)).toMatchObject({ answered: false, calls: [] })
    expect(model.requests).toHaveLength(1)
  }))

test('a variant of the deep mode tells which turns it read, with a model and without', () =>
  within(
    {
      assist: () =>
        JSON.stringify({
          relevant: true,
          evidence: [{ statement: 'Green.', quotes: [{ turn: 't2', text: 'My canoe is green.' }] }],
        }),
      aggregate: () => reply('green', { answered: true, missing: '' }),
    },
    async (world) => {
      const deep = await deepVariant({ name: 'd', model: true }).answer(question, world)
      expect(deep).toMatchObject({ text: 'green', mode: 'deep', turns: ['t1', 't2', 't3'] })
      expect(deep.calls.map(({ role }) => role).sort()).toEqual(['assistant', 'reader'])
      const plain = await deepVariant({ name: 'x', model: false }).answer(question, world)
      expect(plain).toMatchObject({ answered: true, calls: [] })
    },
  ))

test('what a protocol may cost is known before, and holds for what it does', () =>
  within({ answer: () => reply('green', { confidence: 50 }) }, async (world) => {
    const shape = { turns: 3, tokens: 60 }
    for (const protocol of [
      fullContext,
      denseRag(),
      simpleMem(),
      slidingWindows(),
      closedBook,
      notMentioned,
    ]) {
      const { least, most } = protocol.cost(shape).question
      const { calls } = await protocol.answer(question, world)
      expect(calls.length).toBeGreaterThanOrEqual(least)
      expect(calls.length).toBeLessThanOrEqual(most)
    }
  }))
