import { analyse } from '../language/terms.ts'
import { LEAST_ATTRIBUTION } from './choose.ts'
import type { Finding } from './finding.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import { counts } from './quantities.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/**
 * “They raised the fee to 35 euros”, said later by the one who pays it: the new figure is the one that holds.
 *
 * @param read The amount with which a text begins, in words.
 */
export function raisedSince(
  finding: Finding,
  rated: readonly Rated[],
  { question, read }: { readonly question: Question; readonly read: (text: string) => string | undefined },
): Finding | undefined {
  const [{ turn, piece }] = finding.support
  if (!question.asksState) return undefined
  const newest = rated
    .map(({ statement }) => statement)
    .filter(
      (each) =>
        each.turn.time > turn.time &&
        each.modality === 'stated' &&
        isImpersonal(each, turn.speaker) &&
        (RISE.test(each.text) || FALL.test(each.text)) &&
        sharesMatter(
          { ...each, text: each.text.replace(RISE, ' ').replace(FALL, ' ') },
          piece.unit.restatement,
          question.terms,
        ),
    )
    .toSorted(compareSaid)
    .at(-1)
  const figure = newest && TO_FIGURE.exec(newest.sentence)
  if (newest === undefined || figure == null) return undefined
  const text = read(newest.sentence.slice(figure.index))
  return text === undefined ? undefined : { text, support: [newest] }
}

const TO_FIGURE =
  /\b(?:to|now|costs?|is|it['’]s)(?: now| only| just| about| around| over| nearly)* (?=[\p{Sc}\d]|\p{Ll}+ (?:hundred|thousand|euros|pounds|dollars))/u

/** Tells of a later rise or fall without a figure: then the amount that is on record holds no more. */
export function flagged(finding: Finding, rated: readonly Rated[], question: Question): Finding {
  const later = changeWithoutFigure(rated, finding.support[0], question)
  if (later === undefined) return finding
  const [change, direction] = later
  const said = `amount after the ${direction} not recorded`
  return {
    ...finding,
    text: `${finding.text} (${said})`,
    support: [...finding.support, change],
    caveats: [
      `The ${said}: on ${change.day} ${change.turn.speaker} spoke of the ${direction} without a figure.`,
    ],
  }
}

const RISE =
  /\b(?:went|gone|going|go|goes)\s+up\b|\b(?:puts?|putting)\s+(?:[^.!?;]{0,40}\s)?up\b|\b(?:rose|risen|rises|raised?|increased?|grew|grown|climbed|doubled|tripled|higher|more expensive|dearer|raise|rise|pay rise|bump|gained|put on|heavier|upped|hiked|enlarged|expanded|extended|(?:bigger|larger)(?=\s*(?:[.,;!?]|$|now\b|again\b|than\b|by\b))|(?:costs?|pays?|paid|earns?|charges?) (?:me |us |him |her |them )?(?:a (?:bit|little|lot) )?more)\b/iu
const FALL =
  /\b(?:went|gone|going|go|goes|came|come|comes)\s+down\b|\b(?:brought|brings?|puts?)\s+(?:[^.!?;]{0,40}\s)?down\b|\b(?:fell|fallen|dropped|decreased|reduced|lowered|cut|halved|shrank|lower|cheaper|lost|shed|lighter|smaller(?=\s*(?:[.,;!?]|$|now\b|again\b|than\b|by\b))|fewer|slashed|trimmed|shrunk|(?:costs?|pays?|paid|earns?|charges?) (?:me |us |him |her |them )?(?:a (?:bit|little|lot) )?less)\b/iu

/** The newest statement after the given one that tells of a change of the same amount and gives no figure. */
function changeWithoutFigure(
  rated: readonly Rated[],
  { turn, piece }: Statement,
  { terms }: Question,
): [Statement, 'rise' | 'cut'] | undefined {
  const later = rated
    .filter(
      ({ statement, relevance }) =>
        statement.turn.id !== turn.id &&
        (relevance.attribution >= LEAST_ATTRIBUTION || isImpersonal(statement, turn.speaker)),
    )
    .map(({ statement }) => statement)
    .filter((statement) => statement.turn.time >= turn.time && counts(statement.sentence).length === 0)
    .filter((statement) => RISE.test(statement.text) || FALL.test(statement.text))
    .filter((statement) => sharesMatter(statement, piece.unit.restatement, terms))
    .toSorted(compareSaid)
  const newest = later.at(-1)
  return newest && [newest, FALL.test(newest.text) && !RISE.test(newest.text) ? 'cut' : 'rise']
}

/** “They put the fee up”, “My landlord raised the rent”, said by the one who pays it. */
function isImpersonal({ subject, antecedent, turn }: Statement, speaker: string): boolean {
  if (turn.speaker !== speaker) return false
  if (subject.kind === 'noun') return subject.owner === undefined || subject.owner === 'speaker'
  return subject.kind === 'pronoun' && antecedent === undefined
}

function sharesMatter(statement: Statement, source: string, terms: Question['terms']): boolean {
  const matter = new Set([...analyse(source), ...terms.map(({ term }) => term)])
  return analyse(statement.text).some((term) => [...matter].some((other) => kindred(term, other)))
}
