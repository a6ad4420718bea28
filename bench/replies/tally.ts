import { AsyncLocalStorage } from 'node:async_hooks'
import type { KeptReply } from './reply-folder.ts'

/** What the replies of one piece of work were: asked for now, or kept from an earlier run. */
export type Tally = {
  live: number
  /** Given at once; a piece of work with such replies tells no time. */
  kept: number
  /** Kept, and given after as long as they took. */
  paced: number
  /** Milliseconds that the model took, now or then. */
  modelMs: number
  /** Calls that the gate did not let through: the work is not whole. */
  refused: number
}

/** Counts the replies of some work in a tally, whatever runs beside it. */
export function tallied<Value>(tally: Tally, work: () => Promise<Value>): Promise<Value> {
  return storage.run(tally, work)
}

export function openTally(): Tally {
  return { live: 0, kept: 0, paced: 0, modelMs: 0, refused: 0 }
}

/** The tally of the work that is being done; undefined outside of any. */
export function openedTally() {
  const tally = storage.getStore()
  if (tally === undefined) return undefined
  return {
    liveReplies({ milliseconds }: KeptReply) {
      tally.live += 1
      tally.modelMs += milliseconds
    },
    keptReplies({ milliseconds }: KeptReply, isPaced: boolean) {
      if (isPaced) tally.paced += 1
      else tally.kept += 1
      tally.modelMs += milliseconds
    },
    refused() {
      tally.refused += 1
    },
  }
}

const storage = new AsyncLocalStorage<Tally>()
