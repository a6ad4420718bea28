import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../test/scripted-model.ts'
import { ValidationError } from '../model/errors.ts'
import type { ModelCall } from '../model/usage.ts'
import { callLimits } from './call-limits.ts'
import { createModelCallers } from './model-callers.ts'
import type { ModelsOption } from './models-option.ts'

const limits = callLimits()
const named = (id: string) => scriptedModel({ answer: 'yes' }, { id })
const idsOf = (models: ModelsOption | undefined) => {
  const { writer, reader, assistant } = createModelCallers(models, { limits })
  return [writer, reader, assistant].map((caller) => caller?.model.id)
}

describe('createModelCallers', () => {
  it('puts one model into every role', () => {
    expect(idsOf(named('one'))).toEqual(['one', 'one', 'one'])
    expect(idsOf(new MockLanguageModelV3({ modelId: 'sdk' }))).toEqual(['sdk', 'sdk', 'sdk'])
  })

  it.each<[string, Record<string, string>, (string | undefined)[]]>([
    ['nothing', {}, [undefined, undefined, undefined]],
    ['a writer', { writer: 'w' }, ['w', undefined, undefined]],
    ['a reader', { reader: 'r' }, [undefined, 'r', 'r']],
    ['an assistant', { assistant: 'a' }, [undefined, undefined, 'a']],
    ['writer and reader', { writer: 'w', reader: 'r' }, ['w', 'r', 'r']],
    ['reader and assistant', { reader: 'r', assistant: 'a' }, [undefined, 'r', 'a']],
    ['writer and assistant', { writer: 'w', assistant: 'a' }, ['w', undefined, 'a']],
    ['all', { writer: 'w', reader: 'r', assistant: 'a' }, ['w', 'r', 'a']],
  ])('fills no role that is not named, but the assistant’s by the reader: %s', (_, given, expected) => {
    const models = Object.fromEntries(Object.entries(given).map(([role, id]) => [role, named(id)]))
    expect(idsOf(models)).toEqual(expected)
  })

  it('gives none where none is set', () => {
    expect(idsOf(undefined)).toEqual([undefined, undefined, undefined])
  })

  it('records each call with the role that it was made in', async () => {
    const calls: ModelCall[] = []
    const callers = createModelCallers(named('one'), { limits, record: (call) => calls.push(call) })
    const request = { task: 'answer', system: '', prompt: '', schema: undefined, maxOutputTokens: 1 } as const
    for (const role of ['writer', 'reader', 'assistant'] as const) {
      expect(callers[role]?.role).toBe(role)
      await callers[role]?.generate(request)
    }
    expect(calls.map(({ role, model }) => `${role}:${model}`)).toEqual([
      'writer:one',
      'reader:one',
      'assistant:one',
    ])
  })

  it.each<[string, unknown, string]>([
    ['a bare name', 'gpt-5', 'models'],
    ['a bare name in a role', { reader: 'gpt-5' }, 'models.reader'],
    ['a number in a role', { writer: 5 }, 'models.writer'],
    ['an unknown role', { master: named('m') }, 'models.master'],
    [
      'another specification',
      { specificationVersion: 'v1', doGenerate() {}, doStream() {}, modelId: 'x' },
      'models',
    ],
    ['null', null, 'models'],
  ])('refuses %s and names it', (_, models, path) => {
    const create = () => createModelCallers(models as ModelsOption, { limits })
    expect(create).toThrow(ValidationError)
    expect(create).toThrow(expect.objectContaining({ path }))
  })
})
