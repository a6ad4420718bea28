/** How an answer says that its source was pretend. */
export const PRETEND = 'hypothetical: of a pretend or imagined situation, not a fact'

/** How an answer says that its speaker did not know for certain. */
export const GUESSED = 'uncertain: said as a guess, not as a fact'
