import { names } from '../language/names.ts'
import { change } from '../language/polarity.ts'
import { foldText } from '../language/terms.ts'
import { choose } from './choose.ts'
import type { Finder } from './finding.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/** Where: where a move led to, the place that the statement names, or its phrase of place. */
export const findPlace: Finder = (rated, question) => {
  for (const { statement } of choose(rated, question)) {
    const place = placeIn(statement, question)
    if (place !== undefined) return { text: place, support: [statement] }
  }
  return undefined
}

function placeIn({ text, piece }: Statement, question: Question): string | undefined {
  const moved = /\b(?:mov|relocat|transfer|switch)\w*\b/iu.test(text) ? change(text)?.to : undefined
  if (moved !== undefined && !/\bfrom\b/iu.test(question.text)) return firstPhrase(moved)
  const phrase = placePhrase(text, question)
  if (phrase !== undefined) return phrase
  const { location } = piece.unit.context
  if (location !== undefined && text.includes(location) && !isAsked(location, question)) return location
  return names(text).find(({ kind, text: name }) => kind === 'place' && !isAsked(name, question))?.text
}

function isAsked(place: string, { text }: Question): boolean {
  return foldText(text).includes(foldText(place))
}

const PREPOSITION =
  'in|at|on|near|behind|under|underneath|beneath|beside|by|inside|outside|next to|above|below|over|between|opposite|across from|in front of|on top of|close to|off|along|among|to|into|onto|around|from|through'
const PHRASE = new RegExp(
  `\\b((?:${PREPOSITION})\\s+(?:(?:the|a|an|my|our|your|his|her|their|this|that|some)\\s+)?[\\p{L}\\p{N}][^,.;:!?()\\n]*)`,
  'giu',
)
/** Where the phrase ends: at what begins another. */
const PHRASE_END =
  /\s+(?:and|but|or|because|so|when|while|who|which|that|where|with|for|since|until|before|after|during|last|this|next|yesterday|today|tonight|tomorrow|every|if|as|to|is|was|are|were|has|had|have|i|we|he|she|they|it|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|the (?:morning|afternoon|evening|end))|at (?:\d|noon|midnight|night|half))\b.*$/iu
/** Phrases of time, of manner and of thought that begin with a preposition of place. */
const NO_PLACE =
  /^(?:in|on|at|by|over|around|from|to|through|between|into)\s+(?:the\s+|a\s+|my\s+|our\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\b|\d{4}|january|february|march|april|may\b|june|july|august|september|october|november|december|mon|tues|wednes|thurs|fri|satur|sunday|spring|summer|autumn|fall|winter|morning|afternoon|evening|night|noon|midnight|weekend|week|month|year|past|future|time|end|moment|first|last|least|once|way|fact|general|case|dollars|euros|pounds|me|him|her|them|us|it|myself|be|do|go|see|make|get|have|take|\p{L}+ing\b|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half)/iu

function placePhrase(text: string, question: Question): string | undefined {
  const phrases: string[] = []
  let at = 0
  while (at < text.length) {
    PHRASE.lastIndex = at
    const match = PHRASE.exec(text)
    if (match === null) break
    const phrase = firstPhrase(match[1]!)
    at = match.index + Math.max(phrase.length, 1)
    if (!NO_PLACE.test(phrase) && !isAsked(phrase.replace(/^\S+\s+/u, ''), question)) phrases.push(phrase)
  }
  return (
    phrases.find((phrase) => !/^(?:to|from|by|around|over|off|through|of)\b/iu.test(phrase)) ?? phrases[0]
  )
}

/** “behind the chapel in November” → “behind the chapel”. */
function firstPhrase(phrase: string): string {
  return phrase.replace(PHRASE_END, '').trim()
}
