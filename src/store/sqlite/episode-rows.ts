import type { Episode, EpisodeHead, EpisodeTurn } from '../../model/episode.ts'
import { instantOf } from '../../time/zone.ts'
import type { EpisodeDraft, UncutTurns } from '../episode-shelf.ts'
import type { Connection } from './connection.ts'
import { type TurnRow, toTurn, turnColumns, turnSource } from './rows.ts'

export type EpisodeRow = {
  number: number
  first_position: number
  first_offset: number
  last_position: number
  last_offset: number
  tokens: number
  sealed: number
  first_time: number
  last_time: number
  hash: string | null
}

/** Of an episode that lost turns and waits to be cut anew: its places alone hold. */
export type TornRow = EpisodeRow & { hash: null }
type WholeRow = EpisodeRow & { hash: string }
type SummaryText = { hash: string; text: string }

/** Both tables are gone through once: to look each hash up takes twice as long. */
export function readHeads(connection: Connection): readonly EpisodeHead[] {
  const summaries = new Map(
    connection.all<SummaryText>('SELECT hash, text FROM summary').map(({ hash, text }) => [hash, text]),
  )
  return connection
    .all<WholeRow>('SELECT * FROM episode WHERE hash IS NOT NULL ORDER BY number')
    .map((row) => toHead(row, summaries.get(row.hash)))
}

export function readEpisode(connection: Connection, number: number): Episode | undefined {
  const row = connection.get<WholeRow>('SELECT * FROM episode WHERE number = ? AND hash IS NOT NULL', number)
  if (row === undefined) return undefined
  const summary = connection.get<SummaryText>('SELECT hash, text FROM summary WHERE hash = ?', row.hash)
  return { ...toHead(row, summary?.text), turns: turnsOfEpisode(connection, row) }
}

/** The last episode, torn or not. */
export const lastRow = (connection: Connection): EpisodeRow | undefined =>
  connection.get<EpisodeRow>('SELECT * FROM episode ORDER BY number DESC LIMIT 1')

/** The turns between an episode's places, the first and the last from and up to their offsets. */
export function turnsOfEpisode(connection: Connection, row: EpisodeRow): readonly EpisodeTurn[] {
  return connection
    .all<TurnRow>(
      `SELECT ${turnColumns} FROM ${turnSource} WHERE turn.position BETWEEN ? AND ? ORDER BY turn.position`,
      row.first_position,
      row.last_position,
    )
    .map(toTurn)
    .map((turn) => ({
      turn,
      start: turn.position === row.first_position ? row.first_offset : 0,
      end: turn.position === row.last_position ? row.last_offset : turn.text.length,
    }))
}

export function readUncut(connection: Connection): UncutTurns {
  const torn = connection
    .all<TornRow>('SELECT * FROM episode WHERE hash IS NULL ORDER BY number')
    .map((row) => ({
      number: row.number,
      sealed: row.sealed === 1,
      turns: turnsOfEpisode(connection, row),
    }))
  const turns = connection
    .all<TurnRow>(
      `SELECT ${turnColumns} FROM ${turnSource} WHERE turn.position > ? ORDER BY turn.position`,
      lastRow(connection)?.last_position ?? 0,
    )
    .map(toTurn)
  return { torn, turns }
}

export function insertEpisode(connection: Connection, draft: EpisodeDraft): void {
  connection.run(
    `INSERT INTO episode (first_position, first_offset, last_position, last_offset, tokens, sealed,
       first_time, last_time, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...valuesOf(draft),
  )
}

/** Under its number, by which its place among the others is kept. */
export function replaceEpisode(connection: Connection, number: number, draft: EpisodeDraft): void {
  connection.run(
    `UPDATE episode SET (first_position, first_offset, last_position, last_offset, tokens, sealed,
       first_time, last_time, hash) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE number = ?`,
    ...valuesOf(draft),
    number,
  )
}

/** The summary of what was an episode, unless another one reads the same. */
export function dropSummaryOf(connection: Connection, hash: string): void {
  if (connection.get('SELECT 1 FROM summary WHERE hash = ?', hash) === undefined) return
  if (connection.get('SELECT 1 FROM episode WHERE hash = ?', hash) !== undefined) return
  connection.run('DELETE FROM summary WHERE hash = ?', hash)
}

/** All summaries of what is no episode any more. */
export const dropStraySummaries = (connection: Connection): number =>
  connection.run('DELETE FROM summary WHERE hash NOT IN (SELECT hash FROM episode WHERE hash IS NOT NULL)')

function valuesOf({ first, last, tokens, sealed, span, hash }: EpisodeDraft) {
  return [
    first.position,
    first.offset,
    last.position,
    last.offset,
    tokens,
    sealed ? 1 : 0,
    Date.parse(span.start),
    Date.parse(span.end),
    hash,
  ] as const
}

function toHead(row: WholeRow, summary: string | undefined): EpisodeHead {
  return {
    number: row.number,
    first: { position: row.first_position, offset: row.first_offset },
    last: { position: row.last_position, offset: row.last_offset },
    tokens: row.tokens,
    sealed: row.sealed === 1,
    span: { start: instantOf(row.first_time), end: instantOf(row.last_time) },
    hash: row.hash,
    summary,
  }
}
