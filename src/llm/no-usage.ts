import type { Usage } from '../model/usage.ts'

/** What costs nothing: no model was asked. */
export const NO_USAGE: Usage = {
  callCount: 0,
  calls: [],
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  milliseconds: 0,
}
