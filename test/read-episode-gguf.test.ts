import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forgetEpisodes } from '../src/episodes/latent.ts'
import { reconstruct } from '../src/episodes/reconstruct.ts'
import { createModelCaller } from '../src/llm/create-model-caller.ts'
import { createLlamaCppModel } from '../src/llm/llama-cpp.ts'
import { openPurse, UNBOUNDED } from '../src/llm/purse.ts'
import type { Day } from '../src/model/day-range.ts'
import type { ModelCall } from '../src/model/usage.ts'
import { findGguf } from './gguf.ts'
import { episodeOf, framesOf, unitsOfEpisodes } from './trial-episode.ts'

const { path, reason } = await findGguf()
const SLOW_MS = 300_000

const EPISODE = episodeOf(
  [
    ['t1', 'Ana', 'I adopted a dog from the shelter on Friday. His name is Biscuit.'],
    ['t2', 'Ben', 'How lovely! Which breed is he?'],
    ['t3', 'Ana', 'He is a beagle, two years old, and afraid of the vacuum cleaner.'],
    ['t4', 'Ben', 'I have signed up for a pottery course in Leiden.'],
    ['t5', 'Ana', 'Biscuit has already eaten one of my gardening gloves.'],
  ],
  { day: '2023-05-08' as Day },
)

describe.skipIf(path === undefined)(
  `a small model in process${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    it(
      'reads an episode to the end, is quoted only as the turns say it, and keeps what it has read',
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'reinstate-states-'))
        try {
          await using model = await createLlamaCppModel({
            path: path!,
            contextTokens: 2_048,
            states: { folder },
          })
          const calls: ModelCall[] = []
          const record = (call: ModelCall) => calls.push(call)
          const frameOf = framesOf([EPISODE], '2023-06-01' as Day)
          const ask = (question: string) =>
            reconstruct(
              {
                frame: frameOf(question),
                frameOf,
                routed: { activations: [{ episode: 1, score: 1, pathways: [] }], known: [] },
                route: async () => ({ activations: [], known: [] }),
                read: async () => EPISODE,
                unitsOf: unitsOfEpisodes([EPISODE]),
                bank: 'bank',
                timeZone: 'UTC',
                aliases: [],
                assistant: createModelCaller(model, { role: 'assistant', record }),
                master: undefined,
              },
              {
                rounds: 1,
                purse: openPurse(UNBOUNDED, { now: () => 0, sleep: async () => {} }),
                signal: undefined,
              },
            )
          const { readings, evidence } = await ask('What is the name of the dog?')
          expect(readings).toHaveLength(1)
          for (const { quotes } of evidence) {
            for (const quote of quotes) {
              const source = EPISODE.turns.find(({ turn }) => turn.id === quote.turn)
              expect(source?.turn.text).toContain(quote.text)
              expect(source?.turn.speaker).toBe(quote.speaker)
            }
          }
          expect(calls[0]).toMatchObject({ task: 'assist', role: 'assistant', reask: false })
          // Of a further question only the question itself is new.
          await ask('Who has the dog?')
          const { inputTokens = 0, cachedInputTokens = 0 } = calls.at(-1)!
          expect(cachedInputTokens).toBeGreaterThan(inputTokens / 2)
          expect(await readdir(folder)).toHaveLength(1)
          await forgetEpisodes(model, 'bank', { before: [EPISODE], after: [] })
          expect(await readdir(folder)).toEqual([])
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
      SLOW_MS,
    )
  },
)
