/** Why no further call is begun; not a failure of the question that wanted one. */
export class RunStoppedError extends Error {
  override readonly name = 'RunStoppedError'
}

/** What lets calls of a model through: until it is stopped, and as far as the tokens last. */
export type Gate = {
  /**
   * Lets a call through that costs at most so many tokens.
   *
   * @returns To be told, once, what it did cost.
   * @throws {RunStoppedError} If the run was stopped, or the tokens do not suffice; then the run is stopped.
   */
  admit(mostTokens: number): (tokens: number) => void
  /** Begins no further call; those under way come to their end. Only the first reason counts. */
  stop(reason: string): void
  /** Why it was stopped; undefined while it runs. */
  readonly stopped: string | undefined
  /** Tokens of the calls that were let through. */
  readonly spentTokens: number
}

/** @param budgetTokens Input and output of all calls together; `Infinity` bounds nothing. */
export function openGate(budgetTokens = Infinity): Gate {
  let stopped: string | undefined
  let spent = 0
  let held = 0
  return {
    admit(mostTokens) {
      // Held until they are settled, so that calls at once cannot spend together what each could spend alone.
      if (stopped === undefined && spent + held + mostTokens > budgetTokens)
        stopped = `the budget of ${budgetTokens} tokens has no room for a further call`
      if (stopped !== undefined) throw new RunStoppedError(`No call is begun: ${stopped}`)
      held += mostTokens
      let open = true
      return (tokens) => {
        if (!open) return
        open = false
        held -= mostTokens
        spent += tokens
      }
    },
    stop(reason) {
      stopped ??= reason
    },
    get stopped() {
      return stopped
    },
    get spentTokens() {
      return spent
    },
  }
}
