import type { Embedder } from '../embed/embedder.ts'
import type { Router } from '../episodes/route.ts'
import type { Surroundings } from '../llm/call-limits.ts'
import type { ModelCallers } from '../llm/model-caller.ts'
import type { EpisodeShelf } from '../store/episode-shelf.ts'
import type { Store } from '../store/store.ts'

/** What a question is answered with: one bank, its models, and who is told what goes wrong on the way. */
export type ModeContext = {
  readonly store: Store
  /** Names the bank for good, whatever handle opens it. */
  readonly bankKey: string
  /** Undefined: words alone are searched. */
  readonly embedder: Embedder | undefined
  readonly callers: ModelCallers
  /** Makes what a moment can make of the vectors that are missing. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void>
  /** Activates at most τ episodes; the same router for the same τ. */
  readonly routerOf: (episodes: number) => Router
  readonly episodes: {
    /** Brings the shelf up to date with the turns, so that the open episode can be read. */
    keep(signal: AbortSignal | undefined): Promise<EpisodeShelf>
  }
  /** By which time limits are kept. */
  readonly surroundings: Pick<Surroundings, 'now' | 'sleep'>
  readonly warn: (event: string, error: unknown) => void
}
