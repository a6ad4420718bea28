import type { Span } from '../model/day-range.ts'
import type { EpisodeTurn } from '../model/episode.ts'
import type { EpisodeDraft, EpisodeShape, OpenEpisode, Resegment, Segment } from '../store/episode-shelf.ts'
import { hashOfRendered, renderEpisode, renderTurn } from './render-episode.ts'
import { splitTurn } from './split-turn.ts'

export type CutOptions = {
  /** Counts by the tokenizer that `shape.tokenizer` names. */
  readonly countTokens: (text: string) => number
  /** IANA name by which days and times are written. */
  readonly timeZone: string
}

/**
 * Makes the two cuts that the shelf of episodes is given: `segment` for new turns, `resegment` for what is left of an
 * episode that lost turns.
 *
 * Blocks of consecutive turns in the order of arrival, each of at most `shape.tokens` as rendered (counted line by line,
 * which is never less than counted as a whole). An episode is sealed when the next turn does not fit; the next one begins
 * with the last whole turns of the sealed one that hold at most the share `shape.overlap` of L, fewer where the new turn
 * would not fit beside them. A turn longer than L is cut in parts. Turn by turn or all at once, the episodes are the same.
 *
 * @throws {RangeError} If `shape.tokens` is no positive number or `shape.overlap` lies outside [0, 1).
 * @see E-mem, section 3.2, equations 3 and 4
 */
export function createCut(
  shape: EpisodeShape,
  options: CutOptions,
): { readonly segment: Segment; readonly resegment: Resegment } {
  checkShape(shape)
  return {
    segment: (open, turns) => segment(open, turns, { ...options, shape }),
    // Sealed as it was: whether the last episode grows on is for the shelf to know, which keeps the order.
    resegment: (turns) =>
      turns.length === 0
        ? undefined
        : draftOf({ parts: turns, tokens: tokensOf(turns, options) }, { sealed: true, ...options }),
  }
}

type Context = CutOptions & { readonly shape: EpisodeShape }

/** An episode while turns come in. */
type Growing = { readonly parts: readonly EpisodeTurn[]; readonly tokens: number }

const EMPTY: Growing = { parts: [], tokens: 0 }

function segment(
  open: OpenEpisode,
  turns: Parameters<Segment>[1],
  context: Context,
): readonly EpisodeDraft[] {
  const drafts: EpisodeDraft[] = []
  const parts = open === undefined ? [] : [...open.turns]
  let tokens = open?.tokens ?? 0
  let mustSeal = open?.sealed ?? false
  for (const part of turns.flatMap((turn) => splitTurn(turn, (each) => fitsAlone(each, context)))) {
    let cost = costOf(part, parts.at(-1), context)
    if (parts.length > 0 && (mustSeal || tokens + cost > context.shape.tokens)) {
      drafts.push(draftOf({ parts: [...parts], tokens }, { sealed: true, ...context }))
      const carried = overlapOf(parts, part, context)
      parts.splice(0, parts.length, ...carried.parts)
      tokens = carried.tokens
      cost = costOf(part, parts.at(-1), context)
      mustSeal = false
    }
    parts.push(part)
    tokens += cost
  }
  if (parts.length > 0) drafts.push(draftOf({ parts, tokens }, { sealed: mustSeal, ...context }))
  return drafts
}

/** The last whole turns of a sealed episode that the next one repeats, so many that the new turn fits beside them. */
function overlapOf(sealed: readonly EpisodeTurn[], next: EpisodeTurn, context: Context): Growing {
  const { shape } = context
  let carried = EMPTY
  for (let from = sealed.length - 1; from >= 0; from--) {
    const parts = sealed.slice(from)
    const tokens =
      costOf(parts[0]!, undefined, context) +
      (parts.length > 1
        ? carried.tokens - costOf(parts[1]!, undefined, context) + costOf(parts[1]!, parts[0], context)
        : 0)
    if (tokens > shape.tokens * shape.overlap) break
    if (tokens + costOf(next, parts.at(-1), context) > shape.tokens) break
    carried = { parts, tokens }
  }
  // All of it would be no step ahead.
  return carried.parts.length === sealed.length ? { parts: [], tokens: 0 } : carried
}

function draftOf(
  { parts, tokens }: Growing,
  { sealed, timeZone }: { readonly sealed: boolean; readonly timeZone: string },
): EpisodeDraft {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  return {
    first: { position: first.turn.position, offset: first.start },
    last: { position: last.turn.position, offset: last.end },
    tokens,
    sealed,
    span: spanOf(parts),
    hash: hashOfRendered(renderEpisode(parts, timeZone)),
  }
}

function spanOf(parts: readonly EpisodeTurn[]): Span {
  // Instants compare as text.
  const times = parts.map(({ turn }) => turn.time).sort()
  return { start: times[0]!, end: times.at(-1)! }
}

function tokensOf(parts: readonly EpisodeTurn[], options: CutOptions): number {
  return parts.reduce((sum, part, i) => sum + costOf(part, parts[i - 1], options), 0)
}

function costOf(
  part: EpisodeTurn,
  before: EpisodeTurn | undefined,
  { countTokens, timeZone }: CutOptions,
): number {
  return countTokens(renderTurn(part, before?.turn, timeZone))
}

function fitsAlone(part: EpisodeTurn, context: Context): boolean {
  return costOf(part, undefined, context) <= context.shape.tokens
}

function checkShape({ tokens, overlap }: EpisodeShape): void {
  if (!(tokens > 0))
    throw new RangeError(`Cannot cut episodes as their tokens must be > 0: current value is ${tokens}`)
  if (!(overlap >= 0 && overlap < 1))
    throw new RangeError(`Cannot cut episodes as the overlap must be in [0, 1): current value is ${overlap}`)
}
