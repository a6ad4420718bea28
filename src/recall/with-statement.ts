/**
 * The text whose meaning is searched for: a question and, after it, what somebody would say who answers it
 * [What did they paint on the boat? → What did they paint on the boat? I paint on the boat].
 *
 * A question is near to other questions, a statement to what was said; as the vector is a mean over all words, both
 * together find more than either (cross-validated over the tuning conversations), in one run of the model.
 *
 * What asks nothing, or nothing else, stays as it is.
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
