/** The pieces of an answer's text, which together are the text. */
export type TextPieces = {
  readonly piece: (text: string) => void
  /** Gives out what is missing of the whole: a date that was added, or all where nothing came before. */
  readonly complete: (whole: string) => void
}

/**
 * Passes the pieces of a text on as they come, without white space before the first.
 *
 * What was given out cannot be taken back: where the text turns out otherwise, nothing is added to it.
 */
export function textPieces(onText: ((text: string) => void) | undefined): TextPieces {
  let given = ''
  const give = (text: string) => {
    const said = given === '' ? text.trimStart() : text
    if (said === '') return
    given += said
    onText?.(said)
  }
  return {
    piece: give,
    complete(whole) {
      if (whole.startsWith(given)) give(whole.slice(given.length))
    },
  }
}
