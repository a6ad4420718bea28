import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importConversations, type Memory, openMemory, readConversations } from '../index.ts'
import { ExitCode } from './exit-codes.ts'
import type { Page } from './page.ts'
import { answerText } from './present-answer.ts'
import { processTerminal } from './terminal.ts'
import { counted, durationWords, localDay, rangeWords } from './words.ts'

/** Wider lines are hard to read. */
const WIDEST = 100
const NARROWEST = 60
const INDENT = '    '

/** What the demonstration reads of a question; whatever else its file holds is not looked at. */
type DemoQuestion = { readonly question: string; readonly asker?: string; readonly referenceTime?: string }

/** Loads the example conversation into a bank of its own, asks its questions and shows how to go on. */
async function main(): Promise<void> {
  const terminal = processTerminal(process)
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-demo-'))
  // Also where the reader goes away (`| head`) or Ctrl-C ends it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.once('SIGINT', () => process.exit(ExitCode.interrupted))
  await using memory = await openMemory(join(folder, 'demo.db'))
  const today = await load(memory, (text) => terminal.out(text))
  const width = Math.min(Math.max(terminal.columns ?? WIDEST, NARROWEST), WIDEST)
  const page = {
    style: terminal.style,
    columns: width - INDENT.length,
    timeZone: memory.bank.timeZone,
  }
  for (const [index, question] of (await readQuestions()).entries()) {
    await terminal.out(await questionText({ number: index + 1, question, today }, memory, page))
  }
  await terminal.out(farewell(terminal.style))
}

const example = (file: string) => fileURLToPath(new URL(`../../examples/${file}`, import.meta.url))

/** Gives the last day of the conversation, which is the day that its questions are asked on. */
async function load(memory: Memory, out: (text: string) => Promise<void>): Promise<string> {
  const start = performance.now()
  await importConversations(readConversations(example('boathouse.jsonl')), async () => memory)
  await memory.flush()
  const milliseconds = performance.now() - start
  const sessions = await memory.sessions()
  const days = sessions
    .flatMap(({ span }) => [span.start, span.end])
    .map((time) => localDay(time, memory.bank.timeZone))
    .sort()
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const turns = sessions.reduce((total, session) => total + session.turns, 0)
  await out(
    `\nA group chat of ${counted(turns, 'turn')}, ${rangeWords({ first, last })}, is in memory after ${durationWords(milliseconds)}.\nNo language model, no network: what it remembers, it quotes.\n\n`,
  )
  return last
}

async function readQuestions(): Promise<readonly DemoQuestion[]> {
  const entries = JSON.parse(await readFile(example('questions.json'), 'utf8')) as readonly DemoQuestion[]
  return entries.map(({ question, asker, referenceTime }) => ({
    question,
    ...(asker === undefined ? {} : { asker }),
    ...(referenceTime === undefined ? {} : { referenceTime }),
  }))
}

async function questionText(
  { number, question, today }: { number: number; question: DemoQuestion; today: string },
  memory: Memory,
  page: Page,
): Promise<string> {
  const { question: words, asker, referenceTime = today } = question
  const start = performance.now()
  const answer = await memory.ask(words, { referenceTime, ...(asker === undefined ? {} : { asker }) })
  const body = answerText(answer, performance.now() - start, page)
  const head = `${page.style('cyan', String(number).padStart(2))}  ${words}${asker === undefined ? '' : page.style('dim', `  (${asker} asks)`)}`
  return `${head}\n${body.replaceAll(/^(?=.)/gm, INDENT)}\n`
}

function farewell(style: Page['style']): string {
  return [
    'Now with a conversation and a question of your own in place of these:',
    '',
    `  ${style('bold', 'npx reinstate import examples/boathouse.jsonl')}`,
    `  ${style('bold', 'npx reinstate ask "Who repaired the roof of the boathouse?"')}`,
    '',
  ].join('\n')
}

await main()
