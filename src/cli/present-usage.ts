import type { Usage } from '../index.ts'
import { counted, durationWords } from './words.ts'

/** What model calls cost, in one line: [2 calls · 3,214 tokens in (1,024 cached), 85 out · 1.2 s]; undefined without calls. */
export function usageLine(usage: Usage): string | undefined {
  const { callCount, calls, inputTokens, cachedInputTokens, outputTokens, milliseconds } = usage
  if (callCount === 0) return undefined
  const cached = cachedInputTokens > 0 ? ` (${cachedInputTokens.toLocaleString('en')} cached)` : ''
  const models = [...new Set(calls.map(({ model }) => model))].join(', ')
  return [
    `${counted(callCount, 'call')} of ${models}`,
    `${counted(inputTokens, 'token')} in${cached}, ${outputTokens.toLocaleString('en')} out`,
    durationWords(milliseconds),
  ].join(' · ')
}
