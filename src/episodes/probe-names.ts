import type { Store } from '../store/store.ts'
import type { Candidate } from '../store/views/view-query.ts'
import { namingPassages } from './follow-links.ts'
import { newNames } from './follow-names.ts'
import { lift, type NearPassage, type ScoredPassage, withFurther } from './route-passages.ts'
import type { RouteSettings } from './route-settings.ts'

export type ProbeContext = {
  readonly store: Pick<Store, 'units'>
  readonly settings: Pick<RouteSettings, 'probing'>
  readonly question: string
  /** Words of the question. */
  readonly known: ReadonlySet<string>
  /** What is nearest to each sub-question in meaning. */
  readonly search: (questions: readonly string[]) => Promise<readonly (readonly NearPassage[])[]>
}

/**
 * A second round without a model: each new name that the best passages bring up leads the question once more, and lifts
 * what is nearest in meaning to that. [“Where was the director of Ember Coast born?” finds a passage that names Ida Brandt;
 * “Ida Brandt: Where was the director of Ember Coast born?” finds where she was.]
 *
 * A passage counts by the sub-question to which it is nearest, and by how good the passage is that led there.
 * @see E-mem, section 3.4, equation 8
 */
export async function probeNames(
  passages: readonly ScoredPassage[],
  context: ProbeContext,
): Promise<readonly ScoredPassage[]> {
  const { probing } = context.settings
  const best = passages[0]?.score ?? 0
  if (best <= 0) return passages
  const probes = await probesOf(passages, context)
  const found = await context.search(probes.map(({ name }) => `${name}: ${context.question}`))
  const lifts = new Map<number, number>()
  const further = new Map<number, Candidate>()
  for (const [i, { turn, score }] of probes.entries())
    for (const { candidate, semantic } of found[i]!) {
      // What a passage says of its own names is no further hop.
      if (candidate.turn === turn || semantic <= 0) continue
      further.set(candidate.key, candidate)
      const by = (score / best) * semantic
      lifts.set(candidate.key, Math.max(lifts.get(candidate.key) ?? 0, by))
    }
  return lift(withFurther(passages, further.values()), lifts, {
    weight: probing.share * best,
    as: 'semantic',
  })
}

type Probe = { readonly name: string; readonly turn: number; readonly score: number }

async function probesOf(
  passages: readonly ScoredPassage[],
  { store, settings, known }: ProbeContext,
): Promise<readonly Probe[]> {
  const { probing } = settings
  const probes = new Map<string, Probe>()
  for (const { turn, score, unit } of await namingPassages(passages, probing.passages, store))
    for (const name of newNames(unit, known).slice(0, probing.names))
      if (!probes.has(name)) probes.set(name, { name, turn, score })
  return [...probes.values()]
}
