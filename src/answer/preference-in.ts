import { type Polarity, preference } from '../language/polarity.ts'

/** The liking or dislike that a clause or question speaks of, comparisons (“looks like”, “would like to”) aside. */
export function preferenceIn(text: string): Polarity | undefined {
  return preference(text.replace(COMPARISON, ' ').replace(EMPHASIS, ''))
}

const COMPARISON =
  /\b(?:looks?|looked|looking|feels?|felt|sounds?|sounded|seems?|seemed|tastes?|tasted|smells?|smelled|things?|something|anything|nothing|stuff|would|['’]d|more|just)\s+like\b/giu

/** “Gone right off it” is “gone off it”. */
const EMPHASIS = /\s(?:right|really|totally|completely|absolutely|rather|quite|simply|just|actually)(?=\s)/giu
