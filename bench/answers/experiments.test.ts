import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedModel } from '../../test/scripted-model.ts'
import { EXPERIMENTS, type ExperimentName } from './experiments.ts'
import { runExperiment } from './run-experiment.ts'
import { writeTrialData } from './trial-data.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-experiments-'))
  writeTrialData(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const answer = JSON.stringify({
  reasoning: '',
  answer: 'yes',
  answered: true,
  citations: [],
  confidence: 50,
  missing: '',
})
/** An analysis that finds nothing in a question. */
const NOTHING = {
  kind: 'thing',
  persons: [],
  locations: [],
  entities: [],
  topics: [],
  order: 'none',
  orderEvent: '',
  timeWords: '',
  firstDay: '',
  lastDay: '',
}
const model = scriptedModel({
  analyse: () => JSON.stringify(NOTHING),
  plan: () => '{"queries":[]}',
  anchor: () => '{"units":[]}',
  summarise: () => '{"summary":"They talk."}',
  assist: () => '{"relevant":false,"evidence":[]}',
  answer: ({ schema }) => (schema === undefined ? 'yes' : answer),
  aggregate: () => answer,
})
/** No meaning to be found, and no model to be loaded: what is tried here is the wiring. */
const embedder = {
  id: 'trial',
  dimension: 2,
  embed: async (texts: readonly string[]) => texts.map((text) => new Float32Array([1, text.length % 7])),
}

test.each(Object.keys(EXPERIMENTS) as ExperimentName[])(
  '%s runs to its figures, every protocol of it',
  async (name) => {
    const settings = { units: 'turns', effort: 'low' } as const
    const result = await runExperiment(name, {
      data: folder,
      seed: 1,
      settings,
      models: { writer: model, reader: model, assistant: model },
      folder: join(folder, 'runs', name),
      replay: false,
      budgetTokens: Infinity,
      concurrency: 4,
      limit: 1,
      embedder,
      say: () => {},
    })
    expect(result).toMatchObject({ missing: 0, stopped: undefined })
    const sets = Object.keys(result.figures)
    expect(sets.every((set) => set.startsWith('wiring-check/'))).toBe(true)
    for (const { name: protocol } of EXPERIMENTS[name].parts.flatMap((part) => part.protocols(settings)))
      expect(sets.filter((set) => set.endsWith(`/${protocol}`)).length).toBeGreaterThanOrEqual(2)
    const failed = Object.values(result.figures).reduce((sum, { failed: each = 0 }) => sum + each, 0)
    expect(failed).toBe(0)
  },
)
