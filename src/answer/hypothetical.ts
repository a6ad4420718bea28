/** How an answer says that its source was pretend. */
export const PRETEND = 'hypothetical: of a pretend or imagined situation, not a fact'
