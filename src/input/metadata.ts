import { z } from 'zod'
import type { Json } from '../model/turn.ts'

/** Deeper than any record of an application, far from where reading JSON ends for want of stack. */
const DEEPEST = 100

/**
 * Metadata as given: a copy with every key, `__proto__` among them.
 *
 * Refused are values that JSON does not have, and what is nested deeper than 100 levels, as a ring is without end.
 */
export const metadata = z.unknown().transform((value, context) => {
  const fault = isRecord(value)
    ? faultOf(value)
    : { path: [], why: 'metadata is an object whose values are JSON' }
  if (fault === undefined) return JSON.parse(JSON.stringify(value)) as { readonly [key: string]: Json }
  context.addIssue({ code: 'custom', message: fault.why, path: [...fault.path] })
  return z.NEVER
})

type Fault = { readonly path: readonly (string | number)[]; readonly why: string }

function faultOf(value: unknown, path: readonly (string | number)[] = []): Fault | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number' && Number.isFinite(value)) return undefined
  if (!Array.isArray(value) && !isRecord(value)) return { path, why: `JSON has no ${kindOf(value)}` }
  if (path.length === DEEPEST)
    return { path: path.slice(0, 1), why: `it is nested deeper than ${DEEPEST} levels` }
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const fault = faultOf(inner, [...path, key])
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Plain objects, of whichever realm. */
function isRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' ? (value?.constructor?.name ?? 'such object') : typeof value
}
