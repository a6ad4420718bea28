import type { UnitId } from '../model/memory-unit.ts'
import type { Anchor, AnchorContext, AnchoredUnit } from '../store/store.ts'
import { UnitFlag } from '../store/views/unit-entry.ts'
import { dayNumber } from '../time/day-range.ts'
import { dayOfInstant, minuteOfInstant } from '../time/zone.ts'
import { repliesWithPastTime } from './asked-of-past.ts'
import { type TimeOfPassage, timesOf } from './event-time.ts'
import { type ReadPassage, type ReadTurn, readTurn } from './read-turn.ts'

/** What days mean in a bank. */
export type AnchorOptions = {
  /** IANA name by which days are reckoned. */
  readonly timeZone: string
  /** How 03/04/2023 is read; undefined when nobody has said. */
  readonly dateOrder: 'DMY' | 'MDY' | undefined
}

/**
 * Makes the deterministic anchorer: one memory unit a turn, a long turn in passages, without a model.
 *
 * It goes turn by turn: what a turn says is read from its own words, its speaker and the days known before it, so that
 * it makes the same units however turns arrive. (Windows of turns are for a model, which must see a turn's surroundings
 * to resolve its pronouns.) A turn without words (an image, an address) gets no unit and keeps its place in the dialogue.
 *
 * @param read Default: {@link readTurn}; one that keeps what it read spares most of the work where turns come again.
 * @see RaMem, section 3.1
 */
export function createAnchor(
  options: AnchorOptions,
  read: (context: AnchorContext) => ReadTurn = readTurn,
): Anchor {
  return (contexts) => {
    const anchored = contexts.map((context) => anchorTurn(context, read(context), options))
    return {
      units: anchored.flatMap(({ units }) => units),
      aliases: anchored.flatMap(({ aliases }) => aliases),
    }
  }
}

function anchorTurn(context: AnchorContext, { aliases, passages }: ReadTurn, options: AnchorOptions) {
  const { turn } = context
  if (passages.length === 0) return { units: [], aliases: [] }
  const said = dayOfInstant(turn.time, options.timeZone)
  const times = timesOf(
    turn.text,
    passages.map(({ span }) => span),
    {
      saidDay: said,
      saidMinute: minuteOfInstant(turn.time, options.timeZone),
      previousSessionDay: context.previousSessionDay,
      dateOrder: options.dateOrder,
      repliesOfPast: repliesWithPastTime(turn, context.before.at(-1)),
    },
  )
  return {
    units: passages.map((passage, part) =>
      anchorPassage(passage, { context, said, part, time: times[part]! }),
    ),
    aliases: aliases.map((declared) => ({ ...declared, source: turn.id })),
  }
}

type PlaceOfPassage = {
  readonly context: AnchorContext
  readonly said: Parameters<typeof dayNumber>[0]
  readonly part: number
  readonly time: TimeOfPassage
}

function anchorPassage(passage: ReadPassage, place: PlaceOfPassage): AnchoredUnit {
  const { context, said, part, time } = place
  const { turn, sessionSpan } = context
  const { text, keywords, modality, terms, personTerms, flags, span } = passage
  const { eventTime, mentionTime, recurrence } = time
  return {
    unit: {
      id: `${turn.id}#${part}` as UnitId,
      origin: 'turn',
      session: turn.session,
      restatement: `${turn.speaker} (${said}): ${text}`,
      keywords,
      context: { eventTime, mentionTime, recurrence, sessionSpan, ...passage.context },
      modality,
      speaker: turn.speaker,
      sources: [turn.id],
      passage: span,
    },
    entry: {
      part,
      terms,
      eventFirst: eventTime && dayNumber(eventTime.first),
      eventLast: eventTime && dayNumber(eventTime.last),
      persons: personTerms,
      flags: flags | (time.named ? UnitFlag.hasTime : 0),
    },
    passage: `${turn.speaker}: ${text}`,
  }
}
