/** Takes out of a text what must not stand in errors, logs and records. */
export type Redact = (text: string) => string

/** Stands where a secret stood. */
const MASK = '[secret]'

/** Shorter ones are placeholders ("x") and would take words apart. */
const SHORTEST_SECRET = 4

/** Keys as their providers write them, whole or half masked, also those that we were never told. */
const LIKE_A_KEY = /\bBearer\s+[^\s"',}]+|\b[sp]k-[\w*.-]{6,}/giu

/** @param secrets Taken out wherever they stand, letter for letter. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  const known = secrets
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
    .map(String)
    // A secret that holds another goes first, or its rest would stay.
    .sort((a, b) => b.length - a.length)
  return (text) =>
    known.reduce((left, secret) => left.replaceAll(secret, MASK), text).replace(LIKE_A_KEY, MASK)
}

/** Whether a header or a query parameter of this name holds a secret. */
export function namesSecret(name: string): boolean {
  return /auth|key|token|secret|cookie|password/iu.test(name)
}
