import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RecallOptions } from '../index.ts'
import { addModelOptions, type ModelOptions } from './model-options.ts'

/** What can be said about a question on the command line. */
export type QuestionOptions = {
  readonly asOf?: string
  readonly referenceTime?: string
  readonly asker?: string
  readonly limit?: number
  readonly during?: { readonly first: string; readonly last: string }
  readonly session?: string
  readonly speaker?: string
  readonly units?: 'turns' | 'model' | 'both'
  readonly effort?: 'low' | 'medium' | 'high'
  readonly explain?: true
} & ModelOptions

export function addQuestionOptions(command: Command): Command {
  return addFilterOptions(
    addModelOptions(command)
      .option('--as-of <day>', 'as if it were that day: later turns are hidden')
      .option(
        '--reference-time <day>',
        'the day that “yesterday” in the question counts from (default: today)',
      )
      .option('--asker <name>', 'who “I” is in the question')
      .option('-n, --limit <count>', 'how many pieces of evidence, 1 to 1,000 (default: 10)', readCount)
      .addOption(
        new Option(
          '--units <which>',
          'which memory units are searched (default: both with a language model, else turns)',
        ).choices(['turns', 'model', 'both']),
      )
      .addOption(
        new Option(
          '--effort <much>',
          'what a language model may do for the search: low, nothing; medium, one call; high, up to four',
        ).choices(['low', 'medium', 'high']),
      )
      .option('--explain', 'how the question was read, what was ranked and why'),
  )
}

export function addFilterOptions(command: Command): Command {
  return command
    .option('--during <days>', 'only turns of these days [2023-05-01..2023-05-31]', readDays)
    .option('--session <id>', 'only turns of this session')
    .option('--speaker <name>', 'only turns of this speaker')
}

/** The options of the library that they stand for. */
export function recallOptionsOf(options: QuestionOptions): RecallOptions {
  const { asOf, referenceTime, asker, limit, units, effort } = options
  return {
    ...filtersOf(options),
    ...(asOf === undefined ? {} : { asOf }),
    ...(referenceTime === undefined ? {} : { referenceTime }),
    ...(asker === undefined ? {} : { asker }),
    ...(limit === undefined ? {} : { limit }),
    ...(units === undefined ? {} : { units }),
    ...(effort === undefined ? {} : { effort }),
  }
}

export function filtersOf({
  during,
  session,
  speaker,
}: Pick<QuestionOptions, 'during' | 'session' | 'speaker'>) {
  return {
    ...(during === undefined ? {} : { during }),
    ...(session === undefined ? {} : { session }),
    ...(speaker === undefined ? {} : { speaker }),
  }
}

export function readCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It must be a whole number from 1.')
}

/** [2023-05-01..2023-05-31, 2023-05-01] */
export function readDays(text: string): { first: string; last: string } {
  const match = /^(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?$/.exec(text)
  if (match?.[1]) return { first: match[1], last: match[2] ?? match[1] }
  throw new InvalidArgumentError('It must be a day or two, like 2023-05-01..2023-05-31.')
}
