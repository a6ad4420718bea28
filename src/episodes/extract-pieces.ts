import { kindred } from '../answer/kindred.ts'
import { termSet } from '../answer/read-passage.ts'
import { personTerms } from '../language/persons.ts'
import { analyse } from '../language/terms.ts'
import type { EpisodeTurn } from '../model/episode.ts'
import { type Evidence, type Tier, UNRANKED } from '../model/evidence.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { TurnId } from '../model/turn.ts'
import { distanceDays, overlap } from '../time/day-range.ts'
import { dayOfInstant } from '../time/zone.ts'

/** The passages of turns as evidence that nobody has ranked yet, in the order of the turns. */
export function piecesOf(
  turns: readonly EpisodeTurn[],
  units: readonly MemoryUnit[],
  { frame, timeZone }: { readonly frame: RecallFrame; readonly timeZone: string },
): readonly Evidence[] {
  const parts = new Map(turns.map((part) => [part.turn.id, part]))
  const pieces = units.flatMap((unit): Evidence[] => {
    const part = parts.get(unit.sources[0])
    if (part === undefined || unit.origin !== 'turn') return []
    if (unit.passage.start < part.start || unit.passage.end > part.end) return []
    const tier = tierOf(unit, { frame, timeZone })
    return [{ unit, restatedBy: [], turns: [part.turn], tier, score: 0, reason: UNRANKED }]
  })
  return pieces.toSorted(
    (a, b) => a.turns[0].position - b.turns[0].position || a.unit.passage.start - b.unit.passage.start,
  )
}

/**
 * Ranks the passages of one stretch of conversation by the words of the question: each by how rare it is here, a
 * neighbour's words for a little, with what the frame names (persons, time) and what is known to be evidence before the
 * rest.
 *
 * @param pieces In the order of the turns; all of the stretch, as they tell how rare a word is.
 * @param known Turns known to be evidence, best first.
 * @returns Those that bear on the question, best first, scores in (0, 1]; ties in the order of the turns.
 */
export function rankPieces(
  pieces: readonly Evidence[],
  frame: RecallFrame,
  known: readonly TurnId[] = [],
): readonly Evidence[] {
  const asked = termsOf(frame)
  const held = pieces.map(
    ({ unit, turns }) => new Set([...termSet(passageOf(unit, turns[0].text)), ...termSet(unit.speaker)]),
  )
  const weights = rarity(asked, held)
  const persons = new Set(frame.persons.flatMap(personTerms))
  const whole = asked.reduce((sum, term) => sum + weights.get(term)!, 0)
  const ranks = new Map(known.map((id, rank) => [id, rank]))
  return pieces
    .map((piece, index) => {
      const words = covered(held, index, { asked, weights }) / Math.max(whole, Number.MIN_VALUE)
      const rank = ranks.get(piece.turns[0].id)
      const bears = words >= LEAST_COVERAGE || rank !== undefined
      const person = Number(
        piece.unit.context.persons.some((name) => personTerms(name).some((term) => persons.has(term))),
      )
      const timely = Number(frame.time.status === 'grounded' && piece.tier === 'within')
      const own = WORDS_SHARE * words + PERSON_SHARE * person + TIME_SHARE * timely
      // What was found by meaning as well goes before what merely has the words.
      const score =
        rank === undefined ? UNKNOWN_SHARE * own : UNKNOWN_SHARE + (1 - UNKNOWN_SHARE) * standing(rank)
      return { ...piece, score: bears ? score : 0 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** How rare each asked term is in a stretch of conversation: its inverse document frequency, > 0. */
export function termWeightsOf(frame: RecallFrame, pieces: readonly Evidence[]): ReadonlyMap<string, number> {
  const held = pieces.map(({ unit, turns }) => termSet(passageOf(unit, turns[0].text)))
  return rarity(termsOf(frame), held)
}

const WORDS_SHARE = 0.7
const PERSON_SHARE = 0.15
const TIME_SHARE = 0.15
/** Scores up to which passages come that are not known to be evidence; the known ones share what is above. */
const UNKNOWN_SHARE = 0.5
/** After how many places what is known to be evidence has lost half of what sets it off. */
const KNOWN_SCALE = 5
/** From which share of the question's words a passage bears on it: one telling word of several. */
const LEAST_COVERAGE = 0.2
/** What a word counts that stands in the passage before or after. */
const NEAR_SHARE = 0.3
/** What another word for the same counts. */
const KINDRED_SHARE = 0.9
/** Days around a grounded range that are near it. */
const NEAR_DAYS = 5

function standing(rank: number): number {
  return 1 / (1 + rank / KNOWN_SCALE)
}

/** What a passage has to speak of: the words of the question without the names of persons, which count apart. */
function termsOf({ need, question, persons }: RecallFrame): readonly string[] {
  const words = need.keywords.length > 0 ? need.keywords.join(' ') : question
  const names = new Set(persons.flatMap(analyse))
  const all = [...new Set(analyse(words))]
  const matter = all.filter((term) => !names.has(term))
  return matter.length > 0 ? matter : all
}

function passageOf({ passage }: MemoryUnit, text: string): string {
  return text.slice(passage.start, passage.end)
}

function rarity(asked: readonly string[], held: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const term of asked) {
    const holding = held.filter((terms) => terms.has(term)).length
    if (holding > 0) weights.set(term, Math.log(1 + (held.length - holding + 0.5) / (holding + 0.5)))
  }
  // What stands nowhere here tells no passage from another: it weighs as much as the rest, not more for being rare.
  const mean = [...weights.values()].reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.size)
  return new Map(asked.map((term) => [term, weights.get(term) ?? (mean || 1)]))
}

function covered(
  held: readonly ReadonlySet<string>[],
  index: number,
  { asked, weights }: { readonly asked: readonly string[]; readonly weights: ReadonlyMap<string, number> },
): number {
  const here = held[index]!
  const around = [held[index - 1], held[index + 1]]
  return asked.reduce((sum, term) => {
    const near = around.some((terms) => terms?.has(term)) ? NEAR_SHARE : 0
    return sum + weights.get(term)! * Math.max(stands(term, here), near)
  }, 0)
}

function stands(term: string, terms: ReadonlySet<string>): number {
  if (terms.has(term)) return 1
  for (const other of terms) if (kindred(term, other)) return KINDRED_SHARE
  return 0
}

function tierOf(
  { context }: MemoryUnit,
  { frame, timeZone }: { readonly frame: RecallFrame; readonly timeZone: string },
): Tier {
  if (frame.time.status !== 'grounded') return 'within'
  const { start, end } = context.sessionSpan
  const session = { first: dayOfInstant(start, timeZone), last: dayOfInstant(end, timeZone) }
  const { readings } = frame.time
  const { eventTime } = context
  if (
    readings.some(
      (range) => overlap(range, session) || (eventTime !== undefined && overlap(range, eventTime)),
    )
  )
    return 'within'
  return readings.some((range) => distanceDays(range, session) <= NEAR_DAYS) ? 'near' : 'elsewhere'
}
