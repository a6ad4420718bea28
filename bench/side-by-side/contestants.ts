import type { Contestant } from './contestant.ts'
import { fullText } from './full-text.ts'
import { lancedb } from './lancedb.ts'
import { reinstate, reinstateWords } from './reinstate.ts'
import { vectorList } from './vector-list.ts'

/** Ourselves first, then what a TypeScript user would build instead. */
export const CONTESTANTS: readonly Contestant[] = [reinstate, reinstateWords, lancedb, fullText, vectorList]
