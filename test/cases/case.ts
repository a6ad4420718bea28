import { readFileSync } from 'node:fs'

/** One case of a cases file; its keys are described by the file's own README. */
export type Case = {
  readonly id: string
  readonly kind: string
  readonly source?: string
  readonly note?: string
  readonly input: Input
  readonly expect: Expectation
}

export type Days = readonly [first: string, last: string]

export type Input = {
  readonly config?: Config
  readonly clock?: string
  readonly session_started_at?: Readonly<Record<string, string>>
  readonly turns?: readonly TurnSpec[]
  readonly turns_spec?: string
  readonly ingest_order?: readonly string[]
  readonly actions?: readonly Action[]
  readonly question?: QuestionSpec
  readonly questions?: readonly QuestionSpec[]
  readonly search?: SearchSpec
  readonly searches?: readonly (string | SearchSpec)[]
  readonly runs?: readonly Input[]
  readonly embedder?: EmbedderSpec
  readonly inspect?: string
  readonly repeat_with_host_tz?: readonly string[]
  readonly paths?: readonly string[]
  readonly method?: string
  readonly model_reply?: unknown
  readonly model_reply_by_turn?: unknown
  readonly existing_memories?: unknown
  readonly http?: unknown
  readonly calls?: unknown
  readonly requests?: unknown
}

export type Config = {
  readonly timezone?: string
  readonly week_start?: string
  readonly date_order?: 'DMY' | 'MDY'
  readonly hemisphere?: string
  readonly store?: 'sqlite' | 'postgres'
  readonly retriever?: 'bm25' | 'dense' | 'hybrid'
  readonly path?: string
  readonly embedder?: string
  readonly answer_context_tokens?: number
  readonly provider?: unknown
  readonly strict?: unknown
  readonly http?: unknown
  readonly mcp?: unknown
  readonly log_level?: unknown
  readonly max_body_bytes?: unknown
}

export type TurnSpec = {
  readonly id?: string
  readonly session?: string
  readonly speaker: string
  readonly text?: unknown
  readonly text_spec?: string
  readonly timestamp?: string | number | null
  readonly user?: string
  readonly role?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type QuestionSpec = { readonly text: string; readonly asked_at?: string; readonly user?: string }

export type SearchSpec = {
  readonly text?: string
  readonly vector?: string
  readonly k?: number
  readonly window?: Days
  readonly before?: string
  readonly after?: string
  readonly session?: string
  readonly speaker?: string
  readonly user?: string
  readonly neighbours?: number
  readonly asked_at?: string
}

export type EmbedderSpec = {
  readonly id?: string
  readonly dim: number
  readonly vectors?: Readonly<Record<string, readonly number[]>>
  readonly max_tokens_per_request?: number
  readonly on_excess?: { readonly http_status: number }
}

export type Action =
  | string
  | {
      readonly op: string
      readonly user?: string | null
      readonly id?: string
      readonly text?: string
      readonly turns?: readonly TurnSpec[]
      readonly embedder?: EmbedderSpec
    }

/** What a case expects; the checks give each key its meaning. */
export type Expectation = { readonly [key: string]: unknown }

/** Reads a cases file: a list of cases, or an object that holds one. */
export function readCases(path: string): readonly Case[] {
  const parsed = JSON.parse(readFileSync(path, 'utf8')) as
    | readonly Case[]
    | { readonly cases: readonly Case[] }
  return 'cases' in parsed ? parsed.cases : (parsed as readonly Case[])
}

/** The inputs that a case runs, each with what it expects. */
export function runsOf({
  input,
  expect,
}: Case): readonly { readonly input: Input; readonly expect: Expectation }[] {
  if (input.runs === undefined) return [{ input, expect }]
  const { runs, ...shared } = expect as Expectation & { runs?: readonly Expectation[] }
  const { runs: inputs, ...rest } = input
  return inputs!.map((run, index) => ({
    input: { ...rest, ...run },
    expect: { ...shared, ...runs?.[index] },
  }))
}
