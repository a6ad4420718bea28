import { isQuestion } from '../language/modality.ts'
import type { Name } from '../language/names.ts'
import { sentenceTexts } from '../language/sentences.ts'
import type { Modality } from '../model/memory-unit.ts'
import { UnitFlag } from '../store/views/unit-entry.ts'
import { isSmallTalk } from './small-talk.ts'
import { sharesImage } from './wording.ts'

/** What is known of a passage when its flags are set. */
export type Passage = {
  readonly text: string
  readonly names: readonly Name[]
  readonly modality: Modality
  readonly hasTime: boolean
  readonly role: string | undefined
}

/** Bits of `UnitFlag` for one passage. */
export function flagsOf({ text, names, modality, hasTime, role }: Passage): number {
  return (
    (modality === 'asked' ? UnitFlag.question : 0) |
    (endsAsking(text) ? UnitFlag.endsAsking : 0) |
    (hasTime ? UnitFlag.hasTime : 0) |
    (NUMBER.test(text) ? UnitFlag.hasNumber : 0) |
    (names.length > 0 ? UnitFlag.hasName : 0) |
    (FIRST_PERSON.test(text) ? UnitFlag.firstPerson : 0) |
    (sharesImage(text) ? UnitFlag.image : 0) |
    (isSmallTalk(text, names) ? UnitFlag.smallTalk : 0) |
    (role === 'assistant' ? UnitFlag.assistant : 0)
  )
}

/** A picture or an emoji after the question does not come between it and the reply. */
function endsAsking(text: string): boolean {
  const last = sentenceTexts(text.replace(CAPTION, '')).findLast((sentence) => WORD.test(sentence))
  return last !== undefined && isQuestion(last)
}

const WORD = /[\p{L}\p{N}]/u
const CAPTION = /(?:\s*\[image:[^\]]*\])+\s*$/u
const NUMBER =
  /\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|twice|couple)\b/iu
const FIRST_PERSON = /\b(?:I|me|my|mine|myself|we|us|our|ours|ourselves)\b/i
