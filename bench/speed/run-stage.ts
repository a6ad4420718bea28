import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../root.ts'
import type { StageMessage } from './stage-process.ts'
import type { STAGES, StageInput } from './stages.ts'

/** Where stages run; what it imports is compiled with it. */
export const STAGE_PROCESS = 'bench/speed/stage-process.ts'

/**
 * Runs a stage in a process of its own, so that its memory is its own.
 *
 * @throws {Error} If it fails; what it printed goes to stderr.
 */
export async function runStage(
  stage: keyof typeof STAGES,
  { input, script, log }: { input: StageInput; script: string; log: (line: string) => void },
): Promise<Record<string, number>> {
  let result: Record<string, number> | undefined
  const child = fork(script, [JSON.stringify({ stage, input })], {
    cwd: ROOT,
    // None that this process was started with: it may have been given a loader.
    execArgv: [],
  })
  child.on('message', (message: StageMessage) => {
    if ('log' in message) log(message.log)
    else result = message.result
  })
  const [code] = await once(child, 'close')
  if (code !== 0 || result === undefined)
    throw new Error(`Cannot measure ${stage} at ${input.size} units: the process ended with code ${code}`)
  return result
}
