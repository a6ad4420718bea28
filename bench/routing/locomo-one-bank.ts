import { createAnchor } from '../../src/anchor/anchor.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { headsWith } from '../../src/episodes/route-places.ts'
import { defaults, type RouteSettings } from '../../src/episodes/route-settings.ts'
import { createSummaryIndex } from '../../src/episodes/summary-index.ts'
import { induceFrame } from '../../src/frame/induce-frame.ts'
import type { Day } from '../../src/model/day-range.ts'
import { loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { type Figures, meanOf } from '../figures.ts'
import { SHAPE_FIGURES } from './episode-bank.ts'
import { activationsOf } from './hotpot-records.ts'
import { judgeRouting } from './judge.ts'
import { folderOfBanks, keptEpisodeBank } from './kept-episode-bank.ts'

export type OneBankOptions = {
  readonly data: string
  readonly embedder: Embedder
  readonly onProgress: (line: string) => void
  /** Default: the ways of the product. */
  readonly settings?: RouteSettings
  /** Which conversations' questions are asked; default the held-out ones. */
  readonly asked?: 'held-out' | 'tuning'
}

/** All ten conversations in one bank; questions of categories 1-4 with evidence, asked on the last day of their conversation. */
export async function oneBankFigures(options: OneBankOptions): Promise<Figures> {
  const { data, embedder, settings = defaults, asked = 'held-out' } = options
  const conversations = loadLocomo(data)
  const turns = conversations.flatMap(({ id, turns: told }) =>
    told.map((turn) => ({ ...turn, id: `${id}/${turn.id}`, session: `${id}/${turn.session}` })),
  )
  const positions = new Map(turns.map(({ id }, i) => [id, i + 1]))
  const anchor = createAnchor({ timeZone: 'UTC', dateOrder: undefined })
  options.onProgress(`locomo/one-bank: ${turns.length} turns`)
  await using store = await keptEpisodeBank(turns, {
    embedder,
    anchor,
    folder: folderOfBanks(data, embedder.id),
    name: 'locomo',
  })
  const heads = await store.derived.episodes.heads()
  const history = await store.history()
  const records: Figures[] = []
  const context = { store, embedder, settings, summaries: createSummaryIndex() }
  for (const { id, questions, end } of conversations) {
    if (TUNING_CONVERSATIONS.includes(id) !== (asked === 'tuning')) continue
    for (const { question, category, evidence } of questions) {
      if (category === 5 || evidence.turns.length === 0) continue
      const frame = induceFrame(question, {
        history,
        referenceDay: end.slice(0, 10) as Day,
        dateOrder: undefined,
        asker: undefined,
      })
      const places = evidence.turns.map(
        (turn) => new Set(headsWith(positions.get(`${id}/${turn}`)!, heads).map(({ number }) => number)),
      )
      records.push(judgeRouting(await activationsOf(frame, context), places))
    }
  }
  return { ...meanOf(records), blocks: heads.length, ...SHAPE_FIGURES }
}
