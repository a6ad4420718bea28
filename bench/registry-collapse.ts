import { type Command, InvalidArgumentError } from 'commander'
import { isInRepository } from './collapse/record-folder.ts'
import { type Bench, defineBench, names, oneOf } from './registry-entry.ts'
import type { ObservedOptions, Observing } from './sweeps/observed.ts'

type OnBanks = { readonly conversations?: readonly string[] | undefined }
type Kept = OnBanks & { readonly records?: string }
type Shuffled = OnBanks & { readonly fields?: 'time' | 'people' | 'topic' | 'all' }

const SHARED = { from: 'RaMem', model: 'none', inAll: [], family: 'locomo' } as const

/**
 * The experiments on what stands before the evidence, a bench each; none asks a model. In `all` the first observes LoCoMo
 * for the others, which alone would take 2 to 4 minutes each.
 */
export const collapseBenches: readonly Bench[] = [
  defineBench<OnBanks>({
    ...SHARED,
    name: 'diagnostics',
    what: 'where the evidence stands on LoCoMo, by subset and labels, beside two baselines',
    cost: { coldMinutes: 5, warmMinutes: 2.5 },
    flags: onBanks,
    async run(options) {
      const { diagnosticFigures } = await import('./collapse/collapse.ts')
      return { figures: diagnosticFigures(await observedFor('diagnostics', options), options.seed) }
    },
  }),
  defineBench<Kept>({
    ...SHARED,
    name: 'context-collapse',
    what: 'how often a related memory of another context stands before the evidence on LoCoMo, beside two baselines',
    cost: { coldMinutes: 0.2, warmMinutes: 0.2 },
    flags: (command) =>
      onBanks(command).option(
        '--records <folder>',
        'writes a record of each question, the packed contexts and a page of cases there; never into the repository',
        outsideRepository,
      ),
    async run(options) {
      const { contextCollapse, recordCollapse } = await import('./collapse/context-collapse.ts')
      const { records, seed } = options
      const observations =
        records === undefined
          ? await observedFor('context-collapse', options)
          : await recordCollapse({ ...options, records })
      return { figures: contextCollapse(observations, seed) }
    },
  }),
  defineBench<Shuffled>({
    ...SHARED,
    name: 'context-shuffle',
    what: 'what becomes of recall on LoCoMo where context fields are shuffled between memory units',
    cost: { coldMinutes: 0.2, warmMinutes: 0.2 },
    flags: (command) =>
      onBanks(command).option(
        '--fields <which>',
        'time (and session), people (and entities), topic or all together; default: each in turn',
        oneOf('time', 'people', 'topic', 'all'),
      ),
    async run({ fields: field, ...options }) {
      const { shuffleFigures } = await import('./collapse/shuffle.ts')
      const fields = field && [field]
      const observations = await observedFor('context-shuffle', { ...options, fields })
      return { figures: shuffleFigures(observations, { fields, seed: options.seed }) }
    },
  }),
  defineBench<OnBanks>({
    ...SHARED,
    name: 'buffer-sweep',
    what: 'how many days around the asked time still count, from 0 to 14',
    cost: { coldMinutes: 0.2, warmMinutes: 0.2 },
    flags: onBanks,
    async run(options) {
      const { gridFigures } = await import('./sweeps/sweeps.ts')
      return { figures: gridFigures(await observedFor('buffer-sweep', options), options.seed) }
    },
  }),
  defineBench<OnBanks>({
    ...SHARED,
    name: 'budget-sweep',
    what: 'what is found within 3 to 20 memory units and within 125 to 1,000 tokens of them',
    cost: { coldMinutes: 0.1, warmMinutes: 0.1 },
    flags: onBanks,
    async run(options) {
      const { budgetFigures } = await import('./sweeps/sweeps.ts')
      return { figures: budgetFigures(await observedFor('budget-sweep', options), options.seed) }
    },
  }),
  defineBench<OnBanks>({
    ...SHARED,
    name: 'ablations',
    what: 'recall without the sessions’ times, without the ranking by context, without either',
    cost: { coldMinutes: 0.1, warmMinutes: 0.1 },
    flags: onBanks,
    async run(options) {
      const { gridFigures } = await import('./sweeps/sweeps.ts')
      return { figures: gridFigures(await observedFor('ablations', options), options.seed) }
    },
  }),
]

async function observedFor(bench: Observing, options: ObservedOptions) {
  const { observed } = await import('./sweeps/observed.ts')
  return await observed(bench, options)
}

function onBanks(command: Command): Command {
  return command.option('--conversations <name,...>', 'only these banks, as conv-26', names)
}

function outsideRepository(path: string): string {
  if (isInRepository(path))
    throw new InvalidArgumentError('records quote the data: keep them outside of the repository')
  return path
}
