import type { Statement } from './statement.ts'
import { subjectOf } from './subject.ts'

/**
 * What a clause reports of another's words, read as told itself: “her landlord is selling the house” of “Dora says her
 * landlord is selling the house”, where “her” means Dora. Undefined where it reports nothing.
 */
export function reportedIn(statement: Statement): Statement | undefined {
  const found = MAY_REPORT.test(statement.text) ? REPORT.exec(statement.text) : null
  const said = found?.groups?.said
  if (found === null || said === undefined) return undefined
  const { subject } = statement
  const who = subject.kind === 'named' ? subject.name : subject.kind === 'noun' ? subject.name : undefined
  const told = subjectOf(said)
  if (told.kind === 'none' || told.kind === 'addressee') return undefined
  return {
    ...statement,
    text: said,
    start: statement.start + found[0].length - said.length,
    subject: told,
    antecedent: who ?? statement.antecedent,
  }
}

const MAY_REPORT = /\b(?:says?|said|tells?|told|mention(?:s|ed)|hear(?:d)?)\b/iu
/** Words that hand on what is so; who claims or thinks it vouches for nothing. */
const REPORT =
  /^\W*(?:and |but |so )?(?:(?:my|our|his|her|their|the) )?[\p{L}'’-]+(?: [\p{L}'’-]+){0,2}? (?:says?|said|(?:tells?|told) (?:me|us)|mention(?:s|ed))(?: to (?:me|us))? (?:that )?(?<said>(?:(?:I|we|he|she|they)(?:['’]\p{L}+)?|(?:my|our|his|her|their|the) \p{L}+|\p{Lu}[\p{L}-]+) .+)$/u
