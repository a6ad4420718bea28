import { sentences } from '../../language/sentences.ts'
import { analyse, foldText } from '../../language/terms.ts'
import { words } from '../../language/words.ts'
import type { Day, Span } from '../../model/day-range.ts'
import type { SessionId, Turn } from '../../model/turn.ts'
import type { AnchorWindow } from '../../store/window-queue.ts'
import { resolveMentions, type TimeMention } from '../../time/mentions.ts'
import { dayOfInstant } from '../../time/zone.ts'
import type { AnchorOptions } from '../anchor.ts'

/** A turn of a window and what the checks read in it. */
export type ReadTurn = {
  readonly turn: Turn
  /** Place in the window, from 0; turns of the overlap come first. */
  readonly index: number
  readonly isOverlap: boolean
  /** The local day on which it was said. */
  readonly said: Day
  readonly previousSessionDay: Day | undefined
  readonly sentences: readonly ReadSentence[]
  /** Its words, folded, and the parts of those with hyphens. */
  readonly words: ReadonlySet<string>
  readonly mentions: readonly TimeMention[]
}

/** A sentence of a turn; positions in UTF-16 code units of the turn's text, end exclusive. */
export type ReadSentence = {
  readonly of: ReadTurn
  readonly text: string
  readonly start: number
  readonly end: number
  /** Stems of its content words. */
  readonly terms: ReadonlySet<string>
}

/** A window as the checks see it. */
export type ReadWindow = {
  readonly turns: readonly ReadTurn[]
  /** Everyone who speaks in it. */
  readonly speakers: readonly string[]
  /** The same in lower case. */
  readonly people: ReadonlySet<string>
  /** Stems of their names. */
  readonly nameTerms: ReadonlySet<string>
  readonly dateOrder: AnchorOptions['dateOrder']
  /** From the first to the last turn of the window that belongs to the session. */
  spanOf(session: SessionId): Span
}

/** Reads the turns of a window once, for all units drawn from it. Pure. */
export function readWindow(
  { overlap, turns }: AnchorWindow,
  { timeZone, dateOrder }: AnchorOptions,
): ReadWindow {
  const all = [...overlap, ...turns]
  const read: ReadTurn[] = []
  for (const [index, turn] of all.entries()) {
    const said = dayOfInstant(turn.time, timeZone)
    const previousSessionDay = read.findLast((other) => other.turn.session !== turn.session)?.said
    const options = { saidDay: said, previousSessionDay, dateOrder }
    const readSentences = lazily(() => sentencesOf(readTurn))
    const readWords = lazily(() => wordsOf(turn.text))
    const readMentions = lazily(() => resolveMentions(turn.text, options))
    const readTurn: ReadTurn = {
      turn,
      index,
      isOverlap: index < overlap.length,
      said,
      previousSessionDay,
      // Most turns are nobody's source, and need not be read.
      get sentences() {
        return readSentences()
      },
      get words() {
        return readWords()
      },
      get mentions() {
        return readMentions()
      },
    }
    read.push(readTurn)
  }
  const speakers = [...new Set(all.map(({ speaker }) => speaker))]
  return {
    turns: read,
    speakers,
    people: new Set(speakers.map((speaker) => speaker.toLowerCase())),
    nameTerms: new Set(speakers.flatMap((speaker) => analyse(speaker))),
    dateOrder,
    spanOf(session) {
      const times = all.filter((turn) => turn.session === session).map(({ time }) => time)
      return { start: times.reduce(earliest), end: times.reduce(latest) }
    },
  }
}

/** The words of a text as they are compared: folded, with the parts of compounds. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    words(text).flatMap(({ text: word }) => {
      const folded = foldText(word)
      return [folded, ...folded.split(/['’.&/-]/u)]
    }),
  )
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function sentencesOf(of: ReadTurn): readonly ReadSentence[] {
  const { text } = of.turn
  return sentences(text).map(({ start, end }) => {
    const sentence = text.slice(start, end)
    const readTerms = lazily(() => new Set(analyse(sentence)))
    return {
      of,
      text: sentence,
      start,
      end,
      get terms() {
        return readTerms()
      },
    }
  })
}

const earliest = <Text extends string>(a: Text, b: Text) => (a < b ? a : b)
const latest = <Text extends string>(a: Text, b: Text) => (a > b ? a : b)
