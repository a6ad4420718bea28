import { z } from 'zod'
import type { IndexState } from '../model/recollection.ts'
import { read } from './validation.ts'

const callOptions = z.strictObject({ signal: z.instanceof(AbortSignal).optional() })
const forgetOptions = callOptions.extend({ dryRun: z.boolean().optional() })
const indexOptions = callOptions.extend({
  onProgress: z
    .custom<(state: IndexState) => void>((value) => typeof value === 'function', 'onProgress is a function')
    .optional(),
})

const anchorOptions = callOptions.extend({
  again: z.enum(['refused', 'all']).optional(),
  onProgress: z
    .custom<(state: { readonly awaiting: number }) => void>(
      (value) => typeof value === 'function',
      'onProgress is a function',
    )
    .optional(),
})

export type ResolvedCall = { readonly signal: AbortSignal | undefined }

/** @throws {ValidationError} Names the option that does not hold; so do the next ones. */
export function resolveCall(options: unknown): ResolvedCall {
  return { signal: read(callOptions, options ?? {}, 'options').signal }
}

/** A misspelt `dryRun` is refused rather than taken for a wish to forget. */
export function resolveForgetOptions(options: unknown): ResolvedCall & { readonly dryRun: boolean } {
  const { signal, dryRun = false } = read(forgetOptions, options ?? {}, 'options')
  return { signal, dryRun }
}

export function resolveIndexing(
  options: unknown,
): ResolvedCall & { readonly onProgress: ((state: IndexState) => void) | undefined } {
  const { signal, onProgress } = read(indexOptions, options ?? {}, 'options')
  return { signal, onProgress }
}

export type ResolvedAnchoring = ResolvedCall & {
  readonly again: 'refused' | 'all' | undefined
  readonly onProgress: ((state: { readonly awaiting: number }) => void) | undefined
}

export function resolveAnchoring(options: unknown): ResolvedAnchoring {
  const { signal, again, onProgress } = read(anchorOptions, options ?? {}, 'options')
  return { signal, again, onProgress }
}
