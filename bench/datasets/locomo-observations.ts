import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocomoConversation } from './locomo.ts'
import { citationsOf } from './locomo-evidence.ts'

/** A statement that a model drew from a conversation, with the turns that it names for it. */
export type Observation = { readonly text: string; readonly sources: readonly [string, ...string[]] }

/** The `observation` units of LoCoMo by conversation, in their order; those that name no existing turn are left out. */
export function loadObservations(
  folder: string,
  conversations: readonly LocomoConversation[],
): ReadonlyMap<string, readonly Observation[]> {
  const samples = JSON.parse(readFileSync(join(folder, 'locomo10.json'), 'utf8')) as readonly Sample[]
  const turns = new Map(conversations.map(({ id, turns: all }) => [id, new Set(all.map((turn) => turn.id))]))
  return new Map(
    samples.map(({ sample_id, observation }) => [
      sample_id,
      Object.values(observation).flatMap((bySpeaker) =>
        Object.values(bySpeaker).flatMap((written) =>
          written.flatMap(([text, cited]) => {
            const known = turns.get(sample_id) ?? new Set<string>()
            const [first, ...others] = citationsOf([cited].flat(), known).turns
            return first === undefined ? [] : [{ text, sources: [first, ...others] as const }]
          }),
        ),
      ),
    ]),
  )
}

type Sample = {
  readonly sample_id: string
  readonly observation: Readonly<
    Record<string, Readonly<Record<string, readonly (readonly [string, string | readonly string[]])[]>>>
  >
}
