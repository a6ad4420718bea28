import type { Day, Instant } from '../model/day-range.ts'
import type { MemoryUnit, UnitId } from '../model/memory-unit.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import type { Anchor, AnchorContext, AnchoredUnit, NewTurn, Store, TurnFilter, UnitFilter } from './store.ts'
import type { ViewQuery } from './views/view-query.ts'

/** A bank that a suite may fill, open several times and throw away. */
export type TrialBank = AsyncDisposable & {
  open(options?: TrialOptions): Promise<Store>
  /** A name beside the bank to which it can be frozen, and how to open what stands there. */
  readonly frozenName: string
  openFrozen(): Promise<Store>
}
export type TrialOptions = {
  readonly timeZone?: string
  readonly dateOrder?: 'DMY' | 'MDY'
  readonly readOnly?: boolean
}

/** A turn of session `s1` by Ada on 2024-03-01 at noon, unless told otherwise. */
export function turnOf(id: string, change: { [Key in keyof NewTurn]?: unknown } = {}): NewTurn {
  return {
    id: id as TurnId,
    session: 's1' as SessionId,
    speaker: 'Ada',
    text: `text of ${id}`,
    time: '2024-03-01T12:00:00.000Z' as Instant,
    timeInferred: false,
    role: undefined,
    metadata: undefined,
    ...(change as Partial<NewTurn>),
  }
}

/** One unit a turn: terms are its words, persons the speaker, “alias=person” a nickname. */
export const wordAnchor: Anchor = (contexts) => ({
  units: contexts.map((context) => unitOf(context)),
  aliases: contexts.flatMap(({ turn }) =>
    [...turn.text.matchAll(/(\w+)=(\w+)/g)].map(([, alias, person]) => ({
      alias: alias!,
      person: person!,
      source: turn.id,
    })),
  ),
})

/** As `wordAnchor`, but a passage repeats the words of the turns before: what forgetting must not leave behind. */
export const retellingAnchor: Anchor = (contexts) => ({
  units: contexts.map((context) =>
    unitOf(context, { passage: [...context.before, context.turn].map(({ text }) => text).join(' / ') }),
  ),
  aliases: [],
})

/** As `wordAnchor`, but a unit tells what was seen before its turn. */
export const dayTellingAnchor: Anchor = (contexts) => {
  const { units, aliases } = wordAnchor(contexts)
  const tell = ({ before, previousSessionDay }: AnchorContext) =>
    `${previousSessionDay} ${before.map(({ id }) => id)}`
  return {
    units: units.map((each, i) => ({
      ...each,
      unit: { ...each.unit, restatement: `${each.unit.restatement} ${tell(contexts[i]!)}` },
    })),
    aliases,
  }
}

/** As `wordAnchor`, but its terms are in capitals, as if another analyser had made them. */
export const shoutingAnchor: Anchor = (contexts) => {
  const { units, aliases } = wordAnchor(contexts)
  const shout = (terms: readonly string[]) => terms.map((term) => term.toUpperCase())
  return {
    units: units.map((unit) => ({ ...unit, entry: { ...unit.entry, terms: shout(unit.entry.terms) } })),
    aliases,
  }
}

/** One unit for all turns of a session together. */
export const joiningAnchor: Anchor = (contexts) => {
  const [first, ...others] = contexts
  if (first === undefined) return { units: [], aliases: [] }
  const sources = [first.turn.id, ...others.map(({ turn }) => turn.id)] as const
  const words = contexts.map(({ turn }) => turn.text).join(' ')
  return { units: [unitOf(first, { sources, words })], aliases: [] }
}

