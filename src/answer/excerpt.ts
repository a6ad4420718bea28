import type { Evidence } from '../model/evidence.ts'

/**
 * Cuts from the first source turn the part that made it evidence.
 *
 * The whole turn where it fits; else its passage with as much of what surrounds it as fits; else the stretch of the
 * passage where most words of the question stand. Cuts fall between words and are marked with “…”.
 *
 * @param limit Longest result in UTF-16 code units, at least 2.
 * @returns A part of the turn, with at most one mark at either end.
 */
export function excerpt({ turns, unit, reason }: Evidence, limit: number): string {
  const { text } = turns[0]
  if (text.length <= limit) return text
  const { start, end } = unit.passage
  const room = limit - 2 * MARK.length
  const kept =
    end - start <= room ? { start, end } : densest(text, { start, end }, { words: reason.matchedTerms, room })
  return cut(text, centred(text, kept, room), kept)
}

type Stretch = { readonly start: number; readonly end: number }

const MARK = '…'
/** How far a cut may move to fall between words. */
const WORD_SLACK = 24

/** Widens a stretch on both sides until it fills the room. */
function centred(text: string, { start, end }: Stretch, room: number): Stretch {
  const spare = room - (end - start)
  const from = Math.max(0, Math.min(start - Math.floor(spare / 2), text.length - room))
  return { start: from, end: Math.min(text.length, from + room) }
}

/** Finds the stretch of at most `room` code units that holds most of the words; the first of equals. */
function densest(
  text: string,
  passage: Stretch,
  { words, room }: { words: readonly string[]; room: number },
): Stretch {
  const places = findWords(text, passage, words)
  let best: Stretch = { start: passage.start, end: passage.start }
  let most = 0
  for (const [index, { start }] of places.entries()) {
    let last = index
    while (last + 1 < places.length && places[last + 1]!.end - start <= room) last += 1
    const distinct = new Set(places.slice(index, last + 1).map(({ word }) => word)).size
    if (distinct <= most) continue
    most = distinct
    best = { start, end: Math.min(places[last]!.end, start + room) }
  }
  return best
}

function findWords(text: string, { start, end }: Stretch, words: readonly string[]) {
  const folded = text.toLowerCase()
  const places: { start: number; end: number; word: string }[] = []
  for (const word of new Set(words.map((each) => each.toLowerCase()))) {
    if (word.length === 0) continue
    for (
      let at = folded.indexOf(word, start);
      at >= 0 && at < end;
      at = folded.indexOf(word, at + word.length)
    ) {
      places.push({ start: at, end: at + word.length, word })
    }
  }
  return places.sort((a, b) => a.start - b.start)
}

/** Cuts between words where that loses nothing of what is kept. */
function cut(text: string, { start, end }: Stretch, kept: Stretch): string {
  const from = start === 0 ? 0 : afterBreak(text, start, Math.max(start, kept.start))
  const to = end === text.length ? end : beforeBreak(text, Math.min(end, kept.end), end)
  return `${from > 0 ? MARK : ''}${text.slice(from, to)}${to < text.length ? MARK : ''}`
}

function afterBreak(text: string, start: number, limit: number): number {
  const space = text.slice(start, Math.min(limit, start + WORD_SLACK)).search(/\s/u)
  const from = space < 0 ? start : start + space + 1
  return isLowSurrogate(text, from) ? from + 1 : from
}

function beforeBreak(text: string, limit: number, end: number): number {
  const tail = text.slice(Math.max(limit, end - WORD_SLACK), end)
  const space = tail.search(/\s\S*$/u)
  const to = space < 0 ? end : end - tail.length + space
  return isLowSurrogate(text, to) ? to - 1 : to
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
