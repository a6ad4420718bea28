import { stem } from '../language/stem.ts'

/** Whether a noun is for a person or an animal. */
export function isAnimate(noun: string): boolean {
  return ANIMATE.has(stem(noun))
}

/** As {@link isAnimate}, of a word that is stemmed already. */
export function isAnimateStem(stemmed: string): boolean {
  return ANIMATE.has(stemmed)
}

/** Whether a stemmed noun is for a person, whom no “it” means. */
export function isPersonStem(stemmed: string): boolean {
  return ANIMATE.has(stemmed) && !NO_PERSON.has(stemmed)
}

const NO_PERSON: ReadonlySet<string> = new Set(
  'dog cat puppy kitten horse pony parrot rabbit hamster bird pet greyhound baby team crew family'
    .split(' ')
    .map(stem),
)

/** Nouns for people and animals: what they feel or do is theirs, not that of whose they are. */
const ANIMATE: ReadonlySet<string> = new Set(
  (
    'neighbour neighbor sister brother sibling mother mom mum father dad parent aunt uncle cousin niece nephew son daughter ' +
    'wife husband partner girlfriend boyfriend friend boss colleague coworker flatmate roommate housemate landlord landlady ' +
    'teacher doctor vet dentist therapist grandma grandpa grandmother grandfather granny nan kid child baby family fiance ' +
    'fiancee ex coach mentor student pupil apprentice twin mate classmate tenant client customer manager supervisor ' +
    'dog cat puppy kitten horse pony parrot rabbit hamster bird pet greyhound team crew in-law stepson stepdaughter ' +
    'mother-in-law father-in-law brother-in-law sister-in-law ex-wife ex-husband guest lodger nurse lawyer'
  )
    .split(' ')
    .map(stem),
)
