import dns from 'node:dns'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startModelServer } from '../../test/model-server/model-server.ts'
import { ValidationError } from '../model/errors.ts'
import { callLimits } from './call-limits.ts'
import { type ModelEnvironment, modelsFromEnvironment } from './from-environment.ts'
import { createModelCallers } from './model-callers.ts'
import type { ModelRequest } from './model-client.ts'

const endpoint = { OPENAI_BASE_URL: 'http://localhost:1/v1' }

const request: ModelRequest = {
  task: 'summarise',
  system: '',
  prompt: '?',
  schema: undefined,
  maxOutputTokens: 9,
}

afterEach(() => {
  vi.restoreAllMocks()
})

type Found = (error: Error) => void

async function idsOf(env: ModelEnvironment) {
  const models = await modelsFromEnvironment(env)
  const { writer, reader, assistant } = createModelCallers(models, { limits: callLimits() })
  return [writer, reader, assistant].map((caller) => caller?.model.id)
}

describe('modelsFromEnvironment', () => {
  it.each<ModelEnvironment>([
    {},
    endpoint,
    { OPENAI_API_KEY: 'key-of-another-program' },
    { ...endpoint, REINSTATE_MODEL: ' ' },
  ])('names none from %j', async (env) => {
    expect(await modelsFromEnvironment(env)).toBeUndefined()
  })

  it('takes the whole environment of the process', async () => {
    const env: NodeJS.ProcessEnv = { PATH: '/bin', ...endpoint, REINSTATE_MODEL: 'm' }
    expect(await idsOf(env)).toEqual(['m', 'm', 'm'])
  })

  it.each<[ModelEnvironment, (string | undefined)[]]>([
    [{ REINSTATE_MODEL: 'm' }, ['m', 'm', 'm']],
    [{ REINSTATE_MODEL: 'm', REINSTATE_ASSISTANT_MODEL: 'a' }, ['m', 'm', 'a']],
    [{ REINSTATE_MODEL: 'm', REINSTATE_WRITER_MODEL: 'w', REINSTATE_READER_MODEL: 'r' }, ['w', 'r', 'm']],
    [{ REINSTATE_READER_MODEL: 'r' }, [undefined, 'r', 'r']],
    [{ REINSTATE_WRITER_MODEL: 'w', REINSTATE_READER_MODEL: 'r' }, ['w', 'r', 'r']],
  ])('reads the roles of %j', async (env, expected) => {
    expect(await idsOf({ ...endpoint, ...env })).toEqual(expected)
  })

  it('makes one client for a name in several roles', async () => {
    const models = await modelsFromEnvironment({ ...endpoint, REINSTATE_MODEL: 'm' })
    expect(models).toMatchObject({ writer: expect.anything() })
    const { writer, reader } = models as { writer?: unknown; reader?: unknown }
    expect(writer).toBe(reader)
  })

  it.each(['REINSTATE_MODEL', 'REINSTATE_WRITER_MODEL'] as const)(
    'refuses a %s without an endpoint and says what to set',
    async (variable) => {
      const failure = await modelsFromEnvironment({ [variable]: 'm' }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ValidationError)
      expect(failure).toMatchObject({
        path: variable,
        message: expect.stringMatching(/OPENAI_BASE_URL.*OPENAI_API_KEY.*\.gguf/),
      })
    },
  )

  it('refuses a base URL that is none, by the name of its variable and without repeating it', async () => {
    const env = { OPENAI_BASE_URL: 'https://me:pa55word@host/v1', REINSTATE_MODEL: 'm' }
    const failure = await modelsFromEnvironment(env).catch((error: unknown) => error)
    expect(failure).toMatchObject({ path: 'OPENAI_BASE_URL', code: 'validation' })
    expect((failure as Error).message).not.toContain('pa55word')
  })

  it('takes a key alone for one of OpenAI', async () => {
    // Nothing leaves the machine: its name is asked for, and not found.
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_: string, __: object, done: Found) =>
        done(Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }))) as never)
    const models = await modelsFromEnvironment({ OPENAI_API_KEY: 'the-key', REINSTATE_MODEL: 'm' })
    const { reader } = createModelCallers(models, { limits: callLimits({ attempts: 1 }) })
    await expect(reader?.generate(request)).rejects.toMatchObject({ code: 'provider', retryable: true })
    expect(lookup.mock.calls.map(([name]) => name)).toEqual(['api.openai.com'])
  })

  it('asks the endpoint for the model, with the key', async () => {
    await using server = await startModelServer({ text: 'yes' })
    const models = await modelsFromEnvironment({
      OPENAI_BASE_URL: server.baseURL,
      OPENAI_API_KEY: ' the-key\n',
      REINSTATE_MODEL: 'm',
    })
    const { reader } = createModelCallers(models, { limits: callLimits() })
    await reader?.generate(request)
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: 'Bearer the-key' },
      body: { model: 'm' },
    })
  })
})
