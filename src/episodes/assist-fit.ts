import type { ModelCaller } from '../llm/model-caller.ts'
import { promptRoom, replyTokensOf } from '../llm/prompt-room.ts'
import { ASSIST_TOKENS, type AssistInput, assist } from '../llm/tasks/assist.ts'
import type { EpisodeTurn } from '../model/episode.ts'
import type { TurnId } from '../model/turn.ts'
import { renderEpisode } from './render-episode.ts'

export type FitOptions = {
  readonly model: ModelCaller['model']
  readonly timeZone: string
  /** Names what a model in process keeps of the whole episode. */
  readonly keptAs: string | undefined
  /** Turns that bear on the question, best first; asked for only where the episode does not fit. */
  readonly best: () => Promise<readonly TurnId[]>
}

/**
 * Makes what an assistant is asked: the question and the whole episode, or, where its context is too small for that, as
 * much as fits around the turns that bear on the question, in order, with a line where turns are left out.
 *
 * A cut episode is another prefix for each question, so no cache serves it; L is to be chosen so that episodes fit.
 */
export async function fitEpisode(
  turns: readonly EpisodeTurn[],
  question: string,
  { model, timeZone, keptAs, best }: FitOptions,
): Promise<AssistInput> {
  const bare = {
    episode: '',
    question,
    keptAs: undefined,
    replyTokens: replyTokensOf(model, ASSIST_TOKENS),
  }
  const whole = renderEpisode(turns, timeZone)
  const { tokens: room, count } = promptRoom(assist, bare, model)
  if (room === Infinity || count(whole) <= room) return { ...bare, episode: whole, keptAs }
  const tokensOf = (part: EpisodeTurn) => count(renderEpisode([part], timeZone)) + count(LEFT_OUT)
  const kept = keepAround(turns, await best(), { room, tokensOf })
  return { ...bare, episode: renderStretches(turns, kept, timeZone) }
}

const LEFT_OUT = '(turns left out)\n'
/** Turns before and after a kept one that are kept with it. */
const NEIGHBOURS = 2

/** Which turns to keep: the best ones with their neighbours, then from the beginning, as far as the room goes. */
function keepAround(
  turns: readonly EpisodeTurn[],
  best: readonly TurnId[],
  { room, tokensOf }: { readonly room: number; readonly tokensOf: (part: EpisodeTurn) => number },
): ReadonlyMap<number, EpisodeTurn> {
  const places = best.map((id) => turns.findIndex(({ turn }) => turn.id === id)).filter((place) => place >= 0)
  const nearby = places.flatMap((place) => [place, ...neighbours(place)])
  const kept = new Map<number, EpisodeTurn>()
  let left = room
  for (const place of [...nearby, ...turns.keys()]) {
    const part = turns[place]
    if (part === undefined || kept.has(place)) continue
    const fitting = kept.size === 0 ? cutToFit(part, left, tokensOf) : part
    const tokens = tokensOf(fitting)
    if (tokens > left) continue
    kept.set(place, fitting)
    left -= tokens
  }
  return kept
}

function neighbours(place: number): readonly number[] {
  return Array.from({ length: NEIGHBOURS }, (_, i) => [place - 1 - i, place + 1 + i]).flat()
}

/** A single turn that is longer than the room keeps its beginning. */
function cutToFit(part: EpisodeTurn, room: number, tokensOf: (part: EpisodeTurn) => number): EpisodeTurn {
  let fitting = part
  while (fitting.end > fitting.start && tokensOf(fitting) > room) {
    fitting = { ...fitting, end: fitting.start + Math.floor((fitting.end - fitting.start) * 0.8) }
  }
  return fitting
}

function renderStretches(
  turns: readonly EpisodeTurn[],
  kept: ReadonlyMap<number, EpisodeTurn>,
  timeZone: string,
): string {
  const lines: string[] = []
  let stretch: EpisodeTurn[] = []
  const close = () => {
    if (stretch.length > 0) lines.push(renderEpisode(stretch, timeZone))
    stretch = []
  }
  for (const place of turns.keys()) {
    const part = kept.get(place)
    if (part !== undefined) stretch.push(part)
    else {
      close()
      if (lines.at(-1) !== LEFT_OUT) lines.push(LEFT_OUT)
    }
  }
  close()
  return lines.join('')
}
