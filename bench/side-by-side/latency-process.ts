import type { Figures } from '../figures.ts'
import { type LatencyInput, latency } from './latency.ts'

/** What is sent when it is done. */
export type LatencyMessage = { readonly figures: Figures }

const input = JSON.parse(process.argv[2]!) as LatencyInput
process.send!({ figures: await latency(input) } satisfies LatencyMessage)
process.disconnect()
