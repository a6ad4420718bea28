import { wordKind } from '../language/lexicon.ts'
import { names } from '../language/names.ts'
import { change, hasNot, tellsChange } from '../language/polarity.ts'
import { foldText } from '../language/terms.ts'
import { words } from '../language/words.ts'
import { choose } from './choose.ts'
import { inWords, withEarlier } from './find-passage.ts'
import type { Finder, Finding } from './finding.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** Where: where a move led to, the place that the statement names, or its phrase of place. */
export const findPlace: Finder = (rated, question) => {
  const chosen = choose(rated, question)
  for (const each of affirmedFirst(chosen, question)) {
    const { statement } = each
    const place = placeIn(statement, question)
    if (place !== undefined) return withEarlierPlaces(place, each, { chosen, question })
    // Where somebody is no more is all that is known then.
    if (LEFT.test(statement.text) && !/\bfrom\b/iu.test(question.text)) return undefined
    // What told of the change is newer than what it replaced, even where no place can be read out of it.
    if (tellsChange(statement.text)) return { text: inWords(statement), support: [statement] }
  }
  return undefined
}

/** “We didn't go to Malta, we went to Gozo”: where somebody was not is told last. */
function affirmedFirst(chosen: readonly Rated[], { text }: Question): readonly Rated[] {
  const [best] = chosen
  if (best === undefined || !hasNot(best.statement.text) || hasNot(text)) return chosen
  const { turn } = best.statement
  const instead = chosen.filter(({ statement }) => statement.turn === turn && !hasNot(statement.text))
  return [...instead, ...chosen.filter((each) => !instead.includes(each))]
}

type Ground = { readonly chosen: readonly Rated[]; readonly question: Question }

/** “I also sing in a band” adds a place to those of before. */
function withEarlierPlaces(place: string, at: Rated, { chosen, question }: Ground): Finding {
  const told = withEarlier(at, chosen).map((statement) => ({
    statement,
    place: placeIn(statement, question),
  }))
  const places = new Set(told.flatMap(({ place: earlier }) => earlier ?? []))
  if (places.size < 2) return { text: place, support: [at.statement] }
  const [first, ...rest] = told.map(({ statement }) => statement)
  return { text: [...places].join(' · '), support: [first!, ...rest] }
}

function placeIn({ text, piece }: Statement, question: Question): string | undefined {
  const moved = /\b(?:mov|relocat|transfer|switch)\w*\b/iu.test(text) ? change(text)?.to : undefined
  if (moved !== undefined && !/\bfrom\b/iu.test(question.text)) return firstPhrase(moved)
  // “I gave up the room in Basel and moved in with Leo in Bern”: what was given up is no place to be.
  const left = /\bfrom\b/iu.test(question.text) ? undefined : change(text)?.from
  const told = left === undefined ? undefined : placePhrase(text.replace(left, ' '), question)
  const phrase = told ?? placePhrase(text, question)
  const isSource = phrase !== undefined && /^from\b/iu.test(phrase) && LEFT.test(text)
  if (phrase !== undefined && (!isSource || /\bfrom\b/iu.test(question.text))) return phrase
  const { location } = piece.unit.context
  const named = [location, ...namesFrom(text)]
  return named.find(
    (place) =>
      place !== undefined &&
      text.includes(place) &&
      !isAsked(place, question) &&
      !isLeft(text, place, question),
  )
}

/** “I moved from Leiden” says where somebody is no more; “moved from Leiden to Ghent” says more than that. */
const LEFT =
  /\b(?:mov(?:ed?|es|ing)|relocat\p{L}+|transferr?\p{L}*) (?:back )?from\b(?!.*\b(?:to|into|and|but)\b)/iu

/** “Moved out of 9 Ferry Lane”: where somebody is no more answers only where from. */
function isLeft(text: string, place: string, { text: asked }: Question): boolean {
  if (/\bfrom\b/iu.test(asked)) return false
  const before = text.slice(0, text.indexOf(place))
  return /\b(?:out of|away from|from|left|leaving)\s+(?:\S+\s+){0,2}$/iu.test(before)
}

