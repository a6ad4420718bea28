/** Ends a `switch` over a union: fails to compile when a variant was forgotten, and throws if data lied about its type. */
export function unreachable(value: never): never {
  throw new TypeError(`Unexpected variant: ${JSON.stringify(value)}`)
}
