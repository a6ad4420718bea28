import { isQuestion } from '../language/modality.ts'
import { names } from '../language/names.ts'
import { sentences } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'
import { words } from '../language/words.ts'
import type { Turn } from '../model/turn.ts'
import { isAnimate } from './animate.ts'
import { afterAuxiliary, askedFormOf, withoutIndirection } from './asked-form.ts'
import { type Subject, subjectOf } from './subject.ts'

/** A short answer, which says little without the question that it answers: “In Graz.” after “Where do you live?”. */
export type Reply = {
  /** The sentence that it answers, verbatim. */
  readonly asked: string
  /** The answer, verbatim. */
  readonly sentence: string
  /** Whom it is about by the wording of the question: “you” is who replies. */
  readonly subject: Subject
}

/** Reads the short answer with which a turn begins; undefined where it has none to the turn before. */
export function replyTo(asking: Turn, { speaker, text }: Turn): Reply | undefined {
  if (asking.speaker === speaker) return undefined
  const asked = lastSentence(asking.text)
  const sentence = firstSentence(text)
  if (asked === undefined || sentence === undefined || !/\?\W*$/u.test(asked)) return undefined
  const form = askedFormOf(asked)
  if (form === undefined || !isShort(sentence)) return undefined
  const fits = form === 'yes-no' ? affirms(sentence) !== undefined : isFragment(sentence)
  return fits ? { asked, sentence, subject: subjectAsked(asked, asking.text) } : undefined
}

/** Yes or no as a short answer says it; undefined where it says neither. */
export function affirms(sentence: string): boolean | undefined {
  if (NO.test(sentence)) return false
  return YES.test(sentence) ? true : undefined
}

/** The answer alone: “In Graz” of “In Graz.”, “Petra” of “She's called Petra.”; who replies of “I do.”. */
export function replyInWords(sentence: string, speaker: string): string {
  if (OWN.test(sentence)) return speaker
  return sentence
    .replace(LEAD, '')
    .replace(/[\s.!,;:]+$/u, '')
    .trim()
}

/** Longest answer, in words, that is read with its question. */
const LONGEST_REPLY_WORDS = 8

function isShort(sentence: string): boolean {
  return !sentence.includes('?') && words(sentence).length <= LONGEST_REPLY_WORDS
}

function isFragment(sentence: string): boolean {
  if (OWN.test(sentence)) return true
  if (affirms(sentence) !== undefined || EVADES.test(sentence)) return false
  return !PRONOUN.test(sentence.replace(LEAD, ''))
}

function subjectAsked(asked: string, turn: string): Subject {
  if (/\b(?:you|your|yours)\b/iu.test(withoutIndirection(asked))) return { kind: 'speaker' }
  const told = subjectOf(afterAuxiliary(asked))
  if (told.kind === 'pronoun') return meantBefore(asked, turn) ?? told
  return told.kind === 'named' || told.kind === 'noun' ? told : { kind: 'none' }
}

/** “How is your sister? Where does she live?”: the last person or animal before; “your sister” is a sister of who replies. */
function meantBefore(asked: string, turn: string): Subject | undefined {
  const before = turn.slice(0, turn.lastIndexOf(asked))
  const told = sentences(before)
    .map(({ start, end }) => before.slice(start, end))
    .map((sentence) => subjectOf(isQuestion(sentence) ? afterAuxiliary(sentence) : sentence))
    .findLast((subject) => subject.kind === 'named' || (subject.kind === 'noun' && isSomebody(subject)))
  if (told === undefined) return onlyOneIn(before)
  return told.kind === 'noun' && told.owner === 'addressee' ? { ...told, owner: 'speaker' } : told
}

/** “I met your son. How old is he?”: of whom it speaks beside its subject, where that is one alone. */
function onlyOneIn(before: string): Subject | undefined {
  const yours = [...before.matchAll(/\byour (?<nouns>(?:\p{Ll}+ )?\p{Ll}+)/gu)]
    .map(({ groups }) => groups!.nouns!.split(' '))
    .filter((nouns) => nouns.some(isAnimate))
  const named = names(before).filter(({ kind }) => kind === 'person')
  const [nouns] = yours
  const [name] = named
  if (yours.length + named.length !== 1) return undefined
  if (name !== undefined) return { kind: 'named', name: name.text }
  return nouns && { kind: 'noun', nouns, owner: 'speaker', ownerName: undefined, name: undefined }
}

function isSomebody({ nouns, name }: Extract<Subject, { kind: 'noun' }>): boolean {
  return name !== undefined || nouns.some(isAnimate)
}

function lastSentence(text: string): string | undefined {
  const last = sentences(text).at(-1)
  return last && text.slice(last.start, last.end)
}

function firstSentence(text: string): string | undefined {
  const [first] = sentences(text)
  return first && text.slice(first.start, first.end)
}

/** The content words of the question, of whom it is about, and of what answers it. */
export function replyTerms({ asked, sentence, subject }: Reply): ReadonlySet<string> {
  const nouns = subject.kind === 'noun' ? subject.nouns.join(' ') : ''
  return new Set([asked, nouns, sentence].flatMap(analyse))
}

const AUXILIARY = '(?:do|did|have|had|am|was|are|were|can|could|will|would|should)'
const YES = new RegExp(
  `^\\W*(?:oh,? )?(?:yes|yeah|yep|yup|indeed|certainly|definitely|absolutely|of course|sure did|(?:I|we) (?:sure |certainly )?${AUXILIARY})(?=\\s*(?:[,.;:!–—-]|$))`,
  'iu',
)
const NO = new RegExp(
  `^\\W*(?:oh,? )?(?:no|nope|nah|never|not (?:yet|really|at all|any ?more)|(?:I|we) ${AUXILIARY}(?: not|n['’]t)|(?:I|we) (?:can|ca|wo)n['’]t)(?=\\s*(?:[,.;:!–—-]|$)|\\s+(?:yet|any ?more|at all)\\b)`,
  'iu',
)
const OWN = new RegExp(`^\\W*(?:(?:I|we) ${AUXILIARY}|me|us)\\W*$`, 'iu')
const LEAD =
  /^\W*(?:(?:it|that|he|she|they|this)(?:['’]s|['’]re| is| are| was| were)(?: (?:called|named))?|(?:his|her|its|their) names?(?:['’]s| is| was| are))\s+/iu
const PRONOUN =
  /^\W*(?:I|we|you|he|she|it|that|this|they|there|these|those|thanks?|thank|oh|wow|hi|hey|hm+|well|ok|okay|sorry|please|let|good|great|nice|cool|sure)\b/iu
const EVADES =
  /\b(?:no idea|not sure|don['’]t (?:know|remember)|dunno|who knows|can['’]t (?:say|tell|remember)|hard to say|it depends|guess|secret|forgot|none of your)\b|^\W*not (?:me|us|I|mine)\b/iu
