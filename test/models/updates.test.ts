import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAnchor } from '../../src/anchor/anchor.ts'
import { cutEpisodes } from '../../src/episodes/keep-episodes.ts'
import { readTurns } from '../../src/input/turn-input.ts'
import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { shedTurns } from './shed.ts'

const TURNS = 3_000
const AT_ONCE = 500
const ONE_BY_ONE = 80

it('counts no more words for the last turns of a long history than for early ones, when it cuts episodes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-updates-'))
  try {
    await using store = await openSqliteStore(join(folder, 'bank.db'), {
      readOnly: false,
      mustExist: false,
      createViews: createUnitViews,
      analyserVersion: 'trial',
    })
    const anchor = createAnchor({ timeZone: 'UTC', dateOrder: undefined })
    const turns = readTurns(shedTurns(TURNS), { timeZone: 'UTC' })
    let counted = 0
    const keep = () =>
      cutEpisodes(
        {
          shelf: store.derived.episodes,
          shape: { tokens: 512, overlap: 0.1, tokenizer: 'estimate' },
          countTokens: (text) => {
            counted += text.length
            return estimateTokens(text)
          },
          timeZone: 'UTC',
        },
        undefined,
      )
    /** Characters that are counted while turns come one by one, through the end of two episodes at least. */
    const costOf = async (from: number) => {
      counted = 0
      for (const turn of turns.slice(from, from + ONE_BY_ONE)) {
        await store.append([turn], anchor)
        await keep()
      }
      return counted
    }
    await store.append(turns.slice(0, 90), anchor)
    await keep()
    const early = await costOf(90)
    for (let from = 90 + ONE_BY_ONE; from < TURNS - ONE_BY_ONE; from += AT_ONCE)
      await store.append(turns.slice(from, Math.min(from + AT_ONCE, TURNS - ONE_BY_ONE)), anchor)
    await keep()
    const late = await costOf(TURNS - ONE_BY_ONE)
    expect(early).toBeGreaterThan(0)
    // Later turns are a few characters longer; a cost that grew with the history would be thirty times as high.
    expect(late).toBeLessThan(early * 1.5)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
