import { analyse } from '../language/terms.ts'
import { LEAST_ATTRIBUTION } from './choose.ts'
import type { Finder, Finding } from './finding.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'

/** “We bought two more goats” adds to those that were told of before: the answer names both. */
export function withBase(
  found: Finding,
  rated: readonly Rated[],
  { question, find }: { readonly question: Question; readonly find: Finder },
): Finding {
  const [added] = found.support
  if (!MORE.test(found.text)) return found
  const before = rated.filter(({ statement }) => compareSaid(statement, added) < 0)
  const base = before.length === 0 ? undefined : find(before, question)
  return base === undefined
    ? found
    : { ...base, text: `${base.text}, then ${found.text}`, support: [...base.support, added] }
}

/** “We got another cow”, told after “We have two cows”. */
export function withAdded(found: Finding, rated: readonly Rated[], { frame, terms }: Question): Finding {
  const focus = analyse(frame.need.focus ?? '')
  const added = rated
    .filter(({ relevance }) => relevance.attribution >= LEAST_ATTRIBUTION)
    .map(({ statement }) => statement)
    .filter(
      (each) => each.modality === 'stated' && found.support.every((told) => compareSaid(each, told) > 0),
    )
    .toSorted(compareSaid)
    .flatMap((statement) => {
      const rest = terms.filter(({ term }) => !focus.some((each) => kindred(term, each)))
      const isSame =
        rest.length > 0
          ? rest.every(({ term }) => [...statement.terms].some((other) => kindred(term, other)))
          : ACQUIRED.test(statement.text)
      const fewer = FEWER.exec(statement.text)
      if (!isSame && fewer === null) return []
      const noun = fewer ?? ANOTHER.exec(statement.text)
      const isAsked = analyse(noun?.groups?.noun ?? '').some((term) =>
        focus.some((each) => kindred(term, each)),
      )
      return noun !== null && isAsked ? [{ statement, text: noun[0] }] : []
    })
  if (added.length === 0) return found
  return {
    ...found,
    text: [found.text, ...added.map(({ text }) => text)].join(', then '),
    support: [...found.support, ...added.map(({ statement }) => statement)],
  }
}

const ANOTHER =
  /\b(?:another|one more|an additional|an extra|a (?:second|third|fourth|fifth)) (?<noun>\p{Ll}+(?: \p{Ll}+)?)/iu
/** “I sold one of my guitars” */
const FEWER =
  /\b(?:sold|lost|donated|returned|gave away|broke) (?:one|two|three|four|five|\d+) of (?:my|our|the|his|her) (?<noun>\p{Ll}+(?: \p{Ll}+)?)/iu
/** What is had is told by how it came. */
const ACQUIRED =
  /\b(?:got|bought|adopted|have|has|own|acquired|added|welcomed|picked up|took in|had|ordered|made|planted|built)\b/iu
const MORE = /\b(?:more|another|additional|extra|further)\b/iu
