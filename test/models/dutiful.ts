import type { TaskName } from '../../src/model/usage.ts'
import type { Answer, ServedRequest } from '../model-server/answers.ts'
import { type AnswerOf, type ModelServer, startModelServer } from '../model-server/model-server.ts'

/** Answers that take the place of the dutiful ones. */
export type Overrides = { readonly [Task in TaskName]?: Answer | AnswerOf }

/**
 * Starts a server whose model does what it is asked, out of nothing but the prompt: a unit for each turn, the first piece
 * of evidence for an answer, the lines of an episode that have a word of the question.
 */
export function startDutifulServer(overrides: Overrides = {}): Promise<ModelServer> {
  const counts = new Map<TaskName, number>()
  return startModelServer(async (request) => {
    const { task } = request
    if (task === undefined) return undefined
    const before = counts.get(task) ?? 0
    counts.set(task, before + 1)
    const own = overrides[task]
    const told = typeof own === 'function' ? await own(request, before) : own
    return told ?? JSON.stringify(DUTIFUL[task](promptOf(request)))
  })
}

/** What a request asks, the part that changes. */
export function promptOf({ body }: ServedRequest): string {
  return body.messages.findLast(({ role }) => role === 'user')?.content ?? ''
}

/** All that a model is shown. */
export function shownIn({ body }: ServedRequest): string {
  return body.messages.map(({ content }) => content).join('\n')
}

/** The turns that a window is to be anchored from: [“Ada”, “I keep bees in the shed.”] → “Ada keeps bees in the shed.” */
export function unitsOf(prompt: string): readonly { restatement: string; sources: readonly string[] }[] {
  return prompt
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { id: string; context?: boolean; speaker: string; text: string })
    .filter(({ context }) => context !== true)
    .map(({ id, speaker, text }) => ({
      restatement: text.replace(/^I (\w+)/u, `${speaker} $1s`),
      sources: [id],
    }))
}

const NO_CONDITIONS = {
  kind: 'thing',
  persons: [],
  locations: [],
  entities: [],
  topics: [],
  order: 'none',
  orderEvent: '',
  timeWords: '',
  firstDay: '',
  lastDay: '',
}

type Said = { readonly turn: string; readonly text: string }

const STRING = '"(?:[^"\\\\]|\\\\.)*"'
const PACKED = new RegExp(`turns: (${STRING})\\n[^]*?text: (${STRING})`, 'u')
const EPISODE_LINE = new RegExp(`^(${STRING}) \\d\\d:\\d\\d ${STRING}(?:, continued)?: (${STRING})$`, 'gmu')
const QUOTE_LINE = new RegExp(`quote: (${STRING}) .*?: (${STRING})$`, 'gmu')

const DUTIFUL: { readonly [Task in TaskName]: (prompt: string) => unknown } = {
  anchor: (prompt) => ({ units: unitsOf(prompt) }),
  analyse: () => NO_CONDITIONS,
  plan: () => ({ queries: [] }),
  'analyse-and-plan': () => ({ ...NO_CONDITIONS, queries: [] }),
  reflect: () => ({ missing: '', searches: [] }),
  answer(prompt) {
    const said = read(PACKED.exec(prompt))
    return { reasoning: 'The first record says it.', ...answerOf(said) }
  },
  summarise: () => ({ summary: 'They talk about what is kept in the shed.' }),
  assist(prompt) {
    const said = [...prompt.matchAll(EPISODE_LINE)].flatMap((match) => read(match) ?? [])
    const found = said.filter(({ text }) => shareOf(questionIn(prompt), text) > 0)
    return {
      relevant: found.length > 0,
      evidence: found.map(({ turn, text }) => ({ statement: text, quotes: [{ turn, text }] })),
    }
  },
  aggregate(prompt) {
    const quotes = [...prompt.matchAll(QUOTE_LINE)].flatMap((match) => read(match) ?? [])
    const said = mostOf(questionIn(prompt), quotes)
    return { reasoning: 'The quote says it.', answered: said !== undefined, missing: '', ...answerOf(said) }
  },
}

function answerOf(said: Said | undefined) {
  return said === undefined
    ? { answer: '', citations: [] }
    : { answer: said.text, citations: [{ turn: said.turn, quote: said.text }] }
}

function read(match: RegExpExecArray | null): Said | undefined {
  const [, turn, text] = match ?? []
  return turn === undefined || text === undefined
    ? undefined
    : { turn: JSON.parse(turn) as string, text: JSON.parse(text) as string }
}

function questionIn(prompt: string): string {
  return /^Question: (.*)$/mu.exec(prompt)?.[1] ?? ''
}

/** The one with the most words of the question, the first of several; undefined where none has any. */
function mostOf(question: string, said: readonly Said[]): Said | undefined {
  const share = ({ text }: Said) => shareOf(question, text)
  const [best] = said.toSorted((a, b) => share(b) - share(a))
  return best && share(best) > 0 ? best : undefined
}

function shareOf(question: string, text: string): number {
  return wordsOf(question).filter((word) => text.includes(word)).length
}

/** Words of five letters and more: the others are in every line. */
function wordsOf(question: string): readonly string[] {
  return question.toLowerCase().match(/\p{L}{5,}/gu) ?? []
}
