/** Anchors a bank in a process of its own: `anchor-process.ts <file> <base URL>`; prints what came of it. */
import { createOpenAICompatibleModel, openMemory } from '../../src/index.ts'
import { TRIAL_OPTIONS } from './shed.ts'

const [file = '', baseURL = ''] = process.argv.slice(2)
const models = createOpenAICompatibleModel({ baseURL, model: 'tiny' })
await using memory = await openMemory(file, { ...TRIAL_OPTIONS, models, calls: { concurrency: 2 } })
const { windows, units, awaiting, failed } = await memory.anchor()
console.log(JSON.stringify({ windows, units, awaiting, failed: failed.length }))
