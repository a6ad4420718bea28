import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allAt, hitAt, ndcg, placesForSessions, type Ranking } from './retrieval.ts'

type Row = {
  readonly corpus_ids: readonly string[]
  readonly ranking: readonly number[]
  readonly relevant: readonly string[]
  readonly k: number
  readonly recall_any: number
  readonly recall_all: number
  readonly ndcg: number
  readonly session_recall_any: number
  readonly session_recall_all: number
  readonly session_ndcg: number
}

const file = new URL('./retrieval-metrics.golden.json', import.meta.url)
const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: readonly Row[] }

/** Turn to session: the id before the last underscore. */
const sessionOf = (id: string) => id.slice(0, id.lastIndexOf('_'))

const measured = (row: Row, nameOf: (id: string) => string, depthOf: (labels: string[]) => number) => {
  const ranked = row.ranking.map((place) => [nameOf(row.corpus_ids[place]!)])
  const ranking: Ranking = { ranked, relevant: new Set(row.relevant.map(nameOf)) }
  const gains = ranked.map(([label]) => Number(ranking.relevant.has(label!)))
  const k = depthOf(ranked.flat())
  return [hitAt(ranking, k), allAt(ranking, k), ndcg(gains, k)]
}

test.each(rows.map((row, i) => ({ i, row })))('row $i agrees with the published metrics code', ({ row }) => {
  const turn = measured(
    row,
    (id) => id,
    () => row.k,
  )
  const session = measured(row, sessionOf, (sessions) => placesForSessions(sessions, row.k))
  const expected = [row.recall_any, row.recall_all, row.ndcg]
  const expectedSession = [row.session_recall_any, row.session_recall_all, row.session_ndcg]
  turn.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 6)
  })
  session.forEach((value, i) => {
    expect(value).toBeCloseTo(expectedSession[i]!, 6)
  })
})
