import type { Connection } from './connection.ts'
import { dropStraySummaries, type EpisodeRow } from './episode-rows.ts'

/**
 * Takes forgotten turns out of the episodes that held them; runs in the transaction that has just removed the turns.
 * What was derived from an episode goes at once; what is left of it is cut anew when the shelf is next extended.
 */
export function tearEpisodes(connection: Connection, forgotten: ReadonlySet<number>): void {
  const positions = [...forgotten].sort((a, b) => a - b)
  const episodes = connection.all<EpisodeRow>('SELECT * FROM episode')
  for (const episode of episodes.filter((each) => holdsAny(each, positions))) tear(connection, episode)
  dropStraySummaries(connection)
}

/** By halves, as a whole speaker may be forgotten. */
function holdsAny({ first_position, last_position }: EpisodeRow, positions: readonly number[]): boolean {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (positions[middle]! < first_position) low = middle + 1
    else high = middle
  }
  return positions[low] !== undefined && positions[low]! <= last_position
}

/** The places are drawn in to turns that are there: a later turn may be given the position of a forgotten one. */
function tear(connection: Connection, episode: EpisodeRow): void {
  const left = connection.one<{ first: number | null; last: number | null }>(
    'SELECT min(position) AS first, max(position) AS last FROM turn WHERE position BETWEEN ? AND ?',
    episode.first_position,
    episode.last_position,
  )
  if (left.first === null || left.last === null) {
    connection.run('DELETE FROM episode WHERE number = ?', episode.number)
    return
  }
  connection.run(
    `UPDATE episode SET first_position = ?, first_offset = ?, last_position = ?, last_offset = ?,
       tokens = 0, first_time = 0, last_time = 0, hash = NULL WHERE number = ?`,
    left.first,
    left.first === episode.first_position ? episode.first_offset : 0,
    left.last,
    left.last === episode.last_position ? episode.last_offset : lengthOf(connection, left.last),
    episode.number,
  )
}

/** In UTF-16 code units, which SQLite does not count. */
const lengthOf = (connection: Connection, position: number): number =>
  connection.one<{ text: string }>('SELECT text FROM turn WHERE position = ?', position).text.length
