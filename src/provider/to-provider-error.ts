import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderRefusedError,
  ProviderTimeoutError,
} from '../model/errors.ts'
import type { Failure } from './read-failure.ts'
import { readFailure } from './read-failure.ts'
import type { Redact } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'

export type FailureContext = {
  /** What was asked, as errors name it: “Model 'tiny'”. */
  readonly asked: string
  readonly redact: Redact
  /** Milliseconds since 1970, against which a date in `Retry-After` is read. */
  readonly now: () => number
  /** Further words that say that the input was too long. Default: none. */
  readonly tooLong?: RegExp | undefined
}

/**
 * The error of a provider as one of ours, told apart by what a caller can do about it.
 *
 * Neither the error nor its causes hold a secret or the prompt, which the errors of the AI SDK carry along.
 */
export function toProviderError(error: unknown, context: FailureContext): ProviderError {
  if (error instanceof ProviderError) return error
  const failure = readFailure(error)
  const { create, says } = kinds.find(({ when }) => when(failure, context)) ?? other
  const status = failure.status === undefined ? '' : ` (${failure.status})`
  return create(context.redact(`${context.asked}: ${says}${status}: ${failure.message}`), {
    status: failure.status,
    retryAfterMs: retryAfterMs(failure.headers, context.now()),
    cause: innocent(error, context.redact),
    failure,
  })
}

type Facts = {
  status: number | undefined
  retryAfterMs: number | undefined
  cause: unknown
  failure: Failure
}

type Kind = {
  readonly when: (failure: Failure, context: FailureContext) => boolean
  readonly says: string
  readonly create: (message: string, facts: Facts) => ProviderError
}

/** How providers say it, in codes and in words; each is of a server in use. */
const CONTEXT_TOO_LONG =
  /context_length_exceeded|exceed_context_size|string_above_max_length|(?:maximum|max|model's) context (?:length|window|size)|context (?:length|window|size) of|(?:exceeds?|exceeded|overflows?|larger than|longer than)[^.]{0,40} context|prompt (?:is )?too long|input (?:is )?too long|too many (?:input )?tokens|input token count|reduce the length|request too large|maximum number of (?:input )?tokens|`inputs` tokens|max_model_len/iu
const REFUSED =
  /content[_ ]?filter|content[_ ](?:management )?policy|ResponsibleAIPolicy|safety (?:system|policy)|moderation|flagged/iu
const KEY = /invalid_api_key|authentication_error|AI_LoadAPIKeyError/iu
const QUOTA = /insufficient_quota|insufficient[_ ](?:funds|balance|credits)|billing|credit balance/iu
const OVERLOADED = /overloaded|rate_limit|rate limit|too many requests|server[_ ]busy|at capacity/iu
const TIMEOUT = /^(?:ETIMEDOUT|UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT)$/u

const words = ({ message, codes }: Failure) => [...codes, message].join(' ')
const isStatus =
  (...statuses: number[]) =>
  ({ status }: Failure) =>
    status !== undefined && statuses.includes(status)

/** In this order: what asking again cannot mend comes first, whatever status it bears. */
const kinds: readonly Kind[] = [
  {
    when: (failure) =>
      (isStatus(400, 403, 422)(failure) || failure.status === undefined) && REFUSED.test(words(failure)),
    says: 'the provider refuses this request',
    create: (message, facts) => new ProviderRefusedError(message, facts),
  },
  {
    when: (failure) => isStatus(401, 403)(failure) || KEY.test(words(failure)),
    says: 'the provider does not accept the API key',
    create: (message, facts) => new ProviderAuthError(message, facts),
  },
  {
    when: (failure, { tooLong }) =>
      isStatus(413)(failure) ||
      CONTEXT_TOO_LONG.test(words(failure)) ||
      tooLong?.test(words(failure)) === true,
    says: 'the input is longer than the model can read',
    create: (message, facts) => new ContextTooLongError(message, facts),
  },
  {
    when: (failure) => isStatus(402)(failure) || QUOTA.test(words(failure)),
    says: 'the account has no quota left',
    create: (message, facts) => new ProviderError(message, facts),
  },
  {
    when: (failure) => isStatus(408, 504)(failure) || failure.codes.some((code) => TIMEOUT.test(code)),
    says: 'the provider did not answer in time',
    create: (message, facts) => new ProviderTimeoutError(message, facts),
  },
  {
    when: (failure) =>
      isStatus(429, 503, 529)(failure) ||
      ((failure.status ?? 500) >= 500 && !failure.connection && OVERLOADED.test(words(failure))),
    says: 'the provider has no capacity',
    create: (message, facts) => new ProviderOverloadedError(message, facts),
  },
  {
    when: ({ connection }) => connection,
    says: 'the connection to the provider failed',
    create: (message, facts) => new ProviderError(message, { ...facts, retryable: true }),
  },
  {
    when: isStatus(404),
    says: 'the provider does not know the model or the address; check its name and the base URL',
    create: (message, facts) => new ProviderError(message, facts),
  },
  {
    when: isStatus(200),
    says: 'the answer of the provider cannot be read',
    create: (message, facts) => new ProviderError(message, facts),
  },
]

const other: Kind = {
  when: () => true,
  says: 'the provider answered with an error',
  create: (message, facts) =>
    new ProviderError(message, { ...facts, retryable: (facts.failure.status ?? 0) >= 500 }),
}

/** Causes nest three deep in practice; a ring would not end. */
const DEEPEST_CAUSE = 6

/** A cause reduced to names and redacted words. */
function innocent(error: unknown, redact: Redact, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth === DEEPEST_CAUSE) return undefined
  const cause = innocent(error.cause, redact, depth + 1)
  const copy = new Error(redact(error.message), cause === undefined ? {} : { cause })
  copy.name = error.name
  copy.stack = redact(error.stack ?? '')
  return copy
}
