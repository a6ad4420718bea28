import pLimit from 'p-limit'
import { ReinstateError } from '../../src/model/errors.ts'
import { type Gate, RunStoppedError } from '../replies/gate.ts'
import { hashOf, type KeptFolder } from '../replies/reply-folder.ts'
import { openTally, type Tally, tallied } from '../replies/tally.ts'
import type { Exam } from './gold.ts'
import type { AskedQuestion, Protocol, Response } from './protocols/protocol.ts'
import type { Build, OpenWorld } from './world.ts'

/** How one question was answered by one protocol. */
export type Outcome = {
  readonly protocol: string
  readonly bank: string
  /** Its place in the exam. */
  readonly question: number
  /** Undefined where it failed. */
  readonly response: Response | undefined
  /** The `code` of the error, or its name; undefined where it was answered. */
  readonly failure: string | undefined
  readonly milliseconds: number
  /** Whether it was the first that its protocol answered from this bank. */
  readonly cold: boolean
  readonly tally: Tally
}

export type RunResult = {
  readonly outcomes: readonly Outcome[]
  readonly builds: readonly Build[]
  /** Questions that were not asked, as the run was stopped. */
  readonly missing: number
  readonly stopped: string | undefined
}

export type RunOptions = {
  readonly protocols: readonly Protocol[]
  readonly open: (exam: Exam) => OpenWorld
  /** Where answers are kept; what is kept is not asked again. */
  readonly kept: KeptFolder<Outcome>
  /** Whatever else decides an answer: models, settings, the code. */
  readonly circumstances: unknown
  readonly gate: Gate
  /** Questions under way at once. */
  readonly concurrency: number
  readonly onAnswered: (outcome: Outcome, isKept: boolean) => void
}

/**
 * Lets every protocol answer every question of every exam; no label is within its reach.
 *
 * An error is a failure of the question, is not kept, and the run goes on; a key that is refused ends it. A run that was
 * stopped has answers to some of the questions, and nothing half done.
 */
export async function runExams(exams: Iterable<Exam>, options: RunOptions): Promise<RunResult> {
  const outcomes: Outcome[] = []
  const builds: Build[] = []
  let missing = 0
  for (const exam of exams) {
    const result = await runExam(exam, options)
    outcomes.push(...result.outcomes)
    builds.push(...result.builds)
    missing += result.missing
  }
  return { outcomes, builds, missing, stopped: options.gate.stopped }
}

type Job = { readonly protocol: Protocol; readonly question: number; readonly hash: string }

async function runExam(exam: Exam, options: RunOptions): Promise<Omit<RunResult, 'stopped'>> {
  const { protocols, kept, circumstances, onAnswered } = options
  const bank = hashOf(exam.bank.turns)
  const outcomes: Outcome[] = []
  const open: Job[] = []
  for (const protocol of protocols) {
    for (const [question, asked] of exam.questions.entries()) {
      const hash = hashOf([circumstances, protocol.name, bank, asked])
      const known = await kept.get(hash)
      if (known === undefined) open.push({ protocol, question, hash })
      else {
        outcomes.push({ ...known, bank: exam.bank.name, question })
        onAnswered(known, true)
      }
    }
  }
  if (open.length === 0) return { outcomes: inOrder(outcomes, protocols), builds: [], missing: 0 }
  await using world = options.open(exam)
  const answered = await answerAll(open, { exam, world, options })
  return {
    outcomes: inOrder([...outcomes, ...answered], protocols),
    builds: world.builds,
    missing: open.length - answered.length,
  }
}

/** By protocol, then by question, whoever came first: what is drawn at random from them is then the same in every run. */
function inOrder(outcomes: readonly Outcome[], protocols: readonly Protocol[]): Outcome[] {
  const place = new Map(protocols.map(({ name }, i) => [name, i]))
  return outcomes.toSorted(
    (a, b) => place.get(a.protocol)! - place.get(b.protocol)! || a.question - b.question,
  )
}

type Answering = { readonly exam: Exam; readonly world: OpenWorld; readonly options: RunOptions }

async function answerAll(jobs: readonly Job[], { exam, world, options }: Answering): Promise<Outcome[]> {
  const { gate, concurrency, kept, onAnswered } = options
  const limit = pLimit(concurrency)
  const answered: Outcome[] = []
  for (const protocol of new Set(jobs.map((job) => job.protocol))) {
    if (gate.stopped !== undefined || !(await prepared(protocol, world))) continue
    let cold = true
    const own = jobs.filter((job) => job.protocol === protocol)
    await Promise.all(
      own.map((job) =>
        limit(async () => {
          if (gate.stopped !== undefined) return
          const isCold = cold
          cold = false
          const asked = exam.questions[job.question]!
          const said = await answerOne(protocol, asked, world)
          if (said.failure === 'provider-auth') gate.stop('the provider refuses the key')
          if (said.tally.refused > 0 || said.failure === 'provider-auth') return
          const outcome = {
            ...said,
            protocol: protocol.name,
            bank: exam.bank.name,
            question: job.question,
            cold: isCold,
          }
          if (outcome.failure === undefined) await kept.put(job.hash, outcome)
          answered.push(outcome)
          onAnswered(outcome, false)
        }),
      ),
    )
  }
  return answered
}

/** @returns False where the run was stopped before the bank was whole. */
async function prepared(protocol: Protocol, world: OpenWorld): Promise<boolean> {
  try {
    await protocol.prepare(world)
    return true
  } catch (error) {
    if (error instanceof RunStoppedError) return false
    throw error
  }
}

async function answerOne(
  protocol: Protocol,
  { text, referenceTime, asker }: AskedQuestion,
  world: OpenWorld,
): Promise<Pick<Outcome, 'response' | 'failure' | 'milliseconds' | 'tally'>> {
  const tally = openTally()
  const started = performance.now()
  const ended = () => ({ milliseconds: performance.now() - started, tally })
  try {
    // Written out, so that nothing rides along that the type does not name.
    const response = await tallied(tally, () => protocol.answer({ text, referenceTime, asker }, world))
    return { response, failure: undefined, ...ended() }
  } catch (error) {
    if (error instanceof TypeError) throw error
    const failure = error instanceof ReinstateError ? error.code : (error as Error).name
    return { response: undefined, failure, ...ended() }
  }
}
