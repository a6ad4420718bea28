/** Whether a question asks how somebody or something is called. */
export function asksName(question: string): boolean {
  return ASKS_NAME.test(question)
}

const ASKS_NAME =
  /^\W*(?:and |so )?what(?:['’]s|\s+(?:is|was|are|were))\s+(?:(?:the )?(?:first |full |new )?names? (?:of|for)\b|.*['’]s? names?\W*$|.*\b(?:called|named)\W*$)/iu
