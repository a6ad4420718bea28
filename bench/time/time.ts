import { dialogueFigures } from './dialogue.ts'
import { questionFigures } from './questions.ts'

/** How often cue guard and grounding agree with the hand-labelled gold, and what they cost; shares in [0, 1]. */
export async function time(options: { data: string }): Promise<Record<string, Record<string, number>>> {
  return { questions: await questionFigures(options.data), dialogue: await dialogueFigures(options.data) }
}
