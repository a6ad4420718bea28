import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises'
import type { Episode, EpisodeTurn } from '../../model/episode.ts'
import type { Turn } from '../../model/turn.ts'
import type { EpisodeDraft, EpisodeShape, Resegment, Segment } from '../episode-shelf.ts'
import type { Connection } from './connection.ts'
import {
  dropStraySummaries,
  dropSummaryOf,
  type EpisodeRow,
  insertEpisode,
  lastRow,
  readEpisode,
  replaceEpisode,
  type TornRow,
  turnsOfEpisode,
} from './episode-rows.ts'
import { type TurnRow, toTurn, turnColumns, turnSource } from './rows.ts'
import { areStillThere } from './same-turn.ts'

/** Turns cut at a time: what a process that ends has to do again. */
const chunkSize = 512

type Cut = { readonly segment: Segment; readonly resegment: Resegment }

/**
 * Brings the episodes up to date, step by step. Each is cut outside of the write lock, as counting tokens takes long, and
 * stored if nothing that it was cut from has changed meanwhile; otherwise it is cut again.
 */
export function createExtend(connection: Connection): (shape: EpisodeShape, cut: Cut) => Promise<void> {
  // A process that ended while it cut all anew may have left summaries of what is no episode any more.
  let mayBeStray = true
  return async (shape, cut) => {
    if (!hasShape(connection, shape)) {
      mayBeStray = true
      await connection.write(() => beginAnew(connection, shape))
    }
    if (!(await cutAll(connection, shape, cut)) || !mayBeStray) return
    if (hasStraySummaries(connection)) await connection.write(() => dropStraySummaries(connection))
    mayBeStray = false
  }
}

/** Whether it came to the end: another handle may have begun to cut otherwise. */
async function cutAll(connection: Connection, shape: EpisodeShape, cut: Cut): Promise<boolean> {
  for (;;) {
    const step = connection.read(() => nextStep(connection))
    if (step === undefined) return true
    const drafts = draftsOf(step, cut)
    const goesOn = await connection.write(() => {
      if (!hasShape(connection, shape)) return false
      if (isUnchanged(connection, step)) store(connection, step, drafts)
      return true
    })
    if (!goesOn) return false
    await nextTurnOfTheLoop()
  }
}

/** An episode that lost turns, or the last one with the turns that come after it. */
type Step =
  | { readonly type: 'torn'; readonly row: TornRow; readonly parts: readonly EpisodeTurn[] }
  | { readonly type: 'new'; readonly last: Episode | undefined; readonly turns: readonly Turn[] }

function nextStep(connection: Connection): Step | undefined {
  const row = connection.get<TornRow>('SELECT * FROM episode WHERE hash IS NULL ORDER BY number LIMIT 1')
  if (row !== undefined) return { type: 'torn', row, parts: turnsOfEpisode(connection, row) }
  const last = lastRow(connection)
  const turns = connection
    .all<TurnRow>(
      `SELECT ${turnColumns} FROM ${turnSource} WHERE turn.position > ? ORDER BY turn.position LIMIT ${chunkSize}`,
      last?.last_position ?? 0,
    )
    .map(toTurn)
  if (turns.length === 0) return undefined
  return { type: 'new', last: last && readEpisode(connection, last.number), turns }
}

function draftsOf(step: Step, { segment, resegment }: Cut): readonly EpisodeDraft[] {
  if (step.type === 'torn') {
    const draft = resegment(step.parts)
    // It stays in its place among the others: only the last one may grow on.
    return draft === undefined ? [] : [{ ...draft, sealed: step.row.sealed === 1 }]
  }
  const drafts = segment(step.last, step.turns)
  const reached = drafts.at(-1)?.last.position
  if (reached !== step.turns.at(-1)?.position)
    throw new RangeError(`Cannot store episodes as they do not reach the last turn: they end at ${reached}`)
  return drafts
}

function isUnchanged(connection: Connection, step: Step): boolean {
  if (step.type === 'torn') {
    const row = connection.get<EpisodeRow>('SELECT * FROM episode WHERE number = ?', step.row.number)
    return JSON.stringify(row) === JSON.stringify(step.row)
  }
  const last = lastRow(connection)
  if (last?.number !== step.last?.number || last?.hash !== step.last?.hash) return false
  return areStillThere(connection, step.turns)
}

function store(connection: Connection, step: Step, drafts: readonly EpisodeDraft[]): void {
  const number = step.type === 'torn' ? step.row.number : step.last?.number
  if (number !== undefined) {
    const [grown] = drafts
    if (grown === undefined) connection.run('DELETE FROM episode WHERE number = ?', number)
    else replaceEpisode(connection, number, grown)
  }
  for (const draft of number === undefined ? drafts : drafts.slice(1)) insertEpisode(connection, draft)
  if (step.type === 'new' && step.last !== undefined) dropSummaryOf(connection, step.last.hash)
}

function hasShape(connection: Connection, { tokens, overlap, tokenizer }: EpisodeShape): boolean {
  const shape = connection.get<EpisodeShape>('SELECT tokens, overlap, tokenizer FROM episode_shape')
  return shape?.tokens === tokens && shape.overlap === overlap && shape.tokenizer === tokenizer
}

/** Summaries stay until all is cut: what comes out the same keeps its own. */
function beginAnew(connection: Connection, { tokens, overlap, tokenizer }: EpisodeShape): void {
  connection.run('DELETE FROM episode')
  connection.run('DELETE FROM episode_shape')
  connection.run(
    'INSERT INTO episode_shape (id, tokens, overlap, tokenizer) VALUES (1, ?, ?, ?)',
    tokens,
    overlap,
    tokenizer,
  )
}

const hasStraySummaries = (connection: Connection): boolean =>
  connection.get(
    'SELECT 1 FROM summary WHERE hash NOT IN (SELECT hash FROM episode WHERE hash IS NOT NULL)',
  ) !== undefined
