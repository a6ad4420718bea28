import { declaredAliases } from '../language/aliases.ts'
import { entityNames, firstPlace } from '../language/entities.ts'
import { modalityOf, sceneStart } from '../language/modality.ts'
import { type Name, names } from '../language/names.ts'
import { personNames, personTerms, uniqueNames } from '../language/persons.ts'
import type { TextSpan } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'
import type { Alias } from '../model/history.ts'
import type { MemoryUnit, UnitId } from '../model/memory-unit.ts'
import type { Turn } from '../model/turn.ts'
import type { Anchor, AnchorContext, AnchoredUnit } from '../store/store.ts'
import { dayNumber } from '../time/day-range.ts'
import { dayOfInstant, minuteOfInstant } from '../time/zone.ts'
import { type TimeOfPassage, timesOf } from './event-time.ts'
import { flagsOf } from './flags.ts'
import { keywordsOf, topicOf } from './keywords.ts'
import { passages } from './passages.ts'

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
 * @see RaMem, section 3.1
 */
export function createAnchor(options: AnchorOptions): Anchor {
  return (contexts) => {
    const anchored = contexts.map((context) => anchorTurn(context, options))
    return {
      units: anchored.flatMap(({ units }) => units),
      aliases: anchored.flatMap(({ aliases }) => aliases),
    }
  }
}

function anchorTurn(context: AnchorContext, options: AnchorOptions) {
  const { turn } = context
  const said = dayOfInstant(turn.time, options.timeZone)
  const spans = passages(turn.text)
  if (spans.length === 0) return { units: [], aliases: [] }
  const aliases: Alias[] = declaredAliases(turn.text, turn.speaker).map((declared) => ({
    ...declared,
    source: turn.id,
  }))
  const times = timesOf(turn.text, spans, {
    saidDay: said,
    saidMinute: minuteOfInstant(turn.time, options.timeZone),
    previousSessionDay: context.previousSessionDay,
    dateOrder: options.dateOrder,
  })
  const found = names(turn.text, peopleKnown(context, aliases))
  const scene = spans.length > 1 ? sceneStart(turn.text) : undefined
  const units = spans.map((span, part) =>
    anchorPassage({
      context,
      said,
      span,
      part,
      aliases,
      madeUp: scene !== undefined && scene < span.start,
      names: within(found, span),
      time: times[part]!,
    }),
  )
  return { units, aliases }
}

type PassageOfTurn = {
  readonly context: AnchorContext
  readonly said: Parameters<typeof dayNumber>[0]
  readonly span: TextSpan
  readonly part: number
  readonly aliases: readonly Alias[]
  /** A passage before it in the turn opened a scene that is not real. */
  readonly madeUp: boolean
  /** Positions within the passage. */
  readonly names: readonly Name[]
  readonly time: TimeOfPassage
}

function anchorPassage(passage: PassageOfTurn): AnchoredUnit {
  const { turn } = passage.context
  const text = turn.text.slice(passage.span.start, passage.span.end)
  const unit = unitOf(passage, text)
  const hasTime = passage.time.named
  const role = turn.role
  return {
    unit,
    entry: {
      part: passage.part,
      terms: analyse(`${turn.speaker}: ${text}`),
      eventFirst: unit.context.eventTime && dayNumber(unit.context.eventTime.first),
      eventLast: unit.context.eventTime && dayNumber(unit.context.eventTime.last),
      persons: [...new Set(unit.context.persons.flatMap(personTerms))],
      flags: flagsOf({ text, names: passage.names, modality: unit.modality, hasTime, role }),
    },
    passage: `${turn.speaker}: ${text}`,
  }
}

function unitOf(
  { context, said, span, part, aliases, madeUp, names, time }: PassageOfTurn,
  text: string,
): MemoryUnit {
  const { turn } = context
  const keywords = keywordsOf(text, names)
  const declared = aliases
    .flatMap(({ alias, person }) => [alias, person])
    .filter((name) => text.includes(name))
  return {
    id: `${turn.id}#${part}` as UnitId,
    origin: 'turn',
    session: turn.session,
    restatement: `${turn.speaker} (${said}): ${text}`,
    keywords,
    context: {
      eventTime: time.eventTime,
      mentionTime: time.mentionTime,
      recurrence: time.recurrence,
      sessionSpan: context.sessionSpan,
      persons: uniqueNames([turn.speaker, ...personNames(names), ...declared]),
      location: firstPlace(names),
      entities: entityNames(names),
      topic: topicOf(keywords, names),
    },
    modality: madeUp ? 'hypothetical' : modalityOf(text),
    speaker: turn.speaker,
    sources: [turn.id],
    passage: span,
  }
}

/** Speakers around the turn and names that it declares are persons, whatever the words mean otherwise. */
function peopleKnown({ turn, before }: AnchorContext, aliases: readonly Alias[]): ReadonlySet<string> {
  const written = [...before, turn].map((each: Turn) => each.speaker)
  return new Set(
    [...written, ...aliases.flatMap(({ alias, person }) => [alias, person])].map((name) =>
      name.toLowerCase(),
    ),
  )
}

function within(found: readonly Name[], { start, end }: TextSpan): readonly Name[] {
  return found
    .filter((name) => name.start >= start && name.end <= end)
    .map((name) => ({ ...name, start: name.start - start, end: name.end - start }))
}
