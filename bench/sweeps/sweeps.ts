import type { RecallOptions } from '../../src/api.ts'
import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { presets } from '../../src/recall/presets.ts'
import type { RecallSettings } from '../../src/recall/settings.ts'
import { COMPARED, type CollapseOptions, observeLocomo } from '../collapse/collapse.ts'
import { collapseMeasure, figureSets, type Measure, PLACES } from '../collapse/figures.ts'
import { observe, type VariantsOf } from '../collapse/observe.ts'
import { loadExams } from '../collapse/questions.ts'
import { SUBSETS } from '../collapse/subsets.ts'
import { lastKept, whereGrounded } from '../collapse/variants/last-kept.ts'
import { recalled } from '../collapse/variants/reinstated.ts'
import type { Variant } from '../collapse/variants/variant.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets } from '../figures.ts'
import { appendedContext, withoutSessionTime } from './ablated.ts'
import { budgetMeasure } from './budget-measure.ts'

/** Days around a grounded range whose sessions still count. @see RaMem, appendix D.5 */
const BUFFERS = [0, 1, 3, 5, 7, 14]

/** The buffer of the context list, in our weighing and in RaMem's: `locomo/subset/buffer-5`, `…/ramem-buffer-5`. */
export function bufferFigures(options: CollapseOptions): Promise<FigureSets> {
  const variants: Record<string, Variant> = { 'content-only': briefly({ reinstate: false }) }
  for (const [name, settings] of Object.entries(WEIGHINGS)) {
    const usual = lastKept(briefly({ settings }))
    for (const days of BUFFERS)
      variants[`${name}buffer-${days}`] = whereGrounded(
        briefly({ settings: withBuffer(settings, days) }),
        usual,
      )
  }
  return gridFigures(async () => variants, collapseMeasure, options)
}

const WEIGHINGS = { '': presets.defaults, 'ramem-': presets.ramem } as const

/** How many units, and how many tokens of them, a reader is given: `locomo/subset/reinstated` and two baselines. */
export async function budgetFigures(options: CollapseOptions): Promise<FigureSets> {
  const variants = Object.keys(COMPARED)
  return figureSets(await observeLocomo(options), {
    subsets: SUBSETS,
    variants,
    measure: budgetMeasure,
    seed: options.seed,
  })
}

/**
 * What each part of the context is worth, in our weighing and in RaMem's (`…/ramem-…`): `full`; `no-session-context`,
 * where event time alone makes a unit compatible; `no-context-ranking`, where the context list is appended after the
 * content list; `content-only`. Without the cue guard nothing would differ here, as only a model's analysis grounds a
 * question that has no cue; what text alone generates is measured on answers.
 * @see RaMem, appendix D.8
 */
export function ablationFigures(options: CollapseOptions): Promise<FigureSets> {
  const embedder = cachedEmbedder(createLocalEmbedder())
  const settings = [presets.defaults, EVENT_TIME_OF_RAMEM]
  const variantsOf: VariantsOf = async (bank, closeLater) => {
    const [ours, ramem] = await withoutSessionTime(bank, { embedder, closeLater, settings })
    const full = lastKept(briefly({}))
    const ramemFull = lastKept(briefly({ settings: presets.ramem }))
    return {
      full,
      'no-session-context': whereGrounded(ours!, full),
      'no-context-ranking': whereGrounded(appendedContext(presets.defaults), full),
      'content-only': briefly({ reinstate: false }),
      'ramem-full': ramemFull,
      'ramem-no-session-context': whereGrounded(ramem!, ramemFull),
      'ramem-no-context-ranking': whereGrounded(appendedContext(presets.ramem), ramemFull),
      'ramem-content-only': briefly({ settings: presets.ramem, reinstate: false }),
    }
  }
  return gridFigures(variantsOf, collapseMeasure, options)
}

/** RaMem's own context list knows sessions alone; without them the event time is what is left of the context. */
const EVENT_TIME_OF_RAMEM: RecallSettings = {
  ...presets.ramem,
  context: { ...presets.ramem.context, byEventTime: true },
}

/** No figure of a sweep looks further down. */
function briefly(options: RecallOptions): Variant {
  return recalled({ limit: PLACES, ...options })
}

function withBuffer(settings: RecallSettings, bufferDays: number): RecallSettings {
  return { ...settings, context: { ...settings.context, bufferDays } }
}

/** Each way to recall on each subset. */
async function gridFigures(
  variantsOf: VariantsOf,
  measure: Measure,
  { data, seed, conversations, onProgress }: CollapseOptions,
): Promise<FigureSets> {
  const embedder = cachedEmbedder(createLocalEmbedder())
  const names = new Set<string>()
  const named: VariantsOf = async (...opened) => {
    const variants = await variantsOf(...opened)
    for (const name of Object.keys(variants)) names.add(name)
    return variants
  }
  const observations = await observe(loadExams(data, conversations), named, { embedder, onProgress })
  return figureSets(observations, { subsets: SUBSETS, variants: [...names], measure, seed })
}
