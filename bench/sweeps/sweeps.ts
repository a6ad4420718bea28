import type { Embedder } from '../../src/embed/embedder.ts'
import { presets } from '../../src/recall/presets.ts'
import type { RecallSettings } from '../../src/recall/settings.ts'
import { COMPARED } from '../collapse/collapse.ts'
import { collapseMeasure, figureSets } from '../collapse/figures.ts'
import type { Observation, VariantsOf } from '../collapse/observe.ts'
import { SUBSETS } from '../collapse/subsets.ts'
import { lastKept, whereGrounded } from '../collapse/variants/last-kept.ts'
import { contentOnly, recalled, reinstated } from '../collapse/variants/reinstated.ts'
import type { Variant } from '../collapse/variants/variant.ts'
import type { FigureSets } from '../figures.ts'
import { appendedContext, withoutSessionTime } from './ablated.ts'
import { budgetMeasure } from './budget-measure.ts'

/** Days around a grounded range whose sessions still count. @see RaMem, appendix D.5 */
const BUFFERS = [0, 1, 3, 5, 7, 14]

/** What both sweeps ask, and where they run together is searched once; the first two are what other benches ask as well. */
const FULL = reinstated
const CONTENT_ONLY = contentOnly
const RAMEM_FULL = lastKept(recalled({ settings: presets.ramem }))

const WEIGHINGS = {
  '': { settings: presets.defaults, usual: FULL },
  'ramem-': { settings: presets.ramem, usual: RAMEM_FULL },
} as const

/** The buffer of the context list, in our weighing and in RaMem's: `locomo/subset/buffer-5`, `…/ramem-buffer-5`. */
export const bufferWays: VariantsOf = async () => {
  const variants: Record<string, Variant> = { 'content-only': CONTENT_ONLY }
  for (const [name, { settings, usual }] of Object.entries(WEIGHINGS))
    for (const days of BUFFERS)
      variants[`${name}buffer-${days}`] =
        days === settings.context.bufferDays
          ? usual
          : whereGrounded(recalled({ settings: withBuffer(settings, days) }), usual)
  return variants
}

/**
 * What each part of the context is worth, in our weighing and in RaMem's (`…/ramem-…`): `full`; `no-session-context`,
 * where event time alone makes a unit compatible; `no-context-ranking`, where the context list is appended after the
 * content list; `content-only`. Without the cue guard nothing would differ here, as only a model's analysis grounds a
 * question that has no cue; what text alone generates is measured on answers.
 * @see RaMem, appendix D.8
 */
export function ablationWays(embedder: Embedder): VariantsOf {
  const settings = [presets.defaults, EVENT_TIME_OF_RAMEM]
  return async (bank, closeLater) => {
    const [ours, ramem] = await withoutSessionTime(bank, { embedder, closeLater, settings })
    return {
      full: FULL,
      'no-session-context': whereGrounded(ours!, FULL),
      'no-context-ranking': whereGrounded(appendedContext(presets.defaults), FULL),
      'content-only': CONTENT_ONLY,
      'ramem-full': RAMEM_FULL,
      'ramem-no-session-context': whereGrounded(ramem!, RAMEM_FULL),
      'ramem-no-context-ranking': whereGrounded(appendedContext(presets.ramem), RAMEM_FULL),
      'ramem-content-only': recalled({ settings: presets.ramem, reinstate: false }),
    }
  }
}

/** Each way to recall on each subset: of the buffer's and of the ablations'. */
export function gridFigures(observations: readonly Observation[], seed: number): FigureSets {
  const variants = Object.keys(observations[0]?.seen ?? {})
  return figureSets(observations, { subsets: SUBSETS, variants, measure: collapseMeasure, seed })
}

/** How many units, and how many tokens of them, a reader is given: `locomo/subset/reinstated` and two baselines. */
export function budgetFigures(observations: readonly Observation[], seed: number): FigureSets {
  const variants = Object.keys(COMPARED)
  return figureSets(observations, { subsets: SUBSETS, variants, measure: budgetMeasure, seed })
}

/** RaMem's own context list knows sessions alone; without them the event time is what is left of the context. */
const EVENT_TIME_OF_RAMEM: RecallSettings = {
  ...presets.ramem,
  context: { ...presets.ramem.context, byEventTime: true },
}

function withBuffer(settings: RecallSettings, bufferDays: number): RecallSettings {
  return { ...settings, context: { ...settings.context, bufferDays } }
}
