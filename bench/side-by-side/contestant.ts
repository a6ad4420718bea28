import type { Embedder } from '../../src/embed/embedder.ts'
import type { KeptBank } from '../speed/kept-bank.ts'

/** A turn as every contestant is given it. */
export type GivenTurn = {
  readonly id: string
  readonly session: string
  readonly speaker: string
  readonly text: string
  readonly time: string
}

/** What a contestant may use: the same vectors for all, and a folder of its own. */
export type Provisions = {
  /** Makes passages' vectors when the bank is made, and questions'. */
  readonly embedder: Embedder
  /** Exists, empty, and is removed in the end. */
  readonly folder: string
  /** Our own bank of these turns, where one is kept; default: none. */
  readonly kept?: KeptBank | undefined
}

/** A search over turns that somebody would build or install. */
export type Contestant = {
  readonly name: string
  readonly what: string
  /** Makes the bank, indexed and ready to search. */
  open(turns: readonly GivenTurn[], provisions: Provisions): Promise<Opened>
}

export type Opened = AsyncDisposable & {
  /** What of the making was done and timed before; default 0. */
  readonly madeBeforeMs?: number
  /**
   * Ids of the turns that each place covers, best first, at most `limit` places.
   *
   * @param referenceTime When it is asked; whoever has no notion of time takes no notice.
   */
  search(question: string, options: SearchOptions): Promise<readonly (readonly string[])[]>
}

export type SearchOptions = { readonly limit: number; readonly referenceTime?: string | undefined }

/** A turn as a text: what our own units are embedded as, too. */
export function passageOf({ speaker, text }: GivenTurn): string {
  return `${speaker}: ${text}`
}

/** The vectors of the turns, one each. */
export async function vectorsOf(
  turns: readonly GivenTurn[],
  embedder: Embedder,
): Promise<readonly Float32Array[]> {
  return await embedder.embed(turns.map(passageOf), 'passage')
}