/** Places first; a firm or a house by its name is a place to be as well. */
function namesFrom(text: string): readonly string[] {
  const found = names(text).filter(({ kind }) => kind !== 'person')
  return found
    .toSorted((a, b) => Number(b.kind === 'place') - Number(a.kind === 'place'))
    .map(({ text: name }) => name)
}

function isAsked(place: string, { text }: Question): boolean {
  return foldText(text).includes(foldText(place))
}

const PREPOSITION =
  'in|at|on|near|behind|under|underneath|beneath|beside|by|inside|outside|next to|above|below|over|between|opposite|across from|in front of|on top of|close to|off|along|among|to|into|onto|around|from|through'
const PHRASE = new RegExp(
  `\\b(?<preposition>${PREPOSITION})(?<object>\\s+(?:(?:the|a|an|my|our|your|his|her|their|this|that|some)\\s+)?[\\p{L}\\p{N}][^,.;:!?()\\n]*)`,
  'giu',
)
/** Where the phrase ends: at what begins another. */
const PHRASE_END =
  /\s+(?:and|but|or|because|so|when|while|who|which|that|where|with|for|since|until|before|after|during|last|this|next|yesterday|today|tonight|tomorrow|every|now|if|as|to|is|was|are|were|has|had|have|i|we|he|she|they|it|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|the (?:morning|afternoon|evening|end))|at (?:\d|noon|midnight|night|half))\b.*$/iu
/** Phrases of time, of manner and of thought that begin with a preposition of place. */
const NO_PLACE = new RegExp(
  [
    '^(?:in|on|at|by|over|around|from|to|through|between|into)\\s+(?:the\\s+|an?\\s+|my\\s+|our\\s+)?(?:',
    '\\d{1,2}(?:st|nd|rd|th)\\b|\\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*|(?:19|20)\\d{2}$|(?:january|february|march|april|may|june|july|august|september|october|november|december)\\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|',
    '(?:spring|summer|autumn|fall|winter|morning|afternoon|evening|night|noon|midnight|weekend|week|month|year|past|future|time|end|moment|way|fact|general|case)s?\\b|',
    '(?:first|last|least|once)$|first (?:place|time)\\b|(?:dollars|euros|pounds)\\b|(?:me|him|her|them|us|it|myself|himself|herself)\\b|\\p{L}+ing$|',
    "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half(?: past)?(?: \\p{L}+)?)(?:$|:\\d|\\s*(?:am|pm|o['’]clock|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\\b))",
  ].join(''),
  'iu',
)
/** “To keep there” is a purpose; what somebody goes to has an article, a name or no need of one. */
const PURPOSE =
  /^[Tt]o\s+(?!(?:the|an?|my|our|your|his|her|their|this|that|some|work|school|town|church|bed|college|university|hospital|court|prison|sea)\b|[\p{Lu}\d])/u

function placePhrase(text: string, question: Question): string | undefined {
  const phrases: string[] = []
  let at = 0
  while (at < text.length) {
    PHRASE.lastIndex = at
    const match = PHRASE.exec(text)
    if (match === null) break
    const phrase = `${match.groups!.preposition}${firstPhrase(match.groups!.object!)}`
    at = match.index + Math.max(phrase.length, 1)
    if (
      hasObject(phrase) &&
      !NO_PLACE.test(phrase) &&
      !PURPOSE.test(phrase) &&
      !isAsked(phrase.replace(/^\S+\s+/u, ''), question)
    )
      phrases.push(phrase)
  }
  return (
    phrases.find((phrase) => !/^(?:to|from|by|around|over|off|through|of)\b/iu.test(phrase)) ?? phrases[0]
  )
}

/** “Off we went”, “on makes a huge difference”: a preposition of which no place is the object. */
function hasObject(phrase: string): boolean {
  const [first, second] = words(phrase.replace(new RegExp(`^(?:${PREPOSITION})\\b`, 'iu'), ''))
  if (first === undefined) return false
  const isArticle = /^(?:the|an?)$/u.test(first.lower)
  if (isArticle) return second !== undefined
  return first.text !== first.lower || wordKind(first.lower) !== 'verb' || second === undefined
}

/** “behind the chapel in November” → “behind the chapel”. */
function firstPhrase(phrase: string): string {
  return phrase.replace(PHRASE_END, '').trimEnd()
}
