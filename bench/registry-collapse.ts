import { type Command, InvalidArgumentError } from 'commander'
import { isInRepository } from './collapse/record-folder.ts'
import { type Bench, defineBench, names, oneOf } from './registry-entry.ts'

type OnBanks = { readonly conversations?: readonly string[] | undefined }
type Kept = OnBanks & { readonly records?: string }
type Shuffled = OnBanks & { readonly fields?: 'time' | 'people' | 'topic' | 'all' }

const SHARED = { from: 'RaMem', model: 'none', inAll: [] } as const

/** The experiments on what stands before the evidence, a bench each; none asks a model. */
export const collapseBenches: readonly Bench[] = [
  defineBench<OnBanks>({
    ...SHARED,
    name: 'diagnostics',
    what: 'where the evidence stands on LoCoMo, by subset and labels, beside two baselines',
    cost: { coldMinutes: 12, warmMinutes: 3 },
    flags: onBanks,
    async run(options) {
      const { diagnosticFigures, observeLocomo } = await import('./collapse/collapse.ts')
      return { figures: diagnosticFigures(await observeLocomo(options), options.seed) }
    },
  }),
  defineBench<Kept>({
    ...SHARED,
    name: 'context-collapse',
    what: 'how often a related memory of another context stands before the evidence on LoCoMo, beside two baselines',
    cost: { coldMinutes: 12, warmMinutes: 4 },
    flags: (command) =>
      onBanks(command).option(
        '--records <folder>',
        'writes a record of each question, the packed contexts and a page of cases there; never into the repository',
        outsideRepository,
      ),
    async run(options) {
      const { contextCollapse } = await import('./collapse/context-collapse.ts')
      return { figures: await contextCollapse(options) }
    },
  }),
  defineBench<Shuffled>({
    ...SHARED,
    name: 'context-shuffle',
    what: 'what becomes of recall on LoCoMo where context fields are shuffled between memory units',
    cost: { coldMinutes: 12, warmMinutes: 4 },
    flags: (command) =>
      onBanks(command).option(
        '--fields <which>',
        'time (and session), people (and entities), topic or all together; default: each in turn',
        oneOf('time', 'people', 'topic', 'all'),
      ),
    async run({ fields, ...options }) {
      const { shuffleFigures } = await import('./collapse/shuffle.ts')
      return { figures: await shuffleFigures({ ...options, fields: fields && [fields] }) }
    },
  }),
  defineBench<OnBanks>({
    ...SHARED,
    name: 'buffer-sweep',
    what: 'how many days around the asked time still count, from 0 to 14',
    cost: { coldMinutes: 12, warmMinutes: 3 },
    flags: onBanks,
    async run(options) {
      const { bufferFigures } = await import('./sweeps/sweeps.ts')
      return { figures: await bufferFigures(options) }
    },
  }),
  defineBench<OnBanks>({
    ...SHARED,
    name: 'budget-sweep',
    what: 'what is found within 3 to 20 memory units and within 125 to 1,000 tokens of them',
    cost: { coldMinutes: 12, warmMinutes: 3 },
    flags: onBanks,
    async run(options) {
      const { budgetFigures } = await import('./sweeps/sweeps.ts')
      return { figures: await budgetFigures(options) }
    },
  }),
  defineBench<OnBanks>({
    ...SHARED,
    name: 'ablations',
    what: 'recall without the sessions’ times, without the ranking by context, without either',
    cost: { coldMinutes: 12, warmMinutes: 3 },
    flags: onBanks,
    async run(options) {
      const { ablationFigures } = await import('./sweeps/sweeps.ts')
      return { figures: await ablationFigures(options) }
    },
  }),
]

function onBanks(command: Command): Command {
  return command.option('--conversations <name,...>', 'only these banks, as conv-26', names)
}

function outsideRepository(path: string): string {
  if (isInRepository(path))
    throw new InvalidArgumentError('records quote the data: keep them outside of the repository')
  return path
}
