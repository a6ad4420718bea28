import type { Answer, Reading, Recollection, Reconstruction } from '../index.ts'
import type { Page } from './page.ts'
import { counted, dayWords, listed, localDay, oneLine } from './words.ts'

/** What a language model had to say about the search, in lines; none where none was asked. */
export function consultedLines({ trace, frame }: Recollection): readonly string[] {
  const { consultations, queries, reflection } = trace
  return [
    ...consultations.map(({ task, outcome }) => `${task.padEnd(18)}${outcomeWords(outcome)}`),
    ...(queries.length === 0 ? [] : [`searched for      “${oneLine(frame.question)}”`]),
    ...queries.map(
      ({ text, keywords }) =>
        `                  “${oneLine(text)}”${keywords.length > 0 ? ` and the words ${listed(keywords.map(oneLine))}` : ''}`,
    ),
    ...reflection.map(
      ({ outcome, missing, searches, found }, index) =>
        `${`reflection ${index + 1}`.padEnd(18)}${outcome === 'ok' ? missedWords(missing, searches, found.length) : outcomeWords(outcome)}`,
    ),
  ]
}

function missedWords(missing: string, searches: readonly string[], found: number): string {
  if (searches.length === 0) return 'nothing is missing'
  const words = missing === '' ? '' : `“${oneLine(missing)}” is missing; `
  return `${words}searched for ${listed(searches.map((text) => `“${oneLine(text)}”`))}: ${counted(found, 'unit')} more`
}

function outcomeWords(outcome: string): string {
  return outcome === 'ok' ? 'ok' : `failed (${outcome}); went on without it`
}

/** How an answer came about, in lines: the mode and why, then each round, its episodes, and what was read there. */
export function modeLines(answer: Answer, page: Page): readonly string[] {
  const { mode, why, droppedCitations, deep } = answer
  return [
    `${mode}: ${oneLine(why)}`,
    ...(droppedCitations === 0
      ? []
      : [`${counted(droppedCitations, 'citation')} dropped, as nothing shown bears them out`]),
    ...(deep === undefined ? [] : deepLines(deep, page)),
  ]
}

const STOP_WORDS: Readonly<Record<Reconstruction['stoppedBy'], string>> = {
  enough: 'the evidence suffices',
  'nothing-new': 'a further round brought nothing new',
  rounds: 'no further round was allowed',
  budget: 'the budget ran out',
}

function deepLines(deep: Reconstruction, page: Page): readonly string[] {
  const { rounds, readings, droppedQuotes, mendedQuotes, stoppedBy, cost } = deep
  const { small, large, normalised } = cost
  return [
    ...rounds.flatMap(({ number, question, activations, stopped }) => [
      `round ${number}: “${oneLine(question)}”`,
      ...activations.flatMap(({ episode, pathways }) => [
        `  episode ${episode} by ${listed(pathways.map(({ pathway, rank }) => `${pathway} #${rank}`)) || 'no pathway'}${stopped.includes(episode) ? ': stopped' : ''}`,
        ...readings
          .filter((reading) => reading.round === number && reading.episode === episode)
          .flatMap((reading) => readingLines(reading, page).map((line) => `    ${line}`)),
      ]),
    ]),
    `ended: ${STOP_WORDS[stoppedBy]}`,
    ...(droppedQuotes + mendedQuotes === 0
      ? []
      : [`quotes that stand in no turn: ${droppedQuotes} dropped; mended: ${mendedQuotes}`]),
    ...(small.calls + large.calls === 0
      ? []
      : [
          `tokens: ${small.total.toLocaleString('en')} small, ${large.total.toLocaleString('en')} large, ${normalised.toLocaleString('en')} normalised`,
        ]),
  ]
}

function readingLines({ evidence, failed }: Reading, page: Page): readonly string[] {
  return [
    ...(failed === undefined ? [] : [`its assistant failed (${failed}); passages were taken as they are`]),
    ...(evidence.length === 0 ? ['nothing that bears on it'] : []),
    ...evidence.flatMap(({ statement, quotes, by }) => [
      ...(by === 'model' ? [`${oneLine(statement)} (inference)`] : []),
      ...quotes.map(
        ({ turn, speaker, time, text }) =>
          `“${oneLine(text)}” ${oneLine(speaker)}, ${dayWords(localDay(time, page.timeZone))} [${oneLine(turn)}]`,
      ),
    ]),
  ]
}
