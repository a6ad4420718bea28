import { abstain } from '../answer/abstain.ts'
import type { Purse } from '../llm/purse.ts'
import type { Reading, StopReason } from '../model/episode.ts'
import { isAsked } from './iterate.ts'
import type { ReconstructContext, Reconstruction, ReconstructOptions } from './reconstruct-context.ts'
import { probe, startTrail, type Trail, update } from './reconstruct-round.ts'

/**
 * Answers a question by re-reading the activated episodes: assistants gather evidence, the master joins it; where it
 * does not suffice, a sub-question is planned from what is known and asked of the episodes that it activates.
 *
 * It ends when the evidence suffices, when a round brings nothing new, or with the rounds or the budget. What fails at
 * an assistant is replaced by extraction; what fails at the master is thrown.
 *
 * @throws The reason of `signal`; what the master's provider throws.
 * @see E-mem, section 3.4 and algorithm 1
 */
export async function reconstruct(
  context: ReconstructContext,
  options: ReconstructOptions,
): Promise<Reconstruction> {
  const { purse } = options
  const trail = startTrail(context.frame)
  for (let number = 1; ; number += 1) {
    options.signal?.throwIfAborted()
    const isNew = await probe(trail, { number, context, options })
    if (number > 1 && !isNew) return finish(trail, { stop: 'nothing-new', purse, context })
    const mayAsk = number < options.rounds
    const { verdict, missing } = await update(trail, { mayAsk, context, options })
    options.onEvent?.({ type: 'aggregated', round: number, missing })
    if (verdict.answered && missing === undefined) return finish(trail, { stop: 'enough', purse, context })
    if (!mayAsk) return finish(trail, { stop: verdict.answered ? 'enough' : 'rounds', purse, context })
    if (missing === undefined || isAsked(missing, trail.asked))
      return finish(trail, { stop: verdict.answered ? 'enough' : 'nothing-new', purse, context })
    // What is kept for the master reads no further episodes.
    if (purse.ranOut() || purse.keptBack()) return finish(trail, { stop: 'budget', purse, context })
    trail.asked.push(missing)
  }
}

function finish(
  trail: Trail,
  { stop, purse, context }: { stop: StopReason; purse: Purse; context: ReconstructContext },
): Reconstruction {
  const { readings, rounds, evidence, droppedCitations } = trail
  const verdict = trail.aggregated?.verdict ?? abstain('nothing-related', context.frame, [])
  // Nobody knows whether the episodes that no model has read held the answer.
  const isShort = purse.ranOut() || (purse.keptBack() && !verdict.answered)
  const stoppedBy = isShort ? 'budget' : stop
  const sum = (count: (reading: Reading) => number) => readings.reduce((all, each) => all + count(each), 0)
  return {
    verdict:
      stoppedBy === 'budget' && !verdict.answered
        ? abstain('budget', context.frame, verdict.nearest)
        : verdict,
    readings,
    rounds,
    evidence,
    droppedQuotes: sum((reading) => reading.droppedQuotes),
    mendedQuotes: sum((reading) => reading.mendedQuotes),
    droppedCitations,
    stoppedBy,
  }
}
