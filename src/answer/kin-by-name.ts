import type { Alias } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { isAnimate } from './animate.ts'
import { asksName } from './asks-name.ts'
import { askedBond, boundTo } from './kin.ts'
import { compareSaid } from './order.ts'
import type { Statement } from './statement.ts'

/** A question that speaks of somebody by whose they are, asked of them by name, and the statement that names them. */
export type ByName = { readonly frame: RecallFrame; readonly bond: Statement; readonly noun: string }

/**
 * Asks “What happened to Ann's husband?” as “What happened to Igor?” where a statement says who he is. Undefined where
 * none does, or where it is the name or the person that is asked for.
 */
export function askByName(
  frame: RecallFrame,
  statements: readonly Statement[],
  aliases: readonly Alias[],
): ByName | undefined {
  const { question, persons } = frame
  if (asksName(question) || askedBond(question, persons) !== undefined) return undefined
  const found = OWNED.exec(question)
  const { of, noun } = found?.groups ?? {}
  if (found === null || of === undefined || noun === undefined || !isAnimate(noun)) return undefined
  const owner = /^my$/iu.test(of)
    ? frame.asker
    : persons.find((person) => isCalled(person, of.replace(/['’]s?$/u, '')))
  if (owner === undefined) return undefined
  const told = statements
    .filter(({ modality }) => modality !== 'hypothetical')
    .toSorted((a, b) => -compareSaid(a, b))
  for (const bond of told) {
    const name = boundTo({ of: owner, noun }, bond, aliases)
    if (name === undefined || question.includes(name)) continue
    const rest = question.replace(found[0], ' ')
    const others = persons.filter((person) => person !== owner || isNamed(rest, person))
    return {
      frame: { ...frame, question: question.replace(found[0], name), persons: [name, ...others] },
      bond,
      noun,
    }
  }
  return undefined
}

const OWNED = /(?<![\p{L}])(?<of>[Mm]y|\p{Lu}[\p{L}\p{M}-]*['’]s) (?<noun>\p{Ll}[\p{L}-]+)(?! \p{Lu})/u

function isCalled(person: string, name: string): boolean {
  return person.split(' ').includes(name)
}

function isNamed(text: string, person: string): boolean {
  return person.split(' ').some((part) => text.includes(part))
}
