import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Contestant, passageOf } from './contestant.ts'

/** SQLite's FTS5 with stems, any word of the question, ranked by its `bm25()`. */
export const fullText: Contestant = {
  name: 'sqlite-fts5',
  what: 'SQLite FTS5, any word of the question, ranked by bm25()',
  async open(turns, { folder }) {
    const database = new DatabaseSync(join(folder, 'turns.db'))
    database.exec(`CREATE VIRTUAL TABLE turns USING fts5 (id UNINDEXED, text, tokenize = 'porter unicode61')`)
    const insert = database.prepare('INSERT INTO turns (id, text) VALUES (?, ?)')
    database.exec('BEGIN')
    for (const turn of turns) insert.run(turn.id, passageOf(turn))
    database.exec('COMMIT')
    const select = database.prepare(
      'SELECT id FROM turns WHERE turns MATCH ? ORDER BY bm25(turns), rowid LIMIT ?',
    )
    return {
      async search(question, { limit }) {
        const rows = select.all(anyWordOf(question), limit) as { readonly id: string }[]
        return rows.map(({ id }) => [id])
      },
      async [Symbol.asyncDispose]() {
        database.close()
      },
    }
  },
}

/** Words in quotation marks, so that none is taken for an operator. */
function anyWordOf(question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? ['']
  return words.map((word) => `"${word}"`).join(' OR ')
}
