import type { Answer, Evidence, Recollection } from '../index.ts'
import { aligned, type Column } from './columns.ts'
import type { Page } from './page.ts'
import { timeWords } from './present-frame.ts'
import { consultedLines, modeLines } from './present-modes.ts'
import { dayWords, durationWords, oneLine, rangeWords } from './words.ts'

/** The head of each list; the whole lists are in the JSON output. */
const LISTED = 12

/**
 * The record of a recall for people: frame, guard, what a language model said to it, both lists, what was kept and why,
 * how it was answered, and the time it took.
 */
export async function traceText(recollection: Recollection | Answer, page: Page): Promise<string> {
  const { trace, evidence } = recollection
  const heading = (text: string) => page.style('bold', text)
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [heading(title), ...lines.map((line) => `  ${line}`), '']
  const parts = [
    heading('How the question was read'),
    ...frameRows(recollection).map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    '',
    ...section('What the language model added', consultedLines(recollection)),
    heading(
      `Context list: ${trace.range ? `compatible with ${rangeWords(trace.range)}` : 'not made, as no days are grounded'}`,
    ),
    ...(trace.contextList.length > 0 ? [await listText(trace.contextList, evidence, page)] : []),
    '',
    heading('Content list: by words and meaning alone'),
    await listText(trace.contentList, evidence, page),
    '',
    heading(`Kept: ${evidence.length}`),
    await keptText(evidence, page),
    '',
    ...('mode' in recollection ? section('How it was answered', modeLines(recollection, page)) : []),
    `${heading('Time')}  ${Object.entries(trace.milliseconds)
      .map(([stage, ms]) => `${stage} ${durationWords(ms)}`)
      .join(' · ')}`,
  ]
  return `${parts.join('\n')}\n`
}

function frameRows({ frame, trace }: Recollection): readonly [string, string][] {
  const { need } = frame
  const several = (names: readonly string[]) => names.map(oneLine).join(', ')
  const rows: readonly [string, string][] = [
    [
      'asks for',
      [need.kind, ...(need.list ? ['several'] : []), ...(need.focus ? [`“${need.focus}”`] : [])].join(', '),
    ],
    ['keywords', several(need.keywords)],
    ['persons', several(frame.persons)],
    ['unknown', several(frame.unknownNames)],
    ['places', several(frame.locations)],
    ['entities', several(frame.entities)],
    ['topics', several(frame.topics)],
    ['order', frame.order ? `${frame.order.relation} ${frame.order.event ?? ''}`.trim() : ''],
    ['time words', timeWords(frame.time)],
    ['guard', GUARD_WORDS[trace.guard]],
    ['buffer', trace.bufferedRange ? rangeWords(trace.bufferedRange) : ''],
    ['hops', frame.hops],
    ['asker', frame.asker ?? ''],
    ['asked on', dayWords(frame.referenceDay)],
  ]
  return rows.filter(([, value]) => value !== '')
}

const GUARD_WORDS = {
  'no-cue': 'no time words that bound the question',
  'cue-not-grounded': 'time words, but no days follow from them',
  grounded: 'time words that name days',
} as const

const LIST_COLUMNS: readonly Column[] = [
  { title: 'rank', right: true },
  { title: 'score', right: true },
  { title: 'words', right: true },
  { title: 'meaning', right: true },
  { title: 'tier' },
  { title: 'kept', right: true },
  { title: 'memory unit' },
]

async function listText(
  list: Recollection['trace']['contentList'],
  evidence: readonly Evidence[],
  page: Page,
): Promise<string> {
  const places = new Map(evidence.map((one, index) => [one.unit.id, index]))
  const rows = list.slice(0, LISTED).map((traced, index) => {
    const place = places.get(traced.unit)
    const kept = place === undefined ? undefined : evidence[place]
    return [
      String(index + 1),
      traced.score.toFixed(3),
      rankWords(traced.lexicalRank),
      rankWords(traced.denseRank),
      traced.tier,
      place === undefined ? '' : `#${place + 1}`,
      kept ? oneLine(kept.unit.restatement) : traced.unit,
    ]
  })
  const more = list.length > LISTED ? [`  … and ${list.length - LISTED} more`] : []
  return [await tableText(LIST_COLUMNS, rows, page), ...more].join('\n')
}

const KEPT_COLUMNS: readonly Column[] = [
  { title: '#', right: true },
  { title: 'score', right: true },
  { title: 'tier' },
  { title: 'context', right: true },
  { title: 'content', right: true },
  { title: 'words', right: true },
  { title: 'meaning', right: true },
  { title: 'days off', right: true },
  { title: 'matched' },
]

function keptText(evidence: readonly Evidence[], page: Page): Promise<string> {
  const rows = evidence.map(({ score, tier, reason }, index) => [
    String(index + 1),
    score.toFixed(3),
    tier,
    rankWords(reason.context?.rank),
    rankWords(reason.content?.rank),
    rankWords(reason.lexical?.rank),
    rankWords(reason.dense?.rank),
    reason.distanceDays === undefined ? '–' : String(reason.distanceDays),
    [...reason.matchedPersons, ...reason.matchedTerms].map(oneLine).join(', '),
  ])
  return tableText(KEPT_COLUMNS, rows, page)
}

const rankWords = (rank: number | undefined) => (rank === undefined ? '–' : String(rank))

async function tableText(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  page: Page,
): Promise<string> {
  const lines: string[] = []
  const width = page.columns === undefined ? undefined : page.columns - 2
  for await (const line of aligned(columns, rows, { width, title: (text) => page.style('dim', text) }))
    lines.push(`  ${line}`)
  return lines.join('').trimEnd()
}
