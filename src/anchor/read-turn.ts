import { type DeclaredAlias, declaredAliases } from '../language/aliases.ts'
import { entityNames, firstPlace } from '../language/entities.ts'
import { modalityOf, sceneStart } from '../language/modality.ts'
import { type Name, names } from '../language/names.ts'
import { personNames, personTerms, uniqueNames } from '../language/persons.ts'
import type { TextSpan } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'
import type { EpisodicContext, MemoryUnit } from '../model/memory-unit.ts'
import type { AnchorContext } from '../store/store.ts'
import { flagsOf } from './flags.ts'
import { keywordsOf, topicOf } from './keywords.ts'
import { passages } from './passages.ts'

/** What the words of a turn say, whenever they were said: all that is anchored of it but its times. */
export type ReadTurn = {
  readonly aliases: readonly DeclaredAlias[]
  /** In order; none where the turn has no words. */
  readonly passages: readonly ReadPassage[]
}

export type ReadPassage = {
  readonly span: TextSpan
  readonly text: string
  readonly context: Pick<EpisodicContext, 'persons' | 'location' | 'entities' | 'topic'>
  readonly keywords: readonly string[]
  readonly modality: MemoryUnit['modality']
  readonly terms: readonly string[]
  /** The persons as terms. */
  readonly personTerms: readonly string[]
  /** Those that need no time. */
  readonly flags: number
}

/** Reads a turn; what it gives depends on the turn's text, speaker and role and on who spoke before it alone. */
export function readTurn(context: AnchorContext): ReadTurn {
  const { turn } = context
  const spans = passages(turn.text)
  if (spans.length === 0) return { aliases: [], passages: [] }
  const aliases = declaredAliases(turn.text, turn.speaker)
  const found = names(turn.text, peopleKnown(context, aliases))
  const scene = spans.length > 1 ? sceneStart(turn.text) : undefined
  return {
    aliases,
    passages: spans.map((span) =>
      readPassage(span, {
        turn,
        aliases,
        names: within(found, span),
        madeUp: scene !== undefined && scene < span.start,
      }),
    ),
  }
}

type Surroundings = {
  readonly turn: AnchorContext['turn']
  readonly aliases: readonly DeclaredAlias[]
  /** Positions within the passage. */
  readonly names: readonly Name[]
  /** A passage before it in the turn opened a scene that is not real. */
  readonly madeUp: boolean
}

function readPassage(span: TextSpan, { turn, aliases, names: found, madeUp }: Surroundings): ReadPassage {
  const text = turn.text.slice(span.start, span.end)
  const keywords = keywordsOf(text, found)
  const declared = aliases
    .flatMap(({ alias, person }) => [alias, person])
    .filter((name) => text.includes(name))
  const persons = uniqueNames([turn.speaker, ...personNames(found), ...declared])
  const modality = madeUp ? 'hypothetical' : modalityOf(text)
  return {
    span,
    text,
    context: {
      persons,
      location: firstPlace(found),
      entities: entityNames(found),
      topic: topicOf(keywords, found),
    },
    keywords,
    modality,
    terms: analyse(`${turn.speaker}: ${text}`),
    personTerms: [...new Set(persons.flatMap(personTerms))],
    flags: flagsOf({ text, names: found, modality, hasTime: false, role: turn.role }),
  }
}

/** Speakers around the turn and names that it declares are persons, whatever the words mean otherwise. */
function peopleKnown(
  { turn, before }: AnchorContext,
  aliases: readonly DeclaredAlias[],
): ReadonlySet<string> {
  const written = [...before, turn].map(({ speaker }) => speaker)
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
