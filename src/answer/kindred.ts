import { stem } from '../language/stem.ts'

/**
 * Words that answer for each other: who asks with one is served by a statement with another. Only words that stay true
 * of the same facts; what merely belongs to the same field is the embedding's business.
 */
const GROUPS = `
live reside settle relocate move home|work job employ career occupation join profession|earn pay salary wage income raise
like love enjoy adore fond|hate dislike detest loathe|buy purchase get acquire order|own have possess
child kid son daughter|mother mum mom|father dad|photo picture photograph|film movie|begin start|end finish
ill sick|big large|small little|house home|wed marry marriage wedding|doctor physician|car vehicle|trip journey
attend join go visit|bike bicycle|present gift|pupil student|cost price pay spend buy|repair fix mend|phone telephone
study learn|flat apartment|holiday vacation|autumn fall|favourite favorite|colour color|neighbour neighbor
born birth birthday|die death|speak talk|paint painting|swim swimming|cook bake|meet meeting|travel trip
weigh weight|age old|tall height|long length|name call|rent lease|child children|breed
people person visitor guest attendee|attend come visit`

const groupOf = new Map<string, number[]>()
for (const [index, group] of GROUPS.split('|').entries()) {
  for (const word of group.trim().split(/\s+/u)) {
    const term = stem(word)
    groupOf.set(term, [...(groupOf.get(term) ?? []), index])
  }
}

/** Whether two stems are forms of one wording: equal, or in one group of words that answer for each other. */
export function kindred(a: string, b: string): boolean {
  if (a === b) return true
  const groups = groupOf.get(a)
  return groups !== undefined && (groupOf.get(b)?.some((group) => groups.includes(group)) ?? false)
}
