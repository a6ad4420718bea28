import type { Span } from '../model/day-range.ts'
import type { Episode, EpisodeTurn } from '../model/episode.ts'
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
type Growing = { readonly parts: EpisodeTurn[]; readonly tokens: number }

function segment(
  open: OpenEpisode,
  turns: Parameters<Segment>[1],
  context: Context,
): readonly EpisodeDraft[] {
  const drafts: EpisodeDraft[] = []
  let growing: Growing =
    open === undefined ? { parts: [], tokens: 0 } : { parts: [...open.turns], tokens: open.tokens }
  let full = open?.sealed ?? false
  for (const part of turns.flatMap((turn) => splitTurn(turn, (each) => fitsAlone(each, context)))) {
    const cost = addedCost(growing, part, context)
    if (growing.parts.length > 0 && (full || growing.tokens + cost > context.shape.tokens)) {
      drafts.push(draftOf(growing, { sealed: true, ...context }))
      growing = overlapOf(growing, part, context)
      full = false
      growing = add(growing, part, addedCost(growing, part, context))
    } else growing = add(growing, part, cost)
  }
  if (growing.parts.length > 0) drafts.push(draftOf(growing, { sealed: full, ...context }))
  return drafts
}

/** The last whole turns of a sealed episode that the next one repeats, so many that the new part fits beside them. */
function overlapOf({ parts }: Growing, next: EpisodeTurn, context: Context): Growing {
  const { shape } = context
  let carried: Growing = { parts: [], tokens: 0 }
  // From the second on: all of it would be no step ahead.
  for (let from = parts.length - 1; from > 0; from--) {
    const longer = { parts: parts.slice(from), tokens: tokensOf(parts.slice(from), context) }
    const fits = longer.tokens + addedCost(longer, next, context) <= shape.tokens
    if (longer.tokens > shape.tokens * shape.overlap || !fits) break
    carried = longer
  }
  return carried
}

/** Takes the part in at the end, in place: one list grows for all the turns of an episode. */
function add({ parts, tokens }: Growing, part: EpisodeTurn, cost: number): Growing {
  const last = parts.at(-1)
  if (last !== undefined && continues(part, last)) parts[parts.length - 1] = { ...last, end: part.end }
  else parts.push(part)
  return { parts, tokens: tokens + cost }
}

/** What the part adds to the tokens: its lines, or by how much the line of its turn becomes longer. */
function addedCost({ parts }: Growing, part: EpisodeTurn, context: Context): number {
  const last = parts.at(-1)
  if (last === undefined || !continues(part, last)) return costOf(part, last, context)
  const before = parts.at(-2)
  return costOf({ ...last, end: part.end }, before, context) - costOf(last, before, context)
}

/** Parts of one turn that meet in one episode are one part of it. */
function continues(part: EpisodeTurn, last: EpisodeTurn): boolean {
  return part.turn.position === last.turn.position && part.start === last.end
}

function draftOf(
  { parts, tokens }: { readonly parts: Episode['turns']; readonly tokens: number },
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
