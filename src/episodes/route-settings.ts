import type { LexicalShape } from '../store/views/view-query.ts'

/** Everything that decides which episodes a question activates, besides the question. */
export type RouteSettings = {
  /** τ: episodes activated at most. */
  readonly episodes: number
  /** How many passages each view contributes. */
  readonly depth: number
  readonly lexical: LexicalShape
  /**
   * `passages`: what speaks for a passage is summed, and an episode scores by its best one. `episodes`: each pathway
   * scores episodes by its best passage there, spread over [0, 1] between the worst and the best episode, and then summed.
   */
  readonly fusion: 'passages' | 'episodes'
  readonly weights: RouteWeights
  /** How many episodes each pathway hands to the union. */
  readonly heads: number
  /** Whether the first of each pathway keeps a place whatever its fused score. */
  readonly keepFirsts: boolean
  /** From how many of the best passages names are followed to other passages; 0: from none. */
  readonly followed: number
  /**
   * Of a second round, where one is asked for: of how many of the best passages how many new names each are asked of, and
   * what that counts as a share of the best passage's score. It costs a search by meaning a name.
   */
  readonly probing: { readonly passages: number; readonly names: number; readonly share: number }
  /** Whether the episodes of the grounded range and of the fast mode's evidence are activated as well. */
  readonly byTime: boolean
  readonly byEvidence: boolean
}

/** What each signal counts; all signals lie in about [0, 1]. */
export type RouteWeights = {
  /** The question against the summary, in meaning and in words. */
  readonly global: number
  /** The cosine of a passage, from 0 at the mean of all to 1 at the best. */
  readonly semantic: number
  /** BM25 of a passage against the best. */
  readonly symbolic: number
  /** Of the persons asked for, those who speak or are named in the passage. */
  readonly persons: number
  /** BM25 of a passage's neighbours in its session. */
  readonly neighbours: number
  /** Meaning and words of the passage's session. */
  readonly session: number
  /** A name that the best passages bring up and the question does not know, as a share of the best passage's score. */
  readonly followed: number
  /** Compatible with the grounded range. */
  readonly time: number
  /** Evidence of the fast mode, the first in full. */
  readonly evidence: number
}

/** Chosen on questions outside of the measured streams, and on the tuning conversations; see `bench -- routing`. */
export const defaults: RouteSettings = {
  episodes: 5,
  depth: 200,
  lexical: { k1: 0.9, b: 0.4, neighbours: [0, 0], session: 0 },
  fusion: 'passages',
  weights: {
    global: 0.1,
    semantic: 1,
    symbolic: 0.3,
    persons: 0,
    neighbours: 0,
    session: 0.15,
    followed: 0.45,
    time: 0.15,
    evidence: 0.3,
  },
  heads: 10,
  keepFirsts: false,
  followed: 2,
  probing: { passages: 3, names: 8, share: 0.6 },
  byTime: true,
  byEvidence: true,
}

/**
 * E-mem as published: three pathways and nothing of ours, their union cut to τ. How the pathways are joined is not in the
 * paper; these shares and constants are those of its release. @see E-mem, section 3.3
 */
export const emem: RouteSettings = {
  episodes: 5,
  depth: 200,
  lexical: { k1: 1.5, b: 0.75, neighbours: [0, 0], session: 0 },
  fusion: 'episodes',
  weights: {
    global: 0.3,
    semantic: 0.4,
    symbolic: 0.3,
    persons: 0,
    neighbours: 0,
    session: 0,
    followed: 0,
    time: 0,
    evidence: 0,
  },
  heads: 5,
  keepFirsts: true,
  followed: 0,
  probing: { passages: 0, names: 0, share: 0 },
  byTime: false,
  byEvidence: false,
}

export const presets = { defaults, emem } as const
