import { dialogueFigures } from './dialogue.ts'
import { questionFigures } from './questions.ts'

/**
 * How often cue guard and grounding agree with the hand-labelled gold, and what they cost; shares in [0, 1].
 *
 * `questions` are read as about a finished history, `questions/live` as by an application that asks against the clock:
 * there “last weekend” counts from the day of asking, which the labels, made for readers, hold for no bound.
 */
export async function time(options: { data: string }): Promise<Record<string, Record<string, number>>> {
  return {
    questions: await questionFigures(options.data),
    'questions/live': await questionFigures(options.data, 'live'),
    dialogue: await dialogueFigures(options.data),
  }
}
