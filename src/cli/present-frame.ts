import type { Recollection } from '../index.ts'
import { counted, durationWords, listed, oneLine, rangeWords } from './words.ts'

/** How the question was read, in one line: [“last October” → 1–31 October 2023 · about Ana · 24 ms]. */
export function frameLine({ frame }: Pick<Recollection, 'frame'>, milliseconds: number): string {
  return [
    timeWords(frame.time),
    ...(frame.persons.length > 0 ? [`about ${listed(frame.persons.map(oneLine))}`] : []),
    ...(frame.unknownNames.length > 0 ? [`never heard of ${listed(frame.unknownNames.map(oneLine))}`] : []),
    durationWords(milliseconds),
  ].join(' · ')
}

/** What the time words of the question were read as. */
export function timeWords(time: Recollection['frame']['time']): string {
  if (time.status === 'none') return 'no time words'
  if (time.status === 'ungrounded') return `“${oneLine(time.cue)}” names no days (${oneLine(time.why)})`
  return `“${oneLine(time.cue)}” → ${time.readings.map(rangeWords).join(' or ')}`
}

/** What could only be searched by words, for a note; undefined where all could be searched by meaning too. */
export function indexNote({ index }: Pick<Recollection, 'index'>): string | undefined {
  if (index.wordsOnly === 0) return undefined
  return `${counted(index.wordsOnly, 'memory unit')} of ${index.units.toLocaleString('en')} could be searched by words only; finish with: reinstate verify`
}
