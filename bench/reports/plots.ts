import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { figureRows, type NamedFigure } from './named-figure.ts'
import type { KeptResult } from './result-folder.ts'

export type Plot = { readonly name: string; readonly caption: string; readonly spec: TopLevelSpec }

/** Draws a plot as SVG, with no browser and nothing fetched. */
export async function drawPlot(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile(spec).spec), { renderer: 'none' })
  try {
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

/** What of a result is drawn: its own picture where it has one, else the first of its main metrics by set. */
export function plotsOf(result: KeptResult): readonly Plot[] {
  const own = PICTURES[result.name]?.(result) ?? []
  return [...own, ...dotPlots(result)]
}

/** Metrics worth a picture, the first that a result has. */
const MAIN = ['locomo_f1', 'squad_f1', 'judge_accuracy', 'share@10', 'D@1', 'all@5']
/** More lines than can be read are left to the table. */
const MOST_LINES = 36

function dotPlots(result: KeptResult): Plot[] {
  const figures = figureRows(result.name, result.figures).flatMap((row) => row.figures)
  const metric = MAIN.find((name) => figures.some((figure) => figure.metric === name))
  if (metric === undefined) return []
  const values = figures
    .filter((figure) => figure.metric === metric && !figure.set.includes('minus'))
    .slice(0, MOST_LINES)
  if (values.length < 2) return []
  return [
    {
      name: `${fileName(result)}-${metric.replace('@', '-at-')}`,
      caption: `${result.name}: ${metric} by set; lines are 95 % intervals`,
      spec: {
        width: 480,
        data: { values: values.map(pointOf) },
        encoding: {
          y: { field: 'set', type: 'nominal', sort: null, title: null, axis: { labelLimit: 420 } },
          x: { field: 'value', type: 'quantitative', title: metric, scale: { zero: false } },
        },
        layer: [
          {
            transform: [{ filter: 'isValid(datum.low)' }],
            mark: { type: 'rule', color: '#888' },
            encoding: { x: { field: 'low', type: 'quantitative' }, x2: { field: 'high' } },
          },
          { mark: { type: 'point', filled: true, size: 50 } },
        ],
      },
    },
  ]
}

function pointOf({ set, value, interval }: NamedFigure) {
  return { set, value, ...(interval && { low: interval.low, high: interval.high }) }
}

const PICTURES: Readonly<Record<string, (result: KeptResult) => readonly Plot[]>> = {
  'side-by-side': sideBySide,
  'context-curve': contextCurve,
}

/** Quality on LoCoMo over the time of a recall, each size of the bank apart. */
function sideBySide(result: KeptResult): Plot[] {
  const { figures } = result
  const points = Object.keys(figures).flatMap((set) => {
    const [, size, name] = /^latency\/(\d+)\/(.+)$/u.exec(set) ?? []
    const quality = figures[`locomo/held-out/${name}`] ?? figures[`locomo/all/${name}`]
    const ms = figures[set]!.recallP50Ms
    if (size === undefined || quality === undefined || ms === undefined) return []
    return [{ name, units: `${Number(size).toLocaleString('en')} units`, ms, quality: quality['share@10'] }]
  })
  if (points.length === 0) return []
  return [
    {
      name: `${fileName(result)}-quality-over-time`,
      caption:
        'side-by-side: share@10 on LoCoMo over the median time of a recall, the question’s vector included; left and up is better',
      spec: {
        data: { values: points },
        facet: { column: { field: 'units', type: 'nominal', sort: null, title: null } },
        spec: {
          width: 340,
          height: 280,
          encoding: {
            x: {
              field: 'ms',
              type: 'quantitative',
              scale: { type: 'log' },
              title: 'recall p50, milliseconds (log)',
            },
            y: {
              field: 'quality',
              type: 'quantitative',
              title: 'share@10',
              scale: { zero: false, padding: 20 },
            },
          },
          layer: [
            { mark: { type: 'point', filled: true, size: 90 }, encoding: { color: COLOURS } },
            {
              mark: { type: 'text', dy: -12 },
              encoding: { text: { field: 'name', type: 'nominal' }, color: COLOURS },
            },
          ],
        },
      },
    },
  ]
}

const COLOURS = { field: 'name', type: 'nominal', legend: null } as const

/** Answer quality over what the prompt holds, a line for each way to answer. */
function contextCurve(result: KeptResult): Plot[] {
  const points = Object.entries(result.figures).flatMap(([set, figures]) => {
    const [, way] = /\/curve\/(.+?)[@-][K]?\d+$/u.exec(set) ?? []
    const { contextCharacters, locomo_f1 } = figures
    return way === undefined || contextCharacters === undefined || locomo_f1 === undefined
      ? []
      : [{ way, contextCharacters, locomo_f1 }]
  })
  if (points.length === 0) return []
  return [
    {
      name: `${fileName(result)}-curve`,
      caption: 'context-curve: locomo_f1 over the characters of context',
      spec: {
        width: 480,
        height: 300,
        data: { values: points },
        mark: { type: 'line', point: true },
        encoding: {
          x: { field: 'contextCharacters', type: 'quantitative', title: 'characters of context' },
          y: { field: 'locomo_f1', type: 'quantitative', scale: { zero: false } },
          color: { field: 'way', type: 'nominal', title: null },
        },
      },
    },
  ]
}

function fileName({ name, options }: KeptResult): string {
  return `${name}${options.model === undefined ? '' : `-${options.model}`}`.replaceAll(/[^\w-]+/gu, '-')
}
