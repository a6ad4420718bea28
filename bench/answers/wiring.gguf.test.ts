import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLlamaCppModel } from '../../src/llm/llama-cpp.ts'
import { findGguf } from '../../test/gguf.ts'
import { type ExperimentOptions, runExperiment } from './run-experiment.ts'
import { writeTrialLocomo } from './trial-locomo.ts'

const gguf = await findGguf()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-wiring-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(gguf.path === undefined)(
  `wiring: a real model in process answers, and a replay scores the same without a call${gguf.reason ? ` (skipped: ${gguf.reason})` : ''}`,
  async () => {
    writeTrialLocomo(folder)
    await using model = await createLlamaCppModel({ path: gguf.path! })
    const options: ExperimentOptions = {
      data: folder,
      seed: 1,
      settings: { units: 'turns', effort: 'low' },
      models: { writer: model, reader: model, assistant: model },
      folder: join(folder, 'kept'),
      replay: false,
      budgetTokens: Infinity,
      concurrency: 1,
      timeoutMs: 600_000,
      limit: 1,
      protocols: ['not-mentioned', 'simplemem-3'],
      say: () => {},
    }
    const live = await runExperiment('context-curve', options)
    expect(live).toMatchObject({ missing: 0, stopped: undefined, models: { reader: model.id } })
    expect(live.spentTokens).toBeGreaterThan(100)
    await rm(join(folder, 'kept', 'answers'), { recursive: true })
    const replayed = await runExperiment('context-curve', { ...options, replay: true })
    expect(replayed).toMatchObject({ missing: 0, spentTokens: 0 })
    const scoreOf = ({ figures }: typeof live) => figures['wiring-check/locomo/curve/simplemem-3']!.locomo_f1
    expect(scoreOf(replayed)).toBe(scoreOf(live))
  },
  600_000,
)
