import { hash } from 'node:crypto'
import type { Episode, EpisodeTurn } from '../model/episode.ts'
import type { Turn } from '../model/turn.ts'
import type { EpisodeDraft, EpisodeShelf, Segment } from '../store/episode-shelf.ts'

/**
 * A shelf that cannot be written, with what lies in no episode yet cut in memory: the last episode grows by the turns
 * that came after it, and one that lost turns is there with the rest. Nothing of it is stored; summaries stay as they are.
 *
 * `extend` cuts again only where the bank is another than before, and lets others work between two portions of turns.
 */
export function shelfWithTail(shelf: EpisodeShelf): EpisodeShelf {
  let state: string | undefined
  let cut: ReadonlyMap<number, Episode> = new Map()
  return {
    async extend(shape, { segment, resegment }) {
      const heads = await shelf.heads()
      const { torn, turns } = await shelf.uncut()
      // By their words: a position may be given away again once its turn is forgotten.
      const now = hash('sha256', JSON.stringify([shape, heads.at(-1), torn, turns]))
      if (now === state) return
      const mended = torn.flatMap(({ number, sealed, turns: left }): Episode[] => {
        const draft = resegment(left)
        return draft === undefined ? [] : [{ ...draft, number, sealed, summary: undefined, turns: left }]
      })
      const last = Math.max(0, ...[...heads, ...mended].map(({ number }) => number))
      const open =
        mended.find(({ number }) => number === last) ?? (last > 0 ? await shelf.read(last) : undefined)
      // The number of an episode of which nothing is left is not used again.
      const next = Math.max(last, ...torn.map(({ number }) => number)) + 1
      const grown = await grow({ open, next }, turns, segment)
      cut = new Map([...mended, ...grown].map((episode) => [episode.number, episode]))
      state = now
    },
    async heads() {
      const stored = (await shelf.heads()).filter(({ number }) => !cut.has(number))
      const added = [...cut.values()].map(({ turns: _, ...head }) => head)
      return [...stored, ...added].sort((a, b) => a.number - b.number)
    },
    read: async (number) => cut.get(number) ?? shelf.read(number),
    putSummary: async () => undefined,
    summaries: () => shelf.summaries(),
    uncut: () => shelf.uncut(),
  }
}

/** Turns cut at a time: a moment's work. */
const PORTION = 500

async function grow(
  { open, next }: { readonly open: Episode | undefined; readonly next: number },
  turns: readonly Turn[],
  segment: Segment,
): Promise<readonly Episode[]> {
  const grown: Episode[] = []
  let last = open
  let number = next
  for (let from = 0; from < turns.length; from += PORTION) {
    const portion = turns.slice(from, from + PORTION)
    const known = distinct([...(last?.turns.map(({ turn }) => turn) ?? []), ...portion])
    // The first draft is the last episode of before, grown.
    const growing = last?.number
    if (from > 0) grown.pop()
    for (const [place, draft] of segment(last, portion).entries())
      grown.push({
        ...draft,
        number: place === 0 && growing !== undefined ? growing : number++,
        summary: undefined,
        turns: turnsBetween(draft, known),
      })
    last = grown.at(-1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return grown
}

/** A part of a long turn names it once more. */
function distinct(turns: readonly Turn[]): readonly Turn[] {
  return turns.filter(({ position }, index) => position !== turns[index - 1]?.position)
}

function turnsBetween({ first, last }: EpisodeDraft, turns: readonly Turn[]): readonly EpisodeTurn[] {
  return turns
    .filter(({ position }) => position >= first.position && position <= last.position)
    .map((turn) => ({
      turn,
      start: turn.position === first.position ? first.offset : 0,
      end: turn.position === last.position ? last.offset : turn.text.length,
    }))
}
