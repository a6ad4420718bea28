import type { Answer, MemoryUnit, Recollection, Turn, TurnId, Usage, Verification } from '../../src/index.ts'
import type { QuestionSpec, SearchSpec } from './case.ts'
import type { World } from './world.ts'

/** What one run of a case did: everything that an expectation can look at, as plain data. */
export type Observation = {
  readonly world: World
  /** The first error of the run that no action of its own caused. */
  readonly failure: unknown
  readonly actions: readonly ActionResult[]
  readonly answers: readonly Asked[]
  readonly searches: readonly Searched[]
  /** All banks together, in the order of each bank. */
  readonly turns: readonly Turn[]
  readonly units: readonly MemoryUnit[]
  readonly verifications: readonly Verification[]
  /** Turns that await a language model. */
  readonly awaiting: readonly TurnId[]
  /** Turns that their own words do not find; looked at where a model failed. */
  readonly unfound: readonly TurnId[]
  /** What was spent on language models. */
  readonly usage: Usage
  /** What actions measured, by name: sizes in bytes, orders of turns, and so on. */
  readonly facts: Readonly<Record<string, unknown>>
}

export type ActionResult = {
  readonly name: string
  readonly error: unknown
  /** Turns that it removed. */
  readonly deleted: number
}

/** What an action gives back: turns that it removed, and what it measured. */
export type Done = { readonly deleted?: number; readonly facts?: Readonly<Record<string, unknown>> }

export type Asked = {
  readonly question: QuestionSpec
  readonly answer: Answer | undefined
  /** The evidence as an agent's prompt would hold it. */
  readonly block: string
  readonly error: unknown
}

export type Searched = {
  readonly search: SearchSpec
  readonly recollection: Recollection | undefined
  readonly error: unknown
}

/** Names the class of an error; undefined for none. */
export function classOf(error: unknown): string | null {
  if (error === undefined) return null
  return error instanceof Error ? error.name : typeof error
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
