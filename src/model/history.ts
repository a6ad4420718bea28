import type { Day } from './day-range.ts'
import type { TurnId } from './turn.ts'

/** A name that the text itself declares for a person: “everyone calls Bartholomew ‘Bas’”. */
export type Alias = { readonly alias: string; readonly person: string; readonly source: TurnId }

/** What framing needs to know of a bank, cheap to keep: its days and its people. */
export type History = {
  /** First and last session day; undefined while the bank is empty. */
  readonly days: { readonly first: Day; readonly last: Day } | undefined
  /** Everyone who speaks, most turns first. */
  readonly speakers: readonly string[]
  /** Everyone who is named or speaks, most units first. */
  readonly persons: readonly string[]
  readonly aliases: readonly Alias[]
}