function unitOf(
  { turn, sessionSpan }: AnchorContext,
  change: { passage?: string; sources?: readonly [TurnId, ...TurnId[]]; words?: string } = {},
): AnchoredUnit {
  const words = change.words ?? turn.text
  const restatement = `${turn.speaker}: ${words}`
  return {
    unit: {
      id: `unit-${turn.id}` as UnitId,
      origin: 'turn',
      session: turn.session,
      restatement,
      keywords: words.split(' '),
      context: {
        eventTime: undefined,
        mentionTime: undefined,
        recurrence: undefined,
        sessionSpan,
        persons: [turn.speaker],
        location: undefined,
        entities: [],
        topic: undefined,
      },
      modality: 'stated',
      speaker: turn.speaker,
      sources: change.sources ?? [turn.id],
      passage: { start: 0, end: turn.text.length },
    },
    entry: {
      part: 0,
      terms: words.toLowerCase().split(' '),
      eventFirst: undefined,
      eventLast: undefined,
      persons: [`@${turn.speaker.toLowerCase()}`],
      flags: 0,
    },
    passage: change.passage ?? restatement,
  }
}

const noTurnFilter: TurnFilter = {
  ids: undefined,
  session: undefined,
  speaker: undefined,
  during: undefined,
  notAfter: undefined,
  metadata: undefined,
}

export async function turnsOf(
  store: Store,
  filter: { [Key in keyof TurnFilter]?: unknown } = {},
): Promise<Turn[]> {
  const turns: Turn[] = []
  for await (const turn of store.turns({ ...noTurnFilter, ...(filter as Partial<TurnFilter>) }))
    turns.push(turn)
  return turns
}

export async function idsOf(
  store: Store,
  filter: { [Key in keyof TurnFilter]?: unknown } = {},
): Promise<string[]> {
  return (await turnsOf(store, filter)).map(({ id }) => id)
}

export async function unitsOf(store: Store, filter: { [Key in keyof UnitFilter]?: unknown } = {}) {
  const units = []
  const full = { ...noTurnFilter, keys: undefined, ...(filter as Partial<UnitFilter>) }
  for await (const unit of store.units(full)) units.push(unit)
  return units
}

/** Ids of the units that a word or a vector finds, by key. */
export async function found(
  store: Store,
  { words = [], vectors = [] }: { words?: readonly string[]; vectors?: readonly Float32Array[] },
  origin: MemoryUnit['origin'] = 'turn',
): Promise<string[]> {
  const { content } = await store.search(queryOf(words, vectors), origin)
  const keys = content.map(({ key }) => key).sort((a, b) => a - b)
  const units = new Map((await unitsOf(store, { keys })).map(({ key, unit }) => [key, unit.id]))
  return keys.map((key) => units.get(key) ?? `no unit ${key}`)
}

export function queryOf(words: readonly string[], vectors: readonly Float32Array[] = []): ViewQuery {
  return {
    terms: words.map((term) => ({ term, weight: 1 })),
    vectors,
    persons: [],
    scope: {
      firstDay: undefined,
      lastDay: undefined,
      notAfter: undefined,
      sessions: undefined,
      speakers: undefined,
      keys: undefined,
    },
    context: undefined,
    depth: 10,
    lexical: { k1: 1.2, b: 0.75, neighbours: [0, 0], session: 0 },
  }
}

export const trialModel = { id: 'trial', dimension: 4 }

/** A unit vector; equal seeds give equal vectors. */
export function vectorOf(seed: number, dimension = trialModel.dimension): Float32Array {
  const raw = Float32Array.from({ length: dimension }, (_, i) => Math.sin(seed * 7.1 + i * 1.3))
  const norm = Math.hypot(...raw)
  return raw.map((x) => x / norm)
}

export async function embedAll(store: Store): Promise<void> {
  const pending = await store.derived.vectors.pending(10_000)
  await store.derived.vectors.put(
    trialModel,
    pending.map(({ key }) => ({ key, vector: vectorOf(key) })),
  )
}

export const at = (day: number, hour = 12): Instant =>
  `2024-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z` as Instant

export const dayRange = (first: string, last: string) => ({ first: first as Day, last: last as Day })
