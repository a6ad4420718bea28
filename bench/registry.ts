import { answerBenches } from './registry-answers.ts'
import { collapseBenches } from './registry-collapse.ts'
import {
  type Bench,
  type CutFlags,
  countFrom,
  counts,
  defineBench,
  names,
  oneOf,
  withCutFlags,
} from './registry-entry.ts'

/** Everything that can be measured, in the order in which `list` names it and `all` runs it. */
export const BENCHES: readonly Bench[] = [
  defineBench<
    CutFlags & { set?: 'locomo' | 'longmemeval'; captions: boolean; units?: 'observation' | 'both' }
  >({
    name: 'retrieval',
    what: 'how often recall finds the evidence: LoCoMo by turn, LongMemEval by session',
    from: 'RaMem',
    model: 'none',
    cost: { coldMinutes: 10, warmMinutes: 2.5 },
    inAll: [],
    flags: (command) =>
      withCutFlags(command)
        .option('--set <name>', 'locomo or longmemeval; default both', oneOf('locomo', 'longmemeval'))
        .option('--no-captions', 'leave captions of images out')
        .option(
          '--units <which>',
          'observation or both: LoCoMo with units that a model wrote, beside those of the turns',
          oneOf('observation', 'both'),
        ),
    async run(options) {
      const { retrieval, unitRetrieval } = await import('./retrieval/retrieval.ts')
      const { data, set, units, onProgress, conversations: only } = options
      if (units !== undefined)
        return { figures: await unitRetrieval({ data, units, onProgress, ...(only && { only }) }) }
      return { figures: await retrieval({ ...options, sets: set ? [set] : ['locomo', 'longmemeval'] }) }
    },
  }),
  defineBench({
    name: 'time',
    what: 'how often time words are read as the gold reads them',
    from: 'ours',
    model: 'none',
    cost: { coldMinutes: 0.1, warmMinutes: 0.1 },
    inAll: [],
    async run(options) {
      const { time } = await import('./time/time.ts')
      return { figures: await time(options) }
    },
  }),
  defineBench({
    name: 'routing',
    what: 'how often the turns that a question rests on lie in the activated episodes: streams of HotpotQA, LoCoMo in one bank',
    from: 'E-mem',
    model: 'none',
    cost: { coldMinutes: 14, warmMinutes: 1.5 },
    family: 'streams',
    inAll: [],
    async run(options) {
      const { routing } = await import('./routing/routing.ts')
      return { figures: await routing(options) }
    },
  }),
  defineBench({
    name: 'iterate',
    what: 'what a second round of routing finds: streams of HotpotQA, probed by extraction, no model',
    from: 'E-mem',
    model: 'none',
    cost: { coldMinutes: 0.1, warmMinutes: 0.1 },
    family: 'streams',
    inAll: [],
    async run(options) {
      const { iterate } = await import('./routing/iterate.ts')
      return { figures: await iterate(options) }
    },
  }),
  ...collapseBenches,
  ...answerBenches,
  defineBench<CutFlags & { sizes: number[]; contestants?: string[] }>({
    name: 'side-by-side',
    what: 'our recall beside what a TypeScript user would build instead, on the same vectors: quality on LoCoMo, milliseconds',
    from: 'ours',
    model: 'none',
    timed: true,
    cost: { coldMinutes: 5, warmMinutes: 3.5 },
    inAll: [],
    flags: (command) =>
      withCutFlags(command)
        .option('--sizes <n,...>', 'units of the banks that are timed; 0: none', counts, [10_000, 100_000])
        .option('--contestants <name,...>', 'only these', names),
    async run(options) {
      const { sideBySide } = await import('./side-by-side/side-by-side.ts')
      const sizes = options.sizes.filter((size) => size > 0)
      return { figures: await sideBySide({ ...options, sizes }) }
    },
  }),
  defineBench<{ windows: number }>({
    name: 'anchoring',
    what: 'how fast a model anchors windows, and what of its units is refused',
    from: 'ours',
    model: 'none',
    timed: true,
    cost: { coldMinutes: 0.2, warmMinutes: 0.2 },
    needsData: false,
    inAll: [],
    flags: (command) => command.option('--windows <n>', 'windows of the import', countFrom(1), 100),
    async run(options) {
      const { anchoring } = await import('./anchoring/anchoring.ts')
      return { figures: await anchoring(options) }
    },
  }),
  defineBench<{ kills: number }>({
    name: 'durability',
    what: 'what is left of acknowledged turns when writers are killed',
    from: 'ours',
    model: 'none',
    timed: true,
    cost: { coldMinutes: 0.7, warmMinutes: 0.7 },
    needsData: false,
    inAll: ['--kills', '40'],
    flags: (command) => command.option('--kills <n>', 'writers to kill', countFrom(1), 200),
    async run(options) {
      const { durability } = await import('./durability/durability.ts')
      return { figures: await durability(options) }
    },
  }),
  defineBench<{ sizes: number[] }>({
    name: 'speed',
    what: 'recall, append and import on banks of several sizes',
    from: 'ours',
    model: 'none',
    timed: true,
    cost: { coldMinutes: 12, warmMinutes: 2.5 },
    inAll: [],
    flags: (command) => command.option('--sizes <n,...>', 'units of the banks', counts, [10_000, 100_000]),
    async run(options) {
      const { speed } = await import('./speed/speed.ts')
      const { CACHE_FOLDER } = await import('./embedding-cache.ts')
      return { figures: await speed({ ...options, cacheDir: CACHE_FOLDER }) }
    },
  }),
  defineBench<{ gguf: string; episodes: number; tokens: number }>({
    name: 'latent-state',
    what: 'what the kept state of an episode saves an assistant in process',
    from: 'E-mem',
    model: 'needed',
    timed: true,
    cost: { coldMinutes: 4, warmMinutes: 4 },
    inAll: undefined,
    flags: (command) =>
      command
        .requiredOption('--gguf <file>', 'the model')
        .option('--episodes <n>', 'episodes to read, from 2', countFrom(2), 3)
        .option('--tokens <n>', 'tokens of an episode', countFrom(1), 2_000),
    async run(options) {
      const { latentState } = await import('./latent-state/latent-state.ts')
      return { figures: await latentState(options) }
    },
  }),
  defineBench({
    name: 'fit',
    what: 'fits the weights of recall on the tuning conversations (prints, writes nothing), and tries its context list there',
    from: 'ours',
    model: 'none',
    cost: { coldMinutes: 30, warmMinutes: 20 },
    inAll: undefined,
    async run({ data }) {
      const { fitRecall } = await import('./retrieval/fit.ts')
      return { figures: await fitRecall(data) }
    },
  }),
]

/** @throws {RangeError} If no bench has this name. */
export function benchNamed(name: string): Bench {
  const bench = BENCHES.find((each) => each.name === name)
  if (bench === undefined) throw new RangeError(`Cannot measure ${name}: no such bench; \`list\` names them`)
  return bench
}
