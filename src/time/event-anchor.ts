// The clause that names the event ends with the question, at a mark, or after so many words.
// [since when], [until what time] ask for a time and name no event.
const ANCHOR =
  /\b(?:before|after|during|while|since|until)\s+(?!(?:when|what|which|how)\b)[\p{L}\d'’-]+(?:\s+[\p{L}\d'’-]+){0,5}/iu

/** The words that place a question beside an event: [after the charity race]; undefined where there are none. */
export function eventAnchor(
  question: string,
): { readonly cue: string; readonly position: number } | undefined {
  const match = ANCHOR.exec(question)
  return match === null ? undefined : { cue: match[0], position: match.index }
}
