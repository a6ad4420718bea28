import { hash } from 'node:crypto'
import { entityNames, firstPlace } from '../../language/entities.ts'
import { modalityOf, sceneStart, sentenceModality } from '../../language/modality.ts'
import { type Name, names } from '../../language/names.ts'
import { personTerms, uniqueNames } from '../../language/persons.ts'
import { analyse } from '../../language/terms.ts'
import type { MemoryUnit, Modality, UnitId } from '../../model/memory-unit.ts'
import type { Turn } from '../../model/turn.ts'
import type { AnchoredUnit, Reindex } from '../../store/store.ts'
import { dayNumber } from '../../time/day-range.ts'
import { flagsOf } from '../flags.ts'
import { keywordsOf, topicOf } from '../keywords.ts'
import type { CheckedUnit } from './check-unit.ts'
import { isCalled } from './people.ts'
import type { ReadSentence, ReadWindow } from './read-window.ts'
import type { TimeOfUnit } from './unit-time.ts'

/** Makes a memory unit of a checked one; fields that its words do not bear out are left out. */
export function modelUnit(checked: CheckedUnit, time: TimeOfUnit, window: ReadWindow): AnchoredUnit {
  const { unit: read, sources, statement } = checked
  const { written } = read
  const [{ turn }] = sources
  const { restatement } = written
  const ids = sources.map((source) => source.turn.id) as [Turn['id'], ...Turn['id'][]]
  const found = read.names
  const bears = bearerOf(checked, window)
  const own = keywordsOf(restatement, found)
  const unit: MemoryUnit = {
    id: idOf(restatement, ids),
    origin: 'model',
    session: turn.session,
    restatement,
    keywords: uniqueNames([...own, ...written.keywords.filter(bears)]).slice(0, MOST_KEYWORDS),
    context: {
      eventTime: time.eventTime,
      mentionTime: time.mentionTime,
      recurrence: time.recurrence,
      sessionSpan: window.spanOf(turn.session),
      persons: personsOf(checked, { window, bears }),
      location: bears(written.location) ? written.location : firstPlace(found),
      entities: uniqueNames([...entityNames(found), ...written.entities.filter(bears)]),
      topic: bears(written.topic) ? written.topic : topicOf(own, found),
    },
    modality: modalityOfUnit(restatement, statement),
    type: written.type,
    speaker: turn.speaker,
    sources: ids,
    passage: { start: 0, end: turn.text.length },
  }
  const people = peopleOf(unit)
  const isReadAlike = areAlikeIn(restatement, window.people, people)
  return {
    unit,
    entry: entryOfUnit(unit, turn, {
      terms: read.analysed,
      names: isReadAlike ? found : names(restatement, people),
    }),
    passage: restatement,
  }
}

/** Makes again what the views and the embedding model need of a model's unit, from what is stored of it. */
export const reindexUnit: Reindex = (unit, source) => ({
  entry: entryOfUnit(unit, source, {
    terms: analyse(unit.restatement),
    names: names(unit.restatement, peopleOf(unit)),
  }),
  passage: unit.restatement,
})

/**
 * What the views need of a model's unit, read in its words as they are read in those of a turn: the way to analyse
 * stored units anew after a change of the analyser.
 *
 * @param source Its first source turn.
 * @param read Its restatement, analysed, and the names in it in sight of its persons.
 */
function entryOfUnit(
  unit: MemoryUnit,
  source: Pick<Turn, 'role'>,
  { terms, names: found }: { readonly terms: readonly string[]; readonly names: readonly Name[] },
): AnchoredUnit['entry'] {
  const { restatement, context, keywords, modality } = unit
  const { eventTime, persons } = context
  const known = new Set(terms)
  // A keyword that is no word of the restatement is the model's own word for it.
  const further = keywords.flatMap((keyword) => analyse(keyword)).filter((term) => !known.has(term))
  const hasTime = eventTime !== undefined || context.mentionTime !== undefined
  return {
    part: 0,
    terms: [...terms, ...new Set(further)],
    eventFirst: eventTime && dayNumber(eventTime.first),
    eventLast: eventTime && dayNumber(eventTime.last),
    persons: [...new Set(persons.flatMap(personTerms))],
    flags: flagsOf({ text: restatement, names: found, modality, hasTime, role: source.role }),
  }
}

const peopleOf = ({ context }: MemoryUnit): ReadonlySet<string> =>
  new Set(context.persons.map((person) => person.toLowerCase()))

/** Whether no name that only one of two sets holds stands in a text: then its names are read alike in sight of both. */
function areAlikeIn(text: string, one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const lower = text.toLowerCase()
  const only = (these: ReadonlySet<string>, those: ReadonlySet<string>) =>
    [...these].some((name) => !those.has(name) && lower.includes(name))
  return !only(one, other) && !only(other, one)
}

/** Own words of the restatement come first. */
const MOST_KEYWORDS = 24

/** Equal words from equal turns are one unit, whenever and from whichever window they are drawn. */
function idOf(restatement: string, sources: readonly string[]): UnitId {
  const content = JSON.stringify([restatement, ...sources])
  return `m:${hash('sha256', content).slice(0, 24)}` as UnitId
}

/** Whom the restatement names, then the speaker of its first source, then whom the model names besides, if a turn does. */
function personsOf(
  { unit: { written, names: found }, sources }: CheckedUnit,
  { window, bears }: { readonly window: ReadWindow; readonly bears: (text: string) => boolean },
): readonly string[] {
  const asSpeaker = (name: string) => window.speakers.find((speaker) => isCalled(speaker, name)) ?? name
  const named = found.filter(({ kind }) => kind === 'person').map(({ text }) => asSpeaker(text))
  return uniqueNames([...named, sources[0].turn.speaker, ...written.persons.filter(bears).map(asSpeaker)])
}

/** Whether a field says what the restatement or a source says: all its words stand there, in some form. */
function bearerOf({ unit, sources }: CheckedUnit, { nameTerms }: ReadWindow): (text: string) => boolean {
  const said = [
    nameTerms,
    unit.terms,
    ...sources.flatMap(({ sentences }) => sentences.map(({ terms }) => terms)),
  ]
  return (text) =>
    text.trim() !== '' &&
    text.length <= LONGEST_FIELD &&
    analyse(text).every((term) => said.some((terms) => terms.has(term)))
}

const LONGEST_FIELD = 80

/**
 * What the sentences that say it claim: the strongest of them, and no more than the restatement. A sentence after the
 * beginning of a made-up scene is made up.
 */
function modalityOfUnit(restatement: string, statement: readonly ReadSentence[]): Modality {
  const own = modalityOf(restatement)
  if (own === 'hypothetical' || own === 'asked' || statement.length === 0) return own
  const claims = new Set(statement.map(claimOf))
  const strongest = STRENGTH.find((modality) => claims.has(modality)) ?? 'stated'
  return strongest === 'stated' ? own : strongest
}

function claimOf({ text, start, of }: ReadSentence): Modality {
  const scene = sceneStart(of.turn.text)
  return scene !== undefined && scene <= start ? 'hypothetical' : sentenceModality(text)
}

const STRENGTH = ['stated', 'planned', 'hypothetical', 'asked'] as const
