/** What came of reading one JSON value in a reply. */
export type Reading =
  /** Read up to `end`; `mended` where it could be read only by a guess that what follows must not contradict. */
  | { readonly type: 'whole'; readonly value: unknown; readonly end: number; readonly mended: boolean }
  /**
   * The reply ends inside it. `value` holds what is whole of it, undefined where nothing may be kept; `open` says that
   * it ends inside a word, a string or a pair; `hollow` that the list which was cut has no whole element.
   */
  | { readonly type: 'cut'; readonly value: unknown; readonly open: boolean; readonly hollow: boolean }
  | { readonly type: 'unreadable'; readonly fault: string; readonly at: number }

/** @param fault What stands there, as a noun. */
export function unreadable(fault: string, at: number): Reading {
  return { type: 'unreadable', fault, at }
}
