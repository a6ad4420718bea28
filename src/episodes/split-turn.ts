import type { EpisodeTurn } from '../model/episode.ts'
import type { Turn } from '../model/turn.ts'

/**
 * The parts of a turn, in order and without gaps: the whole turn where it fits, else halves of halves, each cut near its
 * middle after a sentence, failing that after white space, failing that between two characters.
 *
 * @param fits Whether a part is short enough; what cannot be cut any further is taken as it is.
 */
export function splitTurn(turn: Turn, fits: (part: EpisodeTurn) => boolean): readonly EpisodeTurn[] {
  const cut = (part: EpisodeTurn): readonly EpisodeTurn[] => {
    if (fits(part)) return [part]
    const at = breakOf(turn.text, part)
    if (at <= part.start || at >= part.end) return [part]
    return [...cut({ ...part, end: at }), ...cut({ ...part, start: at })]
  }
  return cut({ turn, start: 0, end: turn.text.length })
}

function breakOf(text: string, { start, end }: EpisodeTurn): number {
  const middle = (start + end) >> 1
  const half = (end - start) >> 1
  return (
    nearest(middle, Math.floor(half / 3), (at) => endsSentence(text, at)) ??
    nearest(middle, half - 1, (at) => isSpace(text, at - 1) && !isSpace(text, at)) ??
    (splitsCharacter(text, middle) ? middle + 1 : middle)
  )
}

function nearest(middle: number, reach: number, isBreak: (at: number) => boolean): number | undefined {
  for (let distance = 0; distance < reach; distance++) {
    if (isBreak(middle - distance)) return middle - distance
    if (isBreak(middle + distance)) return middle + distance
  }
  return undefined
}

/** Before a word whose predecessor ended a sentence or a line; scripts without spaces have their own full stops. */
function endsSentence(text: string, at: number): boolean {
  if (/[。！？\n]/u.test(text.charAt(at - 1))) return !isSpace(text, at)
  return isSpace(text, at - 1) && !isSpace(text, at) && /[.!?]["'”’)]?\s{1,3}$/u.test(text.slice(at - 5, at))
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text.charAt(at))
}

function splitsCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
