import { EmbeddingDimensionError, NotFoundError } from '../../model/errors.ts'
import type { EpisodeShelf, EpisodeSummary } from '../episode-shelf.ts'
import type { Connection } from './connection.ts'
import { readEpisode, readHeads, readUncut } from './episode-rows.ts'
import { createExtend } from './extend-episodes.ts'
import { keptReading } from './kept-reading.ts'
import { storable } from './storable.ts'
import { decodeVector, encodeVector } from './vector-code.ts'

export function episodeShelf(connection: Connection): EpisodeShelf {
  // Every routed question reads them, and they change only while turns come and go.
  const heads = keptReading(connection, () => connection.read(() => readHeads(connection)))
  return {
    extend: createExtend(connection),
    heads: async () => heads(),
    async read(number) {
      const episode = connection.read(() => readEpisode(connection, number))
      if (episode === undefined)
        throw new NotFoundError(`There is no episode ${number} in ${connection.bank} (any more)`)
      return episode
    },
    uncut: async () => connection.read(() => readUncut(connection)),
    putSummary: (episode, summary) => connection.write(() => putSummary(connection, episode, summary)),
    async summaries() {
      return connection
        .all<SummaryRow>(
          `SELECT number, text, by, scale, numbers FROM episode JOIN summary USING (hash) ORDER BY number`,
        )
        .map(toSummary)
    },
  }
}

type SummaryRow = {
  number: number
  text: string
  by: EpisodeSummary['by']
  scale: number | null
  numbers: Uint8Array | null
}

function toSummary({ number, text, by, scale, numbers }: SummaryRow) {
  const vector = scale === null || numbers === null ? undefined : decodeVector({ scale, numbers })
  return { number, text, by, vector }
}

function putSummary(
  connection: Connection,
  { number, hash }: Parameters<EpisodeShelf['putSummary']>[0],
  { text, by, vector }: EpisodeSummary,
): void {
  checkDimension(connection, vector)
  if (connection.get('SELECT 1 FROM episode WHERE number = ? AND hash = ?', number, hash) === undefined)
    return
  const row = vector && encodeVector(vector)
  connection.run(
    'INSERT OR REPLACE INTO summary (hash, text, by, scale, numbers) VALUES (?, ?, ?, ?, ?)',
    hash,
    storable(text),
    by,
    row?.scale ?? null,
    row?.numbers ?? null,
  )
}

/** Questions are compared with summaries and units alike. */
function checkDimension(connection: Connection, vector: Float32Array | undefined): void {
  const { dimension } = connection.one<{ dimension: number | null }>('SELECT dimension FROM bank')
  if (vector === undefined || dimension === null || vector.length === dimension) return
  throw new EmbeddingDimensionError(
    `The vectors of ${connection.bank} have ${dimension} dimensions, that of a summary has ${vector.length}`,
  )
}
