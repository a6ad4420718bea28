import type { Citation, Verdict } from '../model/answer.ts'
import type { DayRange } from '../model/day-range.ts'
import type { Evidence } from '../model/evidence.ts'
import { overlap } from '../time/day-range.ts'
import { dayOfInstant } from '../time/zone.ts'
import { abstain } from './abstain.ts'
import type { Admissible } from './admissible.ts'
import type { AnswerInput } from './answer-input.ts'
import type { AnswerText } from './answer-text.ts'
import { PRETEND } from './hypothetical.ts'
import { ambiguousReadings } from './timely.ts'

/** What an answer of a model rests on. */
export type RestingOn = {
  readonly citations: readonly [Citation, ...Citation[]]
  /** The cited pieces. */
  readonly pieces: readonly Evidence[]
  readonly ground: Pick<Admissible, 'timely'>
}

/**
 * The verdict on what a model answered, with all that has to be said of its ground: that it was pretended, that it is of
 * another time than was asked about, that the question has several readings. From more than one of these it is no answer.
 */
export function verdictOn(
  told: AnswerText,
  { citations, pieces, ground }: RestingOn,
  input: Pick<AnswerInput, 'frame' | 'evidence' | 'timeZone'>,
): Verdict {
  const { frame, evidence } = input
  if (restsOnSeveralReadings(pieces, input)) return abstain('ambiguous', frame, evidence)
  const pretend = pieces.some(({ unit }) => unit.modality === 'hypothetical')
  return {
    answered: true,
    text: pretend ? `${told.text} (${PRETEND})` : told.text,
    citations,
    date: told.date,
    polarity: told.polarity,
    caveats: [
      ...(pretend ? [`The source is ${PRETEND}.`] : []),
      ...(pieces.length === 0 || pieces.some((piece) => ground.timely.has(piece)) ? [] : [OTHER_TIME]),
      ...(ambiguousReadings(frame) === undefined ? [] : [abstain('ambiguous', frame, []).text]),
    ],
  }
}

const OTHER_TIME = 'The evidence was not said in the time that the question asks about.'

/** Whether what an answer rests on lies in more than one of the days that an ambiguous date can mean. */
function restsOnSeveralReadings(
  pieces: readonly Evidence[],
  { frame, timeZone }: Pick<AnswerInput, 'frame' | 'timeZone'>,
): boolean {
  const readings = ambiguousReadings(frame) ?? []
  return readings.filter((reading) => pieces.some((piece) => liesIn(piece, reading, timeZone))).length > 1
}

function liesIn({ unit, turns }: Evidence, reading: DayRange, timeZone: string): boolean {
  const said = dayOfInstant(turns[0].time, timeZone)
  return overlap(unit.context.eventTime ?? { first: said, last: said }, reading)
}
