import { formatEvidence } from '../../../src/answer/format-evidence.ts'
import type { AskOptions } from '../../../src/api.ts'
import type { Answer } from '../../../src/model/recollection.ts'
import { type CallRange, episodesOf, NO_CALLS, type Protocol, type Response, windowsOf } from './protocol.ts'

export type OursOptions = {
  readonly name: string
  readonly mode: 'fast' | 'deep' | 'auto'
  /** `none`: out of the evidence's own words. */
  readonly model: boolean
  /** Whether models write units of their own; without, only those of the turns are searched. */
  readonly units: 'turns' | 'both'
  readonly effort: 'low' | 'medium' | 'high'
  readonly more?: Pick<AskOptions, 'limit' | 'settings' | 'evidenceTokens' | 'reinstate' | 'episodes'>
}

/** Our own modes through the public library, with and without a model. */
export function ours({ name, mode, model, units, effort, more = {} }: OursOptions): Protocol {
  return {
    name,
    needsModel: model,
    prepare: (world) => (model ? world.equipped() : world.plain()),
    async answer({ text, referenceTime, asker }, world) {
      const memory = await (model ? world.equipped() : world.plain())
      const asked = { mode, referenceTime, asker, effort, ...(model ? { units } : {}), ...more }
      return responseOf(await memory.ask(text, asked))
    },
    cost(shape) {
      if (!model) return { build: 0, question: NO_CALLS }
      // A writer anchors each window and summarises each episode once.
      const build = units === 'both' ? windowsOf(shape) + episodesOf(shape) : 0
      const search = searchCalls(effort, more.settings?.model.calls === 'separate')
      return { build, question: callsOf(mode, search, Math.min(more.episodes ?? 5, episodesOf(shape))) }
    },
  }
}

/** One call analyses and plans, or one each; two rounds of reflection at most, a call each, after that. */
function searchCalls(effort: OursOptions['effort'], separate: boolean): CallRange {
  if (effort === 'low') return NO_CALLS
  const read = separate ? 2 : 1
  return effort === 'medium' ? { least: read, most: read } : { least: read + 1, most: read + 3 }
}

/** The deep mode asks up to three rounds of assistants and a master each; the auto mode nothing of that, or all. */
function callsOf(mode: OursOptions['mode'], search: CallRange, episodes: number): CallRange {
  const fast = { least: search.least + 1, most: search.most + 1 }
  const deep = { least: search.least + episodes + 1, most: search.most + 3 * (episodes + 1) }
  if (mode === 'fast') return fast
  return mode === 'deep' ? deep : { least: fast.least, most: 1 + deep.most }
}

/** What our own library answered, as plain data. */
export function responseOf(answer: Answer, readTurns?: readonly string[]): Response {
  const { deep, evidence, frame, usage, trace, mode } = answer
  const quotes = deep?.readings.flatMap((reading) => reading.evidence.flatMap((each) => each.quotes)) ?? []
  const isDeep = mode === 'deep' && deep !== undefined
  return {
    text: answer.answered ? answer.text : '',
    answered: answer.answered,
    mode,
    escalated: mode === 'deep' || deep !== undefined,
    contextUnits: isDeep ? deep.readings.length : evidence.length,
    contextCharacters: isDeep
      ? quotes.reduce((sum, { text }) => sum + text.length, 0)
      : formatEvidence({ evidence, frame }).length,
    calls: usage.calls,
    recallMs: Object.values(trace.milliseconds).reduce((sum, each) => sum + each, 0),
    turns: readTurns ?? [...new Set(evidence.flatMap(({ unit }) => unit.sources))],
    failedAssistants: deep?.readings.filter(({ failed }) => failed !== undefined).length ?? 0,
  }
}
