import { ModuleMissingError, ValidationError } from '../model/errors.ts'
import { namesSecret } from './redact.ts'

/** An endpoint that speaks OpenAI's protocol. */
export type EndpointOptions = {
  /** Default: none is sent. */
  readonly apiKey?: string | undefined
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Reads the base URL of an endpoint.
 *
 * @param path Names the option or variable in errors, which do not repeat the URL: it may hold a secret.
 * @throws {ValidationError} If it is no `http` or `https` URL, or holds a user and a password.
 */
export function endpointOf(baseURL: string, path: string): URL {
  const url = URL.canParse(baseURL.trim()) ? new URL(baseURL.trim()) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ValidationError(path, `${path} must be an http or https URL, as http://localhost:11434/v1`)
  }
  if (url.username === '' && url.password === '') return url
  throw new ValidationError(path, `${path} must hold no user or password: give the key by itself`)
}

/** @throws {ValidationError} If the name is blank. */
export function modelNameOf(model: string): string {
  if (model.trim() !== '') return model.trim()
  throw new ValidationError('model', 'model must name a model of the endpoint: it is empty')
}

/**
 * The settings of an AI SDK provider for an endpoint, and what must stand in no error of it.
 *
 * @returns `createOpenAICompatible`, loaded only here, the settings that it wants, and the secrets.
 * @throws {ModuleMissingError} If `@ai-sdk/openai-compatible` is not installed.
 */
export async function openEndpoint(url: URL, { apiKey, headers = {} }: EndpointOptions) {
  const [{ createOpenAICompatible }, { createHttpFetch }] = await Promise.all([
    loadProvider(),
    import('./http-fetch.ts'),
  ])
  const settings = {
    name: 'openaiCompatible',
    baseURL: `${url.origin}${url.pathname}`,
    queryParams: Object.fromEntries(url.searchParams),
    ...(apiKey && { apiKey }),
    headers: { ...headers },
    fetch: createHttpFetch(),
  }
  const secrets = [...Object.entries(headers), ...url.searchParams]
    .filter(([name]) => namesSecret(name))
    .map(([, value]) => value)
  return { createOpenAICompatible, settings, secrets: [apiKey, ...secrets] }
}

async function loadProvider() {
  try {
    return await import('@ai-sdk/openai-compatible')
  } catch (cause) {
    throw new ModuleMissingError(
      'An OpenAI-compatible endpoint needs the package @ai-sdk/openai-compatible: npm install @ai-sdk/openai-compatible',
      { cause },
    )
  }
}
