import type { WrittenUnit } from '../../llm/tasks/anchor-window.ts'

/** Why a unit that a model wrote is not kept; stable across releases. */
export type RefusalReason =
  /** It names a turn that the window does not hold. */
  | 'source not in window'
  /** It names no turn, and none of the window says it. */
  | 'no source'
  /** It would change a memory that the model was never shown. */
  | 'unknown memory id'
  /** What it says is not what its turns speak of. */
  | 'unsupported by source'
  /** An amount or its unit of measure that nobody named. */
  | 'number not in source'
  | 'name not in source'
  | 'day not in source'
  /** It gives the words of one speaker to another. */
  | 'words of another speaker'
  /** It takes what an assistant said for what someone else said or is. */
  | 'words of an assistant'
  /** The reply holds more units than were asked for. */
  | 'too many units'
  /** It is no statement but a text. */
  | 'too long'

/** A unit that was refused: counted, and told, never stored. */
export type Refusal = {
  readonly reason: RefusalReason
  /** What the reason is about: the number, the name, the id; empty where it is the unit as a whole. */
  readonly what: string
  /** Its restatement. */
  readonly text: string
}

/** [unknown memory id 12], [unsupported by source]. */
export function describeRefusal({ reason, what }: Refusal): string {
  return what === '' ? reason : `${reason} ${what}`
}

export function refusal(reason: RefusalReason, unit: WrittenUnit, what = ''): Refusal {
  return { reason, what, text: unit.restatement }
}
