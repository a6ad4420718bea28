import type { Contestant } from './contestant.ts'
import { fullText } from './full-text.ts'
import { lancedb } from './lancedb.ts'
import { reinstate } from './reinstate.ts'
import { vectorList } from './vector-list.ts'

/** Ourselves first, then what a TypeScript user would build instead. */
export const CONTESTANTS: readonly Contestant[] = [reinstate, lancedb, fullText, vectorList]
