import { wordKind } from '../language/lexicon.ts'
import { names } from '../language/names.ts'
import { type Word, words } from '../language/words.ts'

/** Whom or what a clause is about, as far as its wording tells. */
export type Subject =
  /** I, we; or no subject at all (“Ordered the bread oven.”). */
  | { readonly kind: 'speaker' }
  | { readonly kind: 'addressee' }
  /** He, she, they: whoever was named before. */
  | { readonly kind: 'pronoun' }
  | { readonly kind: 'named'; readonly name: string }
  /** “My neighbour Jonas”, “Rosa's aunt”, “the boiler”: its words, whose it is, and the name that stands with it. */
  | {
      readonly kind: 'noun'
      readonly nouns: readonly string[]
      readonly owner: 'speaker' | 'addressee' | 'other' | undefined
      /** The owner where named: “Rosa” in “Rosa's aunt”. */
      readonly ownerName: string | undefined
      readonly name: string | undefined
    }
  | { readonly kind: 'none' }

/** Finds the subject of an English clause by its first noun phrase outside of a prepositional phrase. */
export function subjectOf(clause: string, people: ReadonlySet<string> = NOBODY): Subject {
  if (/^\W*me and\b/iu.test(clause)) return { kind: 'speaker' }
  const spoken = words(clause)
  const nameAt = namesByWord(names(clause, people).filter(({ kind }) => kind === 'person'))
  /** Whether nothing stood before but what may stand before a verb whose subject is left out. */
  let leads = true
  /** Whether a preposition waits for its object, or has just got it. */
  let object: 'none' | 'open' | 'taken' = 'none'
  for (const [index, word] of spoken.entries()) {
    const pronoun = PRONOUNS.get(word.lower.replace(/['’].*$/u, ''))
    if (pronoun !== undefined && (pronoun !== 'addressee' || object !== 'open')) return { kind: pronoun }
    if (PREPOSITIONS.has(word.lower)) object = 'open'
    else if (OWNERS.has(word.lower) || DETERMINERS.has(word.lower)) {
      if (object !== 'open') {
        return nounSubject(spoken.slice(index + 1), nameAt, { owner: OWNERS.get(word.lower) })
      }
    } else if (INDEFINITE.has(word.lower)) {
      return nounSubject([word], () => undefined, {})
    } else {
      const name = nameAt(word)
      if (name !== undefined && object !== 'open') return namedSubject(clause, name, { spoken, nameAt })
      if (leads && isFiniteVerb(word)) return { kind: 'speaker' }
      if (object === 'none' && AUXILIARIES.has(word.lower)) {
        return nounSubject(spoken.slice(0, index), nameAt, {})
      }
      if (object === 'open') object = 'taken'
    }
    leads &&= wordKind(word.lower) === 'function' || LEADS.has(word.lower)
    if (isBeforeComma(clause, word.end)) object = 'none'
  }
  return { kind: 'none' }
}

/** The name to which a word belongs; asked for words in any order, found in one step. */
function namesByWord(named: readonly NamedSpan[]): NamedAt {
  const starts = new Map<number, NamedSpan>()
  for (const name of named) {
    for (const { start } of words(name.text)) starts.set(name.start + start, name)
  }
  return ({ start }) => starts.get(start)
}

function isBeforeComma(clause: string, end: number): boolean {
  COMMA.lastIndex = end
  return COMMA.test(clause)
}

const COMMA = /\s*,/uy

const NOBODY: ReadonlySet<string> = new Set()

const PRONOUNS: ReadonlyMap<string, 'speaker' | 'addressee' | 'pronoun'> = new Map([
  ['i', 'speaker'],
  ['im', 'speaker'],
  ['ive', 'speaker'],
  ['we', 'speaker'],
  ['you', 'addressee'],
  ['he', 'pronoun'],
  ['she', 'pronoun'],
  ['they', 'pronoun'],
])

const OWNERS: ReadonlyMap<string, 'speaker' | 'addressee' | 'other'> = new Map([
  ['my', 'speaker'],
  ['our', 'speaker'],
  ['your', 'addressee'],
  ['his', 'other'],
  ['her', 'other'],
  ['their', 'other'],
])

const DETERMINERS: ReadonlySet<string> = new Set(
  'the a an this that these those every each some all both no another any'.split(' '),
)

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'in on at by for with from to of during after before since until near over under about around between through'.split(
    ' ',
  ),
)

/** Words that end the noun of a noun phrase though the lexicon knows them as something else. */
const AUXILIARIES: ReadonlySet<string> = new Set(
  'is are was were am be been has have had does do did will would can could shall should may might must cannot'.split(
    ' ',
  ),
)

/** Longest noun phrase whose words are kept: what follows is the verb, whether the lexicon knows it or not. */
const PHRASE_WORDS = 3

type NamedAt = (word: Word) => NamedSpan | undefined
type NamedSpan = { readonly text: string; readonly start: number; readonly end: number }
type Owner = { readonly owner?: 'speaker' | 'addressee' | 'other' | undefined; readonly ownerName?: string }

/** A name, or what its possessive owns: “Rosa”, “Rosa's aunt”. */
function namedSubject(
  clause: string,
  name: NamedSpan,
  { spoken, nameAt }: { spoken: readonly Word[]; nameAt: NamedAt },
): Subject {
  if (!/^['’]s?\b/u.test(clause.slice(name.end))) return { kind: 'named', name: name.text }
  const rest = spoken.filter(({ start }) => start >= name.end)
  return nounSubject(rest, nameAt, { owner: 'other', ownerName: name.text })
}

/** The words of a noun phrase, and the name that stands with it: “neighbour Jonas” in “my neighbour Jonas hates”. */
function nounSubject(rest: readonly Word[], nameAt: NamedAt, { owner, ownerName }: Owner): Subject {
  const nouns: string[] = []
  for (const [index, word] of rest.entries()) {
    const name = nameAt(word)
    if (name !== undefined) return { kind: 'noun', nouns, owner, ownerName, name: name.text }
    if (nouns.length === PHRASE_WORDS || AUXILIARIES.has(word.lower) || PREPOSITIONS.has(word.lower)) break
    if (index > 0 && wordKind(word.lower) === 'function') break
    nouns.push(word.lower.replace(/['’]s?$/u, ''))
  }
  return { kind: 'noun', nouns, owner, ownerName, name: undefined }
}

const INDEFINITE: ReadonlySet<string> = new Set(
  'everyone everybody someone somebody anyone nobody people it there what who which'.split(' '),
)

/** With nothing before it but adverbs: its subject is left out, and it is the speaker. */
function isFiniteVerb({ lower }: Word): boolean {
  return wordKind(lower) === 'verb' || /(?:ed|ing|n['’]t)$/u.test(lower) || AUXILIARIES.has(lower)
}

/** What may stand before an elided subject: “Yesterday bought …”, “Just finished …”. */
const LEADS: ReadonlySet<string> = new Set(
  'yesterday today tonight just finally also then now so and but well oh already last'.split(' '),
)
