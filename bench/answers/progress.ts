import type { Outcome } from './run.ts'

/** Tells how far a run is, at most every two seconds. */
export function createProgress({ total, say, now = () => performance.now() }: ProgressOptions): Progress {
  const started = now()
  let [done, kept, live, tokens] = [0, 0, 0, 0]
  let last = Number.NEGATIVE_INFINITY
  const line = () => {
    const asked = done - kept
    const minutes = (now() - started) / MINUTE_MS
    const rate = minutes > 0 ? asked / minutes : 0
    const left = rate > 0 ? `, ${spell((total - done) / rate)} left` : ''
    return `${done}/${total} answers (${kept} kept), ${live} calls, ${tokens} tokens, ${rate.toFixed(1)} answers/min${left}`
  }
  return {
    answered({ protocol, bank, tally, response }, isKept) {
      done += 1
      if (isKept) kept += 1
      else {
        live += tally.live
        for (const call of response?.calls ?? []) tokens += (call.inputTokens ?? 0) + (call.outputTokens ?? 0)
      }
      if (isKept || now() - last < PAUSE_MS) return
      last = now()
      say(`${bank} ${protocol}: ${line()}`)
    },
    line,
  }
}

export type ProgressOptions = {
  readonly total: number
  readonly say: (line: string) => void
  readonly now?: () => number
}

export type Progress = {
  answered(outcome: Pick<Outcome, 'protocol' | 'bank' | 'tally' | 'response'>, isKept: boolean): void
  line(): string
}

const MINUTE_MS = 60_000
const PAUSE_MS = 2_000

function spell(minutes: number): string {
  if (minutes < 1) return `${Math.ceil(minutes * 60)} s`
  return minutes < 60
    ? `${Math.ceil(minutes)} min`
    : `${Math.floor(minutes / 60)} h ${Math.ceil(minutes % 60)} min`
}
