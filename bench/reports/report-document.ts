import type { Bench } from '../registry-entry.ts'
import type { Block } from './document.ts'
import { meaningOf } from './metrics.ts'
import { type FigureRow, figureRows, type NamedFigure, printFigure } from './named-figure.ts'
import { drawPlot, plotsOf } from './plots.ts'
import { type Comparison, comparisons } from './published.ts'
import type { KeptResult } from './result-folder.ts'
import { headlines, shortRows } from './short.ts'

/** How much of the figures a report has: all, or those that are read without looking for one. */
export type Extent = 'whole' | 'short'

/** The report of what was measured: in short, circumstances, then each bench with its figures, meanings and comparisons. */
export async function reportDocument(
  results: readonly KeptResult[],
  benches: readonly Bench[],
  extent: Extent = 'whole',
): Promise<readonly Block[]> {
  const ordered = inOrderOf(benches, results)
  const sections: Block[] = []
  for (const result of ordered) sections.push(...(await sectionOf(result, benches, extent)))
  return [
    { type: 'heading', level: 1, text: 'Results' },
    {
      type: 'paragraph',
      text:
        'Made by `npm run bench -- report`; nothing here was typed by hand. Figures in brackets are the bounds of a 95 % ' +
        'interval, by bootstrap over questions. Whatever was tuned was tuned on conversations 26, 30 and 41 (`tuning`); ' +
        '`held-out` are the other seven. A failure counts as a failure.',
    },
    ...(extent === 'whole'
      ? []
      : [
          paragraph(
            'This page has a choice of the figures; `npm run bench -- all` and `npm run bench -- report` write them all, ' +
              'as JSON and as one page (`.cache/bench/report.html`).',
          ),
        ]),
    ...inShort(ordered),
    ...circumstances(ordered),
    ...sections,
  ]
}

function inOrderOf(benches: readonly Bench[], results: readonly KeptResult[]): readonly KeptResult[] {
  const place = ({ name }: KeptResult) => benches.findIndex((bench) => bench.name === name)
  return results.toSorted((a, b) => place(a) - place(b))
}

function inShort(results: readonly KeptResult[]): Block[] {
  const told = headlines(results)
  if (told.length === 0) return []
  return [
    { type: 'heading', level: 2, text: 'In short' },
    {
      type: 'table',
      head: ['what', 'figure', 'n', 'metric', 'bench and set'],
      rows: told.map(({ says, figure, printed }) => [
        says,
        printed,
        String(figure.n ?? '–'),
        figure.metric,
        `${figure.experiment}: ${figure.set}`,
      ]),
    },
  ]
}

function circumstances(results: readonly KeptResult[]): Block[] {
  return [
    { type: 'heading', level: 2, text: 'What was run' },
    {
      type: 'table',
      head: [
        'bench',
        'models',
        'commit',
        'data',
        'seed',
        'embedder',
        'node',
        'minutes',
        'tokens',
        'date',
        'state',
      ],
      rows: results.map(({ name, run, minutes, failed }) => [
        name,
        modelsOf(run.models),
        run.commit === '' ? '–' : `${run.commit}${run.changed ? ' + changes' : ''}`,
        run.dataHash ?? 'none',
        String(run.seed),
        run.embedder,
        run.node,
        minutes.toFixed(1),
        String(run.spentTokens ?? 0),
        run.date.slice(0, 10),
        failed === undefined ? stateOf(run) : `failed: ${failed}`,
      ]),
    },
  ]
}

function stateOf({ missing = 0, stopped }: KeptResult['run']): string {
  return missing === 0 ? 'whole' : `${missing} answers missing${stopped === undefined ? '' : `: ${stopped}`}`
}

function modelsOf(models: Readonly<Record<string, string>> | undefined): string {
  const byRole = Object.entries(models ?? {})
  const names = new Set(byRole.map(([, name]) => name))
  if (names.size === 0) return 'none'
  return names.size === 1 ? [...names].join('') : byRole.map(([role, name]) => `${role} ${name}`).join(', ')
}

async function sectionOf(result: KeptResult, benches: readonly Bench[], extent: Extent): Promise<Block[]> {
  const bench = benches.find(({ name }) => name === result.name)
  // A set that has no questions in this run tells nothing.
  const all = figureRows(result.name, result.figures).filter(({ figures }) => figures.length > 0)
  const rows = extent === 'whole' ? all : shortRows(result.name, all)
  const model = modelsOf(result.run.models)
  const options = Object.entries(result.options).filter(
    ([name, value]) => name !== 'seed' && value !== 'Infinity',
  )
  const plots: Block[] = []
  for (const { spec, ...plot } of plotsOf(result))
    plots.push({ type: 'plot', ...plot, svg: await drawPlot(spec) })
  return [
    { type: 'heading', level: 2, text: model === 'none' ? result.name : `${result.name}, ${model}` },
    ...(bench === undefined ? [] : [paragraph(`${sentence(bench.what)} (from: ${bench.from}).`)]),
    paragraph(
      `\`npm run bench -- ${result.name}\`; options ${options.map(([name, value]) => `${name} ${value}`).join(', ') || 'none'}.`,
    ),
    ...(result.failed === undefined ? [] : [paragraph(`It failed: ${result.failed}`)]),
    ...plots,
    ...tablesOf(rows),
    ...glossary(rows),
    ...besides(comparisons(result)),
  ]
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function paragraph(text: string): Block {
  return { type: 'paragraph', text }
}

/** Sets with the same metrics share a table. */
function tablesOf(rows: readonly FigureRow[]): Block[] {
  const groups = groupsBy(rows, ({ figures }) => figures.map(({ metric }) => metric).join(' '))
  return [...groups.values()].map((group) => ({
    type: 'table',
    head: ['set', 'n', ...group[0]!.figures.map(({ metric }) => metric)],
    rows: group.map(({ set, n, figures }) => [
      set,
      n === undefined ? '–' : String(n),
      ...figures.map(printFigure),
    ]),
  }))
}

function glossary(rows: readonly FigureRow[]): Block[] {
  const metrics = [...new Set(rows.flatMap(({ figures }) => figures.map(({ metric }) => metric)))]
  const groups = groupsBy(metrics, (metric) => meaningOf(metric) ?? '')
  const items = [...groups]
    .filter(([meaning]) => meaning !== '')
    .map(([meaning, names]) => `${names.map((name) => `\`${name}\``).join(', ')}: ${meaning}`)
  return items.length === 0 ? [] : [{ type: 'list', items }]
}

function besides(compared: readonly Comparison[]): Block[] {
  if (compared.length === 0) return []
  return [
    { type: 'heading', level: 3, text: 'Beside what was published' },
    paragraph(
      'The last column says whether metric, model and data are the same; where they are not, the two are no comparison.',
    ),
    {
      type: 'table',
      head: [
        'data',
        'published',
        'its metric',
        'its figure',
        'ours',
        'our metric',
        'our figure',
        'the same?',
      ],
      rows: compared.map(({ published, ours, differs }) => {
        const { data, source, method, model, metric, value, beside } = published
        const figure: NamedFigure = { ...ours, experiment: beside.bench, set: beside.set }
        return [
          data,
          `${method}${model === undefined ? '' : `, ${model}`} (${source})`,
          metric,
          String(value),
          beside.set,
          ours.metric,
          `${printFigure(figure)} (n ${ours.n ?? '–'})`,
          differs === undefined ? 'yes' : `no: ${differs}`,
        ]
      }),
    },
  ]
}

function groupsBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
