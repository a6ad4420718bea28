import type { ModelCaller } from '../llm/model-caller.ts'
import { keptForAnswer } from '../llm/purse.ts'
import type { Activation, Episode, EpisodeEvidence, Reading, Round } from '../model/episode.ts'
import { BudgetError, NotFoundError } from '../model/errors.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { type Aggregated, aggregateWithMaster } from './aggregate.ts'
import { aggregateByWords } from './aggregate-by-words.ts'
import { distinctEvidence } from './aggregate-evidence.ts'
import { assistAll } from './assist.ts'
import { piecesOf } from './extract-pieces.ts'
import { planProbe } from './iterate.ts'
import type { ReconstructContext, ReconstructOptions } from './reconstruct-context.ts'

/** What is known so far; grows with each round. */
export type Trail = {
  /** The question, then each sub-question. */
  readonly asked: string[]
  readonly rounds: Round[]
  readonly readings: Reading[]
  readonly episodes: Map<number, Episode>
  evidence: readonly EpisodeEvidence[]
  aggregated: Aggregated | undefined
  droppedCitations: number
}

export function startTrail(frame: RecallFrame): Trail {
  return {
    asked: [frame.question],
    rounds: [],
    readings: [],
    episodes: new Map(),
    evidence: [],
    aggregated: undefined,
    droppedCitations: 0,
  }
}

export type Step = {
  readonly context: ReconstructContext
  readonly options: ReconstructOptions
}

/** Asks the last question of the trail of the episodes that it activates. @returns Whether evidence came that was not known. */
export async function probe(
  trail: Trail,
  { number, context, options }: Step & { number: number },
): Promise<boolean> {
  const { purse } = options
  const question = trail.asked.at(-1) ?? ''
  const { activations, known } = number === 1 ? context.routed : await context.route(question)
  options.onEvent?.({ type: 'activated', round: { number, question, activations, stopped: [] } })
  const episodes = await readEach(activations, context)
  for (const episode of episodes) trail.episodes.set(episode.number, episode)
  const { assistant, master } = context
  const { readings, stopped } = await assistAll(episodes, {
    ...context,
    known,
    frame: number === 1 ? context.frame : context.frameOf(question),
    assistant: assistant && purse.bounded(assistant, master && keptForAnswer(purse.budget)),
    round: number,
    signal: options.signal,
    deadline: purse.deadline,
    enough: number === 1 ? options.enough : undefined,
    onReading: (reading) => options.onEvent?.({ type: 'read', reading }),
  })
  const before = trail.evidence.length
  trail.rounds.push({ number, question, activations, stopped })
  trail.readings.push(...readings)
  trail.evidence = distinctEvidence(trail.readings.flatMap(({ evidence }) => evidence))
  return trail.evidence.length > before
}

async function readEach(
  activations: readonly Activation[],
  { read }: ReconstructContext,
): Promise<readonly Episode[]> {
  const episodes = await Promise.all(
    activations.map(({ episode }) =>
      read(episode).catch((error: unknown) => {
        // Forgotten since it was routed.
        if (error instanceof NotFoundError) return undefined
        throw error
      }),
    ),
  )
  return episodes.filter((episode) => episode !== undefined)
}

/** Joins all evidence so far into a verdict, by the master where there is one and the budget allows. */
export async function update(
  trail: Trail,
  { mayAsk, context, options }: Step & { mayAsk: boolean },
): Promise<Aggregated> {
  const { frame, master } = context
  const pieces = await quotedPieces(trail, context)
  const ground = { ...context, pieces }
  const byWords = () => {
    const joined = aggregateByWords(trail.evidence, ground)
    const isOpen = frame.hops === 'multi' || !joined.verdict.answered
    return {
      ...joined,
      missing: mayAsk && isOpen ? planProbe(frame, trail.evidence, trail.asked.slice(1)) : undefined,
    }
  }
  trail.aggregated =
    master === undefined ? byWords() : await byMaster(trail, { ground, master, mayAsk, options, byWords })
  trail.droppedCitations += trail.aggregated.droppedCitations
  return trail.aggregated
}

async function byMaster(
  trail: Trail,
  {
    ground,
    master,
    mayAsk,
    options,
    byWords,
  }: Omit<Step, 'context'> & {
    ground: Parameters<typeof aggregateWithMaster>[1]
    master: ModelCaller
    mayAsk: boolean
    byWords: () => Aggregated
  },
): Promise<Aggregated> {
  const { purse } = options
  const signals = [options.signal, purse.deadline].filter((signal) => signal !== undefined)
  try {
    return await aggregateWithMaster(trail.evidence, ground, {
      master: purse.bounded(master),
      asked: trail.asked.slice(1),
      mayAsk,
      signal: AbortSignal.any(signals),
    })
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!(error instanceof BudgetError)) throw error
    // What an earlier round concluded of less evidence is still the master's word.
    const best = trail.aggregated?.verdict.answered ? trail.aggregated : byWords()
    return { ...best, missing: undefined, droppedCitations: 0 }
  }
}

/** The quoted turns as pieces of evidence, with the turns before them, to which they may reply. */
async function quotedPieces(trail: Trail, context: ReconstructContext): Promise<readonly Evidence[]> {
  const quoted = new Set(trail.evidence.flatMap(({ quotes }) => quotes.map(({ turn }) => turn)))
  const parts = [...trail.episodes.values()].flatMap(({ turns }) =>
    turns.filter(({ turn }, index) => {
      const next = turns[index + 1]?.turn
      return quoted.has(turn.id) || (next !== undefined && quoted.has(next.id) && /\?\W*$/u.test(turn.text))
    }),
  )
  const distinct = new Map(
    parts.map((part) => [part.turn.id, { ...part, start: 0, end: part.turn.text.length }]),
  )
  if (distinct.size === 0) return []
  const units = await context.unitsOf([...distinct.keys()])
  return piecesOf([...distinct.values()], units, context)
}
