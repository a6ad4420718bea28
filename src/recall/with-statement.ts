/**
 * A question with what somebody would say who answers it [What did they paint on the boat? → What did they paint on the
 * boat? I paint on the boat]; what asks nothing, or nothing else, stays as it is.
 *
 * A question is near to other questions, a statement to what was said.
 *
 * @param nameless As `withoutSpeakers` leaves it: “they” is who was asked about, and speaks of themselves as “I”.
 */
export function withStatement(nameless: string): string {
  const statement = nameless
    .replace(/[?\s]+$/u, '')
    .replace(ASKING, '')
    .replace(/^\s*(?:did|does|do|was|were|is|are|has|have|had|will|would|can|could)\b/iu, '')
    .replace(/\bthey\b/giu, 'I')
    .replace(/\btheir\b/giu, 'my')
    .trim()
  return statement === '' || statement === nameless ? nameless : `${nameless} ${statement}`
}

const ASKING = /^(?:what|which|who|whom|whose|where|when|why|how)(?: (?:kind|type|sort)s? of)?\b/iu
