/** What a value is that should have been another, for a message: [null, an object, a number]. */
export function valueKind(value: unknown): string {
  if (value == null) return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
