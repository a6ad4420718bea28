/**
 * English words that carry structure, not content: they would match a third of all turns and rank none of them.
 * Written without apostrophes, as {@link isStopWord} is given them. Words that can name a thing (“will”, “may” as a
 * month, “back”, “home”) stand here only where they hardly ever do.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those it its itself
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself
  she her hers herself they them their theirs themselves
  who whom whose which what when where why how
  am is are was were be been being do does did doing done have has had having
  will would shall should can could might must
  and or but nor if then than so because as while until although though whether
  of at by for with about against between into through during to from in on onto upon off over under
  not no yes too very just only also there here again such own same both each any some
  im ive id ill youre youve youd youll hes shes weve wed theyre theyve theyd theyll thats whats
  dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt wont wouldnt cant couldnt shouldnt
  lets theres heres whos wheres hows s t d ll re ve m
  oh hey hi hello wow yeah ok okay`.split(/\s+/u),
)

/** Whether a folded word (lower case, no apostrophe) is an English stop word. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
