import { type Evidence, formatEvidence, type Memory, type RecallOptions } from '../index.ts'

export type RecallBlockOptions = Pick<RecallOptions, 'limit' | 'asker' | 'signal'> & {
  readonly budgetTokens?: number | undefined
  /** Turns that count as not there: what is being said now is no memory of it. */
  readonly except?: ReadonlySet<string> | undefined
}

/** What was recalled: the evidence, and the block in which it stands as data, '' where nothing was found. */
export type RecallBlock = { readonly evidence: readonly Evidence[]; readonly text: string }

/** Recalls for a question, and writes the block for a prompt. */
export async function recallBlock(
  memory: Memory,
  question: string,
  { budgetTokens, except = new Set(), ...options }: RecallBlockOptions,
): Promise<RecallBlock> {
  const recollection = await memory.recall(question, options)
  const evidence = recollection.evidence.filter(({ turns }) => !turns.some(({ id }) => except.has(id)))
  const { frame } = recollection
  return {
    evidence,
    text: formatEvidence({ evidence, frame }, budgetTokens === undefined ? {} : { budgetTokens }),
  }
}
