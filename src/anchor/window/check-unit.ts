import type { WrittenUnit } from '../../llm/tasks/anchor-window.ts'
import { unreachable } from '../../model/unreachable.ts'
import { resolveMentions, type TimeMention } from '../../time/mentions.ts'
import { checkAmounts } from './check-amounts.ts'
import { checkDays } from './check-days.ts'
import { checkNames } from './check-names.ts'
import { checkNegation } from './check-negation.ts'
import { checkOwner } from './check-owner.ts'
import { type ReadUnit, readUnit } from './read-unit.ts'
import type { ReadSentence, ReadWindow } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'
import { type Subject, subjectOf } from './subject.ts'
import { type Support, supportOf } from './support.ts'
import { type Sources, sourcesOf } from './unit-sources.ts'

/** A unit that its sources bear out. */
export type CheckedUnit = {
  readonly unit: ReadUnit
  readonly sources: Sources
  /** The sentences of the sources that say it. */
  readonly statement: readonly ReadSentence[]
  /** Time words of the restatement. */
  readonly mentions: readonly TimeMention[]
}

/**
 * Checks a unit that a model wrote against the turns of its window: where it comes from, whether these speak of it, and
 * whether its names, amounts, days and whom it is about stand there. Pure.
 *
 * @returns The first reason to refuse it, or the unit with its sources.
 */
export function checkUnit(written: WrittenUnit, window: ReadWindow): CheckedUnit | Refusal {
  if (written.restatement.length > MOST_CHARACTERS) return refusal('too long', written)
  const unit = readUnit(written, window)
  const found = sourcesOf(unit, window)
  if ('reason' in found) return found
  const cited = found.sources
  const subject = subjectOf(unit, window, cited)
  const { verdict, statement } = supportOf(unit, cited, { subject, window })
  const named = checkNames(unit, cited, { subject, window })
  const sources = 'reason' in named ? cited : (named.sources as Sources)
  const mentions = resolveMentions(unit.text, {
    saidDay: cited[0].said,
    previousSessionDay: cited[0].previousSessionDay,
    dateOrder: window.dateOrder,
  })
  return (
    checkAmounts(unit, sources, mentions) ??
    ('reason' in named && verdict === 'supported' ? named : undefined) ??
    checkDays(unit, { sources, statement, mentions }) ??
    unsupported(verdict, written, subject) ??
    checkNegation(unit, statement, window) ??
    checkOwner(unit, { subject, sources, statement, window }) ?? { unit, sources, statement, mentions }
  )
}

/** After amounts and days, which say more exactly what is wrong; in a line that nobody said a name is not the fault. */
function unsupported(
  verdict: Support['verdict'],
  written: WrittenUnit,
  { name }: Subject,
): Refusal | undefined {
  switch (verdict) {
    case 'supported':
      return undefined
    case 'unsupported':
      return refusal('unsupported by source', written)
    case 'of another speaker':
      return refusal('words of another speaker', written, name)
    default:
      return unreachable(verdict)
  }
}

/** A statement has at most this many characters; three long sentences. */
const MOST_CHARACTERS = 600
