import { CHARACTERS_PER_TOKEN, type CountTokens } from '../llm/estimate-tokens.ts'
import { neutralise } from '../llm/neutralise.ts'
import type { Evidence } from '../model/evidence.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { Turn } from '../model/turn.ts'
import { excerpt } from './excerpt.ts'

/** How much room a piece has, and whose tokens count. */
export type Room = { readonly tokens: number; readonly count: CountTokens }

/**
 * Writes one piece of evidence with all its coordinates: what its turns say, verbatim, and beside it what a model made
 * of them, marked as such. A text that does not fit is cut around what made it evidence.
 *
 * @returns Undefined where not even a stretch worth reading fits.
 */
export function writePiece(piece: Evidence, place: number, room: Room): string | undefined {
  const coordinates = writeCoordinates(piece, place)
  const restated = restatements(piece).map(writeRestatement)
  // What a model made of the turns is left out before the turns themselves are.
  for (const lines of restated.length > 0 ? [[coordinates, ...restated], [coordinates]] : [[coordinates]]) {
    const written = writeFitting(piece, lines.join('\n'), { room, shortest: SHORTEST_EXCERPT_CHARACTERS })
    if (written !== undefined) return written
  }
  return undefined
}

/** Writes a piece with no more than who said it, when, and its turn: where its coordinates leave no room for its text. */
export function writeBriefly(piece: Evidence, place: number, room: Room): string | undefined {
  const [turn] = piece.turns
  const line = `[${place}] tier: ${piece.tier}, said: ${turn.time} by ${neutralise(turn.speaker)}, turns: ${neutralise(turn.id)}`
  return writeFitting({ ...piece, turns: [turn] }, line, { room, shortest: SHORTEST_BRIEF_CHARACTERS })
}

/** Longest excerpt of one piece: a long turn must not push out what ranks below it. */
const EXCERPT_CHARACTERS = 1_600
/** A shorter excerpt says too little to be worth its coordinates. */
const SHORTEST_EXCERPT_CHARACTERS = 60
/** Where there is room for little else, a few words are better than none. */
const SHORTEST_BRIEF_CHARACTERS = 16

type Fit = { readonly room: Room; readonly shortest: number }

function writeFitting(piece: Evidence, head: string, { room, shortest }: Fit): string | undefined {
  const roomForText = (room.tokens - room.count(`${head}\n  text: \n`)) * CHARACTERS_PER_TOKEN
  let characters = Math.min(EXCERPT_CHARACTERS, roomForText)
  while (characters >= shortest) {
    const written = `${head}\n${writeTexts(piece, characters)}`
    if (room.count(`${written}\n`) <= room.tokens) return written
    // Escapes and other scripts cost more than the estimate by characters foresaw.
    const longest = Math.max(...piece.turns.map(({ text }) => text.length)) * piece.turns.length
    characters = Math.floor(Math.min(characters, longest) * 0.8)
  }
  // A turn of a few words fits where no excerpt would be worth cutting.
  if (Math.max(...piece.turns.map(({ text }) => text.length)) > shortest / 2) return undefined
  const written = `${head}\n${writeTexts(piece, shortest * piece.turns.length)}`
  return room.count(`${written}\n`) <= room.tokens ? written : undefined
}

/** The source turns, verbatim; several, each with its own id and time, share the room. */
function writeTexts(piece: Evidence, characters: number): string {
  if (piece.turns.length === 1) return `  text: ${neutralise(excerpt(piece, Math.max(2, characters)))}`
  const share = Math.max(2, Math.floor(characters / piece.turns.length))
  return piece.turns
    .map((turn) => {
      const said = `said: ${writeTime(turn)} by ${neutralise(turn.speaker)}`
      return `  turn ${neutralise(turn.id)}, ${said}, text: ${neutralise(excerpt(ofTurn(piece, turn), share))}`
    })
    .join('\n')
}

function ofTurn(piece: Evidence, turn: Turn): Evidence {
  if (turn === piece.turns[0]) return piece
  return { ...piece, turns: [turn], unit: { ...piece.unit, passage: { start: 0, end: turn.text.length } } }
}

/** Units of a model that say the same as the turns of a piece, its own first. */
function restatements({ unit, restatedBy }: Evidence): readonly MemoryUnit[] {
  return [unit, ...restatedBy].filter(({ origin }) => origin === 'model')
}

function writeRestatement({ restatement, context: { eventTime } }: MemoryUnit): string {
  const days = eventTime === undefined ? '' : `, happened: ${eventTime.first}..${eventTime.last}`
  return `  restated${days}, text: ${neutralise(restatement)}`
}

function writeTime({ time, timeInferred }: Turn): string {
  return `${time}${timeInferred ? ' (inferred)' : ''}`
}

function writeCoordinates({ unit, turns, tier, score }: Evidence, place: number): string {
  const { context } = unit
  const { eventTime, recurrence } = context
  const lines = [
    `[${place}] tier: ${tier}${writeScore(score)}`,
    `  said: ${writeTime(turns[0])} by ${neutralise(unit.speaker)}${unit.modality === 'stated' ? '' : `, ${unit.modality}`}`,
    `  session: ${neutralise(unit.session)} ${context.sessionSpan.start}..${context.sessionSpan.end}`,
    eventTime && `  happened: ${eventTime.first}..${eventTime.last} (${eventTime.certainty})`,
    recurrence && `  repeats: ${writeRecurrence(recurrence)}`,
    context.mentionTime !== undefined && `  time words: ${neutralise(context.mentionTime)}`,
    context.location !== undefined && `  location: ${neutralise(context.location)}`,
    context.persons.length > 0 && `  persons: ${list(context.persons)}`,
    context.entities.length > 0 && `  entities: ${list(context.entities)}`,
    context.topic !== undefined && `  topic: ${neutralise(context.topic)}`,
    `  turns: ${list(unit.sources)}`,
  ]
  return lines.filter((line) => typeof line === 'string').join('\n')
}

/** A score that rounds to nothing tells a reader no more than the place does, and looks like a verdict. */
function writeScore(score: number): string {
  const shown = score.toFixed(3)
  return shown === '0.000' ? '' : `, score: ${shown}`
}

function writeRecurrence(rule: NonNullable<Evidence['unit']['context']['recurrence']>) {
  const { freq, interval, byday, bymonthday = [], bymonth = [] } = rule
  const every = interval > 1 ? `${freq}, every ${interval}` : freq
  const days = [
    byday.join(' '),
    bymonth.length > 0 ? `month ${bymonth.join(' ')}` : '',
    bymonthday.length > 0 ? `day ${bymonthday.join(' ')}` : '',
  ].filter((part) => part !== '')
  return days.length > 0 ? `${every} (${days.join(', ')})` : every
}

function list(names: readonly string[]): string {
  return names.map(neutralise).join(', ')
}
