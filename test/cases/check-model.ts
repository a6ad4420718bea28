import type { ReinstateError, TurnId } from '../../src/index.ts'
import { type Check, differ } from './check-evidence.ts'
import { classOf, type Observation } from './observation.ts'

type Outcome = {
  readonly truncated?: boolean
  readonly extraction?: 'failed'
  readonly status?: 'partial'
  readonly error_class?: string
  readonly finish_reason?: string
  readonly raw_text?: string
  readonly ok?: readonly string[]
  readonly failed?: readonly { readonly id: string; readonly error_class: string }[]
}

/** Expectations on what a language model made of the turns. */
export const MODEL_CHECKS: Readonly<Record<string, Check<Observation>>> = {
  memories: (wanted, observation) => differ('the memories', written(observation).length, wanted),
  memory_texts: (wanted, observation) => differ('the memories', texts(observation), wanted),
  memory_types: (wanted, observation) =>
    differ(
      'the types of the memories',
      written(observation).map(({ type }) => type),
      wanted,
    ),
  reject_memory_texts: (wanted, observation) => {
    const found = (wanted as string[]).filter((text) => texts(observation).includes(text))
    return found.length > 0 ? `“${found}” is stored` : undefined
  },
  memory_texts_exclude: (wanted, observation) => {
    const found = (wanted as string[]).filter((part) =>
      texts(observation).some((text) => text.includes(part)),
    )
    return found.length > 0 ? `“${found}” stands in a memory` : undefined
  },
  pending: (wanted, { awaiting }) => differ('the turns that await a model', awaiting, wanted),
  max_model_calls: (wanted, { usage }) => {
    const calls = usage.calls.reduce((sum, { attempts }) => sum + attempts, 0)
    return calls <= (wanted as number) ? undefined : `${calls} calls of the model`
  },
  searches_work: (_, { unfound }) =>
    unfound.length === 0 ? undefined : `${unfound} are not found by their own words`,
  outcome: (wanted, observation) => checkOutcome(wanted as Outcome, observation),
  /** Whatever a library says of a part that failed, the command line ends with a code of its own. */
  cli_exit_code: (_, { world }) =>
    world.anchorings.some(({ failed, refusedNow }) => failed.length + refusedNow.length > 0)
      ? undefined
      : 'nothing says that a part failed',
  schema: (wanted, { facts }) => {
    const { forbidden_keywords: forbidden } = wanted as { forbidden_keywords: readonly string[] }
    if (facts.schema === undefined) return 'no schema was sent'
    const used = forbidden.filter((keyword) => keywordsIn(facts.schema).has(keyword))
    return used.length > 0 ? `the schema has ${used}` : undefined
  },
}

function checkOutcome(wanted: Outcome, observation: Observation): string | undefined {
  const { anchorings } = observation.world
  const errors = new Map<TurnId, ReinstateError>()
  for (const { failed } of anchorings)
    for (const { turns, error } of failed) for (const id of turns) errors.set(id, error)
  const refused = new Set(anchorings.flatMap(({ refusedNow }) => refusedNow))
  const [error] = errors.values()
  const faults = [
    wanted.truncated === undefined
      ? undefined
      : differ(
          'whether a reply was cut',
          anchorings.some(({ truncated }) => truncated > 0),
          wanted.truncated,
        ),
    wanted.error_class === undefined ? undefined : differ('the error', classOf(error), wanted.error_class),
    wanted.finish_reason === undefined
      ? undefined
      : differ(
          'why it ended',
          (error as { finishReason?: string } | undefined)?.finishReason,
          wanted.finish_reason,
        ),
    wanted.raw_text === undefined
      ? undefined
      : differ('the raw text', (error as { rawText?: string } | undefined)?.rawText, wanted.raw_text),
    ...(wanted.ok ?? []).map((id) =>
      errors.has(id as TurnId) || refused.has(id as TurnId) || observation.awaiting.includes(id as TurnId)
        ? `${id} was not anchored`
        : undefined,
    ),
    ...(wanted.failed ?? []).map(({ id, error_class: expected }) =>
      differ(
        `the error of ${id}`,
        refused.has(id as TurnId) ? 'ProviderRefusedError' : classOf(errors.get(id as TurnId)),
        expected,
      ),
    ),
  ]
  return faults.find((fault) => fault !== undefined)
}

function written({ units }: Observation) {
  return units.filter(({ origin }) => origin === 'model')
}

const texts = (observation: Observation) => written(observation).map(({ restatement }) => restatement)

function keywordsIn(schema: unknown): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  const found = new Set(Array.isArray(schema) ? [] : Object.keys(schema))
  for (const value of Object.values(schema)) for (const keyword of keywordsIn(value)) found.add(keyword)
  return found
}
