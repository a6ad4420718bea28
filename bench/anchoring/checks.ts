import { checkUnit } from '../../src/anchor/window/check-unit.ts'
import { type ReadWindow, readWindow } from '../../src/anchor/window/read-window.ts'
import type { RefusalReason } from '../../src/anchor/window/refusal.ts'
import { written } from '../../src/anchor/window/trial-window.ts'
import type { Turn } from '../../src/model/turn.ts'
import { type LocomoConversation, loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { loadObservations, type Observation } from '../datasets/locomo-observations.ts'
import type { FigureSets, Figures } from '../figures.ts'

/**
 * Which of LoCoMo's ready units the checks of a model's units refuse, as if a model had written them, and which where
 * each is told of the other speaker instead. The ready units are no gold: some of those that are refused do give one
 * speaker's words to the other, or say what only another turn says.
 */
export function checks(data: string): FigureSets {
  const conversations = loadLocomo(data)
  const observations = loadObservations(data, conversations)
  const isTuning = ({ id }: LocomoConversation) => TUNING_CONVERSATIONS.includes(id)
  const figures = (chosen: readonly LocomoConversation[]) =>
    figuresOf(chosen.flatMap((each) => verdictsOf(each, observations.get(each.id) ?? [])))
  return {
    'observation/tuning': figures(conversations.filter(isTuning)),
    'observation/held-out': figures(conversations.filter((each) => !isTuning(each))),
  }
}

type Verdict = {
  readonly unit: Observation
  readonly reason: RefusalReason | undefined
  /** Whether it is refused of the other speaker; undefined where it does not begin with its speaker. */
  readonly isSwapRefused: boolean | undefined
}

/** W and O. @see RaMem, appendix C.2 */
const [WINDOW, OVERLAP] = [40, 2]

export function verdictsOf(
  { turns }: LocomoConversation,
  observations: readonly Observation[],
): readonly Verdict[] {
  const all = turns.map((turn, index) => ({
    ...turn,
    timeInferred: false,
    role: undefined,
    metadata: undefined,
    position: index + 1,
  })) as unknown as readonly Turn[]
  const windows: ReadWindow[] = []
  for (let from = 0; from < all.length; from += WINDOW - OVERLAP) {
    const [first, ...others] = all.slice(from, from + WINDOW - OVERLAP)
    const overlap = all.slice(Math.max(0, from - OVERLAP), from)
    windows.push(
      readWindow({ overlap, turns: [first!, ...others] }, { timeZone: 'UTC', dateOrder: undefined }),
    )
  }
  return observations.flatMap((unit) => {
    const window = windows.find((each) =>
      unit.sources.every((source) => each.turns.some(({ turn }) => turn.id === source)),
    )
    return window === undefined ? [] : [verdictOf(unit, window)]
  })
}

function verdictOf(unit: Observation, window: ReadWindow): Verdict {
  const checked = checkUnit(written(unit.text, unit.sources), window)
  const speaker = window.speakers.find((each) => unit.text.startsWith(each))
  const others = window.speakers.filter((each) => !unit.text.includes(each))
  const swapped =
    speaker !== undefined && others.length === 1
      ? 'reason' in checkUnit(written(unit.text.replaceAll(speaker, others[0]!), unit.sources), window)
      : undefined
  return { unit, reason: 'reason' in checked ? checked.reason : undefined, isSwapRefused: swapped }
}

export function figuresOf(verdicts: readonly Verdict[]): Figures {
  const n = verdicts.length
  const refused = verdicts.flatMap(({ reason }) => reason ?? [])
  const swapped = verdicts.flatMap(({ isSwapRefused }) => isSwapRefused ?? [])
  const share = (reason: RefusalReason) => refused.filter((each) => each === reason).length / n
  return {
    n,
    refused: refused.length / n,
    unsupported: share('unsupported by source'),
    otherSpeaker: share('words of another speaker'),
    name: share('name not in source'),
    number: share('number not in source'),
    day: share('day not in source'),
    swapped: swapped.length,
    swappedRefused: swapped.filter(Boolean).length / swapped.length,
  }
}
