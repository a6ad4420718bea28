import type { Command } from 'commander'
import { CALL_SECONDS } from '../model-options.ts'
import { recollectionText } from '../present-recollection.ts'
import { addQuestionCommand } from '../question-command.ts'
import type { Terminal } from '../terminal.ts'

const EXAMPLES = `
Examples:
  reinstate recall Ana Lisbon
  reinstate recall "What happened to the roof?" --during 2023-05-01..2023-05-31 --limit 5
  reinstate recall "Who sings?" --speaker Bo --json`

export function addRecallCommand(program: Command, terminal: Terminal): void {
  addQuestionCommand(program, terminal, {
    name: 'recall',
    description: 'list the evidence for a question, best first, without answering it',
    examples: EXAMPLES,
    addOptions: (command) => command,
    bound: `a request is given up after ${CALL_SECONDS} s; with --effort low none is made`,
    readOnly: () => true,
    put: (memory, question, { recall, signal }) => memory.recall(question, { ...recall, signal }),
    show: recollectionText,
    holds: ({ evidence }) => evidence.length > 0,
  })
}
