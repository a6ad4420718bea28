/** Runs one stage in this process; see `run-stage.ts`. */
import { STAGES, type StageInput } from './stages.ts'

export type StageMessage = { readonly log: string } | { readonly result: Record<string, number> }

const send = (message: StageMessage): void => {
  process.send!(message)
}
const { stage, input } = JSON.parse(process.argv[2]!) as { stage: keyof typeof STAGES; input: StageInput }
send({ result: await STAGES[stage](input, (log) => send({ log })) })
process.disconnect()
