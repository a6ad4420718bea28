import { type Contestant, type GivenTurn, passageOf, vectorsOf } from './contestant.ts'

/** Rows added at once. */
const PORTION = 10_000

/**
 * LanceDB's hybrid search as its manual has it: a full-text index (stems, stop words), exact vector search, both joined by
 * its reciprocal rank fusion.
 */
export const lancedb: Contestant = {
  name: 'lancedb-hybrid',
  what: 'LanceDB, hybrid search with its reciprocal rank fusion',
  async open(turns, { embedder, folder }) {
    const { connect, Index, rerankers } = await loadLanceDb()
    const rows = rowsOf(turns, await vectorsOf(turns, embedder))
    const database = await connect(folder)
    const table = await database.createTable('turns', rows.slice(0, PORTION))
    for (let from = PORTION; from < rows.length; from += PORTION)
      await table.add(rows.slice(from, from + PORTION))
    await table.createIndex('text', { config: Index.fts() })
    await table.optimize()
    const reranker = await rerankers.RRFReranker.create()
    return {
      async search(question, { limit }) {
        const [vector] = await embedder.embed([question], 'question')
        const found = (await table
          .query()
          .fullTextSearch(question)
          .nearestTo(vector!)
          .rerank(reranker)
          .select(['id'])
          .limit(limit)
          .toArray()) as { readonly id: string }[]
        return found.slice(0, limit).map(({ id }) => [id])
      },
      async [Symbol.asyncDispose]() {
        table.close()
        database.close()
      },
    }
  },
}

async function loadLanceDb() {
  // It warns of every search to its standard error otherwise.
  process.env.LANCEDB_LOG ??= 'error'
  return await import('@lancedb/lancedb')
}

function rowsOf(turns: readonly GivenTurn[], vectors: readonly Float32Array[]) {
  return turns.map((turn, i) => ({ id: turn.id, text: passageOf(turn), vector: Array.from(vectors[i]!) }))
}
