import type { RecallSettings } from './settings.ts'

/** What a recall does unless told otherwise; each value as measured on the tuning conversations. */
export const defaults: RecallSettings = {
  depth: 100,
  // Turns are short: repetitions and length tell little, what was said around them tells much.
  lexical: { k1: 0.9, b: 0.4, neighbours: [0.3, 0.1], session: 0.1 },
  fusion: { type: 'features' },
  dropCue: true,
  namelessMeaning: true,
  // Seven of ten places, for units not far less relevant than the best: on the tuning conversations this keeps 97.5 % of
  // the evidence of questions with a condition of time (77.5 % without the list) and does least harm where time words
  // are none.
  context: { bufferDays: 5, byEventTime: true, share: 0.7, reach: 6, withinBonus: 4 },
  newerFirst: true,
}

/** RaMem as published: RRF with κ = 60, session overlap within ±5 days alone, nothing of ours. @see RaMem, section 3.3 */
export const ramem: RecallSettings = {
  depth: 100,
  lexical: { k1: 1.5, b: 0.75, neighbours: [0, 0], session: 0 },
  fusion: { type: 'rrf', k: 60 },
  dropCue: false,
  namelessMeaning: false,
  context: { bufferDays: 5, byEventTime: false, share: 1, reach: Infinity, withinBonus: 0 },
  newerFirst: false,
}

export const presets = { defaults, ramem } as const
