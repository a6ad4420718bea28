import type { Command } from 'commander'
import { answerText } from '../present-answer.ts'
import { addQuestionCommand } from '../question-command.ts'
import type { Terminal } from '../terminal.ts'

const EXAMPLES = `
Examples:
  reinstate ask When did Ana move to Lisbon?
  reinstate ask "What did I say about the roof last May?" --asker Ana
  reinstate ask "Who joined the choir?" --bank conv-26 --as-of 2023-06-30 --explain`

export function addAskCommand(program: Command, terminal: Terminal): void {
  addQuestionCommand(program, terminal, {
    name: 'ask',
    description:
      'answer a question from memory, with the turns that say so; or say that memory does not hold it',
    examples: EXAMPLES,
    put: (memory, question, options) => memory.ask(question, options),
    show: answerText,
    holds: ({ answered }) => answered,
  })
}
