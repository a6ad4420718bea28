import { findCues } from './cue-guard.ts'

/**
 * The question without every token of its time cues, prepositions and ordering marks included, for the query of
 * words: [What happened on 2026-07-25/26? → What happened?]. What is left of a question that is all cue is empty.
 */
export function stripCue(question: string): string {
  let stripped = ''
  let from = 0
  for (const { phrase } of findCues(question, 'live')) {
    stripped += question.slice(from, phrase.start)
    from = phrase.end
  }
  stripped += question.slice(from)
  return stripped
    .replace(/\s+([?.!,;:])/g, '$1')
    .replace(/[,;:–-]+(?=[?.!]|$)/g, '')
    .replace(/\s{2,}/g, ' ')
    .trim()
}
