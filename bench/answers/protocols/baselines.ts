import type { RecallOptions, TurnInput } from '../../../src/api.ts'
import { presets } from '../../../src/recall/presets.ts'
import { answerFrom, baselineResponse } from './answer-from.ts'
import { flatBlock } from './flat-block.ts'
import { type AskedQuestion, NO_CALLS, type Protocol, type World } from './protocol.ts'

const ONE_CALL = { build: 0, question: { least: 1, most: 1 } } as const

/** The whole history in one prompt. */
export const fullContext: Protocol = {
  name: 'full-context',
  needsModel: true,
  prepare: (world) => world.plain(),
  async answer(question, world) {
    const { turns } = world.bank
    const shown = { block: flatBlock(turns), units: turns.length, turns: idsOf(turns), recallMs: undefined }
    return answerFrom(shown, await frameOf(question, world), world)
  },
  cost: () => ONE_CALL,
}

/** The turns nearest in meaning, flat: RAG as in E-mem's comparison. @see E-mem, section 4.1 */
export function denseRag(limit = 20): Protocol {
  return recalled(`dense-rag-${limit}`, { limit, views: 'dense', reinstate: false })
}

/** The content list alone, by reciprocal ranks of meaning and words, shown flat without coordinates: as SimpleMem does. */
export function simpleMem(limit = 10): Protocol {
  return recalled(`simplemem-${limit}`, { limit, reinstate: false, settings: presets.ramem })
}

/** Says of everything that it was not mentioned: what category 5 alone is worth. */
export const notMentioned: Protocol = {
  name: 'not-mentioned',
  needsModel: false,
  prepare: async () => {},
  async answer() {
    return baselineResponse('', { block: '', units: 0, turns: [], recallMs: undefined }, [])
  },
  cost: () => ({ build: 0, question: NO_CALLS }),
}

function recalled(name: string, options: RecallOptions): Protocol {
  return {
    name,
    needsModel: true,
    prepare: (world) => world.plain(),
    async answer(question, world) {
      const { evidence, frame, trace } = await recallFor(question, world, options)
      const known = new Map(world.bank.turns.map((turn) => [turn.id, turn]))
      const ids = [...new Set(evidence.flatMap(({ unit }) => unit.sources))] as string[]
      const turns = ids.flatMap((id) => known.get(id) ?? [])
      const recallMs = Object.values(trace.milliseconds).reduce((sum, each) => sum + each, 0)
      return answerFrom(
        { block: flatBlock(turns), units: evidence.length, turns: ids, recallMs },
        frame,
        world,
      )
    },
    cost: () => ONE_CALL,
  }
}

/** The frame of a question, which decides the form that the prompt asks for. */
export async function frameOf(question: AskedQuestion, world: World) {
  return (await recallFor(question, world, { limit: 1 })).frame
}

async function recallFor(
  { text, referenceTime, asker }: AskedQuestion,
  world: World,
  options: RecallOptions,
) {
  return (await world.plain()).recall(text, { referenceTime, asker, ...options })
}

function idsOf(turns: readonly TurnInput[]): string[] {
  return turns.flatMap(({ id }) => id ?? [])
}
