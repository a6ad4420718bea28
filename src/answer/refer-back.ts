import { names } from '../language/names.ts'
import type { Turn, TurnId } from '../model/turn.ts'
import { withoutAddress } from './address.ts'
import { correctedTurn, corrects } from './correction.ts'
import { type Stated, termSet } from './read-passage.ts'
import { toldBonds } from './told-bonds.ts'

/** What stands around a turn, as far as it is known. */
export type Around = {
  readonly turn: Turn
  /** The turn so many places after this one, in its session: -1 is the one before. */
  readonly at: (offset: number) => Turn | undefined
  /** Names of people, lower case. */
  readonly people: ReadonlySet<string>
}

/** A clause that may take back what was said before it. */
export type Referring = Stated & { readonly corrects?: TurnId }

/** Reads the clauses with which a turn begins in the light of the turns before: what they correct, and whom “she” means. */
export function referBack(stated: readonly Stated[], around: Around): readonly Referring[] {
  const told = stated.map((each, index) => correct(each, stated.slice(0, index), around))
  const isOpen = ({ subject, antecedent, text }: Stated) =>
    antecedent === undefined &&
    (subject.kind === 'pronoun' || (subject.kind === 'noun' && subject.owner === 'other')) &&
    HE_OR_SHE.test(text)
  if (!told.some(isOpen)) return told
  const antecedent = lastNamed(around)
  return antecedent === undefined ? told : told.map((each) => (isOpen(each) ? { ...each, antecedent } : each))
}

/** “Sorry, I meant 6 March”: it speaks of what the sentence before it, or its speaker's turn before, was about. */
function correct(each: Stated, before: readonly Stated[], { turn, at }: Around): Referring {
  if (!corrects(each)) return each
  const same = before.findLast(({ sentence }) => sentence !== each.sentence)
  const source = same === undefined ? correctedTurn(turn, at) : turn
  if (source === undefined) return each
  const terms = same?.terms ?? termSet(source.text)
  return { ...each, terms: new Set([...each.terms, ...terms]), corrects: source.id }
}

const HE_OR_SHE = /\b(?:he|she|his|her)\b/iu

/** The one person whom the turn before names, or the speaker's own before it; undefined where several are named. */
function lastNamed({ turn, at, people }: Around): string | undefined {
  const own = at(-2)
  const named = [at(-1), own?.speaker === turn.speaker ? own : undefined]
    .map((each) => (each === undefined ? [] : personsIn(each, people)))
    .find((each) => each.length > 0)
  return named?.length === 1 ? named[0] : undefined
}

/** Whom a turn names, without whom it speaks to. */
function personsIn({ text, speaker }: Turn, people: ReadonlySet<string>): readonly string[] {
  const found = names(withoutAddress(text), people).filter(({ kind }) => kind === 'person')
  const bound = toldBonds(text).map(({ name }) => name)
  return [...new Set([...found.map((name) => name.text), ...bound])].filter((name) => name !== speaker)
}
