/** What is only thought to have been, after “might have”: [left], [gone], [taken]. */
const DONE = String.raw`(?!(?:it|that)\b)\p{L}+(?:ed|en|wn|t|ld)|been|gone|done|had|made|put|met|cut|begun|come|run|won|found|sung`

const GUESS = new RegExp(
  [
    // “I might have left it there”, “she must have taken it”; “could have” of the speaker is unreal instead.
    String.raw`\b(?:might|may|must|could)(?: not|n['’]t)?(?: well| also| just| already| easily)?(?: have|['’]ve) (?:\p{L}+ly |just |already )?(?:${DONE})\b`,
    // “It could be moved”, “the cat may be ill”; “it couldn't be better” praises, and so does “could not be happier”.
    String.raw`\b(?:might|may|could) (?:well |also |just )?be\b(?! (?:better|worse|wrong)\b)`,
    String.raw`^\W*(?:and |but |so |or |well,? )*(?:maybe|perhaps|possibly|probably|presumably|supposedly|allegedly|most likely)\b`,
    String.raw`(?<!\bmost )\b(?:probably|presumably|supposedly|allegedly)\b(?! (?:\d|one|two|three|a|an)\b)`,
    String.raw`\b(?:I|we)(?:['’]m| am|['’]re| are) (?:not|un)(?: \p{L}+)? ?(?:sure|certain) (?:if|whether|that|it|he|she|they)\b`,
    String.raw`\b(?:I|we) (?:don['’]t|do not) know (?:if|whether)\b`,
    String.raw`\bI (?:suspect|presume|reckon|have a hunch)\b`,
    String.raw`\b(?:if|unless) I (?:remember|recall|(?:a|['’])m not mistaken|(?:a|['’])m mistaken)\b`,
    String.raw`\bas far as I (?:know|can tell|remember|recall)\b`,
    String.raw`\brumou?rs? (?:has it|say|that)\b|\bI heard a rumou?r\b`,
  ].join('|'),
  'iu',
)

/** “… but I'm not sure” takes back the certainty of all of its sentence. */
const UNSURE_AT_END =
  /\b(?:I|we)(?:['’]m| am|['’]re| are) (?:not (?:\p{L}+ )?(?:sure|certain|positive)|unsure)(?: (?:about (?:it|that)|of (?:it|that)|though|yet))*\W*$|\b(?:don['’]t|do not|can['’]t) (?:quote me|be (?:sure|certain))\b[^.!?]*\W*$/iu

/** One word of each, so that most sentences are spared the patterns. */
const MAY_BE_GUESSED =
  /\b(?:might|may|must|could|maybe|perhaps|\p{L}+bly|likely|allegedly|supposedly|sure|certain|positive|unsure|know|suspect|reckon|hunch|mistaken|remember|recall|rumou?rs?|quote)\b/iu

/**
 * Whether a clause tells what its speaker does not know for certain: “I might have left it at the gym”, “Maybe Tom has it”.
 *
 * @param sentence The sentence in which it stands: “I think it is on Monday, but I'm not sure.”
 */
export function isGuess(clause: string, sentence: string): boolean {
  if (!MAY_BE_GUESSED.test(sentence)) return false
  return GUESS.test(clause) || UNSURE_AT_END.test(sentence)
}
