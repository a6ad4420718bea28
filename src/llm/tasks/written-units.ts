/**
 * Puts a reply into the form that was asked for, as far as its meaning is plain: other names of the list and of the
 * fields, bare strings, one source instead of a list, nulls, operations on memories. What it does not know it leaves as
 * it is, for the schema to refuse.
 */
export function normaliseUnits(reply: unknown): unknown {
  const list = listIn(reply)
  return list === undefined ? reply : { units: list.flatMap(unitOf) }
}

/** Marks a source that is no turn but a memory which the unit would change. No memory is ever shown to the model. */
export const MEMORY_SOURCE = 'memory '

const LISTS = [
  'units',
  'memories',
  'memory',
  'facts',
  'actions',
  'memory_units',
  'items',
  'entries',
  'results',
]
const TEXTS = [
  'restatement',
  'text',
  'fact',
  'memory',
  'content',
  'statement',
  'lossless_restatement',
  'value',
]
const SOURCES = [
  ...['sources', 'source', 'source_turns', 'source_turn', 'source_ids', 'source_id', 'turn_ids', 'turn_id'],
  ...['turns', 'turn', 'sourceTurns', 'sourceTurn', 'turnIds', 'turnId', 'provenance', 'dia_ids', 'dia_id'],
]
const FIRST_DAYS = [
  ...['firstDay', 'first_day', 'event_start', 'eventStart', 'start', 'start_date', 'startDate'],
  ...['event_time', 'eventTime', 'event_date', 'date', 'timestamp'],
]
const LAST_DAYS = ['lastDay', 'last_day', 'event_end', 'eventEnd', 'end', 'end_date', 'endDate']
const TYPES = ['fact', 'event', 'preference', 'plan', 'decision', 'relation']

type Fields = Readonly<Record<string, unknown>>

function listIn(reply: unknown): readonly unknown[] | undefined {
  if (Array.isArray(reply)) return reply
  if (!isObject(reply)) return undefined
  if (Object.keys(reply).length === 0) return []
  for (const name of LISTS) {
    const value = reply[name]
    if (Array.isArray(value)) return value
    if (isObject(value)) return listIn(value) ?? [value]
    // Alone it means none; beside something else nobody knows.
    if (value === null && Object.keys(reply).length === 1) return []
  }
  return textOf(reply) === '' ? undefined : [reply]
}

function unitOf(item: unknown): readonly unknown[] {
  if (typeof item === 'string') return item.trim() === '' ? [] : [fieldsOf({ restatement: item })]
  if (!isObject(item)) return item === null ? [] : [item]
  const operation = text(item, ['op', 'operation', 'event', 'action']).toUpperCase()
  const restatement = textOf(item)
  if (/^(?:NONE|NOOP|NO_?CHANGE|SKIP)$/u.test(operation) || Object.keys(item).length === 0) return []
  if (/^(?:UPDATE|DELETE|REPLACE|MERGE)$/u.test(operation))
    // What would be deleted has no text of its own; the others beside it are not to be lost for that.
    return [
      {
        ...fieldsOf(item),
        restatement: restatement === '' ? operation.toLowerCase() : restatement,
        sources: [`${MEMORY_SOURCE}${text(item, ['id', 'memory_id'])}`],
      },
    ]
  return restatement === '' && hasText(item) ? [] : [fieldsOf(item)]
}

function fieldsOf(item: Fields): Fields {
  const firstDay = days(item, FIRST_DAYS)[0] ?? ''
  const lastDay = days(item, LAST_DAYS)[0] ?? days(item, FIRST_DAYS)[1] ?? firstDay
  const type = text(item, ['type', 'kind', 'category']).toLowerCase()
  return {
    sources: texts(item, SOURCES),
    // A unit without any text is no unit, and left for the schema to refuse.
    restatement: hasText(item) ? textOf(item) : undefined,
    type: TYPES.includes(type) ? type : 'other',
    keywords: texts(item, ['keywords', 'tags']),
    firstDay,
    lastDay,
    mentionTime: text(item, ['mentionTime', 'mention_time', 'time_words']),
    location: text(item, ['location', 'place']),
    persons: texts(item, ['persons', 'people', 'participants']),
    entities: texts(item, ['entities']),
    topic: text(item, ['topic', 'subject']),
  }
}

const hasText = (item: Fields) => TEXTS.some((name) => typeof item[name] === 'string')
const textOf = (item: Fields) => text(item, TEXTS)

/** The first of the fields that holds text or a number. */
function text(item: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = item[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

function texts(item: Fields, names: readonly string[]): readonly string[] {
  for (const name of names) {
    const value = item[name]
    if (Array.isArray(value)) return value.flatMap(nameOf)
    if (typeof value === 'string' && value.trim() !== '') return value.split(/[,;]/u).flatMap(nameOf)
    if (typeof value === 'number') return [String(value)]
  }
  return []
}

/** [“Ada”], [12], [{ name: “Ada” }], [{ id: “t1” }]. */
function nameOf(value: unknown): readonly string[] {
  if (isObject(value)) return nameOf(value.name ?? value.id ?? value.text ?? null)
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
}

/** A day, or both ends of a range, as text; what is no day is checked later. */
function days(item: Fields, names: readonly string[]): readonly string[] {
  for (const name of names) {
    const value = item[name]
    if (Array.isArray(value)) return value.flatMap(nameOf)
    if (isObject(value)) return [text(value, ['first', 'start', 'from']), text(value, ['last', 'end', 'to'])]
    if (typeof value === 'string' && value.trim() !== '')
      return value.trim().split(/\s*(?:\/|\bto\b|–|\.\.)\s*/u)
  }
  return []
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
