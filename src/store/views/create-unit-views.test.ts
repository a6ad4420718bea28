import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUnitViews } from './create-unit-views.ts'
import { inverseFrequency } from './inverse-frequency.ts'
import { toInt8 } from './quantise.ts'
import type { UnitEntry } from './unit-entry.ts'
import type { Candidate, ViewQuery } from './view-query.ts'

/** The slow, obvious twin: every figure from its definition, over plain arrays. */
function twinOf(held: readonly UnitEntry[], query: ViewQuery): Map<number, Pick<Candidate, CheckedKey>> {
  const { scope, terms, lexical: shape } = query
  const inScope = held.filter(
    (unit) =>
      [unit, ...unit.further].every(
        ({ day, time, session, speaker }) =>
          day >= (scope.firstDay ?? -Infinity) &&
          day <= (scope.lastDay ?? Infinity) &&
          time <= (scope.notAfter ?? Infinity) &&
          (scope.sessions?.includes(session) ?? true) &&
          (scope.speakers?.includes(speaker) ?? true),
      ) &&
      (scope.keys?.has(unit.key) ?? true),
  )
  const count = (words: readonly string[], term: string) => words.filter((word) => word === term).length
  const bm25 =
    (documents: readonly (readonly string[])[], k1: number, b: number) => (words: readonly string[]) =>
      terms.reduce((sum, { term, weight }) => {
        const tf = count(words, term)
        const mean = documents.reduce((total, each) => total + each.length, 0) / documents.length || 1
        const saturated = (tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * words.length) / mean))
        const withTerm = documents.filter((each) => each.includes(term)).length
        return tf === 0 ? sum : sum + weight * inverseFrequency(withTerm, documents.length) * saturated
      }, 0)
  const own = bm25(
    inScope.map((unit) => unit.terms),
    shape.k1,
    shape.b,
  )
  const wordsOfSession = (session: number) =>
    inScope.filter((unit) => unit.session === session).flatMap((unit) => unit.terms)
  const sessions = [...new Set(inScope.map((unit) => unit.session))]
  const ofSession = bm25(sessions.map(wordsOfSession), 1.2, 0.75)
  const orderOf = (session: number) =>
    held
      .filter((unit) => unit.session === session)
      .sort((a, c) => a.time - c.time || a.turn - c.turn || a.part - c.part)
  return new Map(
    inScope.map((unit) => {
      const order = orderOf(unit.session)
      const place = order.indexOf(unit)
      const at = (step: number) => order.slice(Math.max(0, place + step))[0]
      const scoreAt = (step: number) => {
        const neighbour = place + step < 0 ? undefined : at(step)
        return neighbour !== undefined && inScope.includes(neighbour) ? own(neighbour.terms) : 0
      }
      const told = order.filter((each) => each.time <= (query.scope.notAfter ?? Infinity))
      const days = told.map((each) => each.day)
      return [
        unit.key,
        {
          lexical: own(unit.terms),
          neighbours: [scoreAt(-2), scoreAt(-1), scoreAt(1), scoreAt(2)],
          sessionLexical: ofSession(wordsOfSession(unit.session)),
          place,
          sessionUnits: order.length,
          matchedPersons: query.persons.filter((person) => unit.persons.includes(person)).length,
          sessionFirst: Math.min(...order.map((each) => each.day)),
          sessionLast: Math.max(...days),
          eventFirst: unit.eventFirst,
        },
      ]
    }),
  )
}

type CheckedKey =
  | 'lexical'
  | 'neighbours'
  | 'sessionLexical'
  | 'place'
  | 'sessionUnits'
  | 'matchedPersons'
  | 'sessionFirst'
  | 'sessionLast'
  | 'eventFirst'

const WORDS = ['tea', 'kettle', 'constructor', '__proto__', '風']
const word = fc.constantFrom(...WORDS)
const DAY_MS = 86_400_000

const entries = fc
  .array(
    fc.record({
      session: fc.integer({ min: 1, max: 3 }),
      speaker: fc.integer({ min: 1, max: 2 }),
      time: fc.integer({ min: 0, max: 5 * DAY_MS }),
      part: fc.integer({ min: 0, max: 1 }),
      terms: fc.array(word, { maxLength: 6 }),
      event: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      persons: fc.uniqueArray(fc.constantFrom('@ana', '@bo'), { maxLength: 2 }),
      further: fc.array(
        fc.record({
          session: fc.integer({ min: 1, max: 3 }),
          speaker: fc.integer({ min: 1, max: 2 }),
          time: fc.integer({ min: 0, max: 5 * DAY_MS }),
        }),
        { maxLength: 1 },
      ),
    }),
    { maxLength: 14 },
  )
  .map((rows) =>
    rows.map(
      ({ event, ...row }, i): UnitEntry => ({
        ...row,
        key: i + 1,
        turn: i + 1,
        eventFirst: event,
        eventLast: event,
        day: Math.floor(row.time / DAY_MS),
        flags: 0,
        further: row.further.map((place) => ({ ...place, day: Math.floor(place.time / DAY_MS) })),
      }),
    ),
  )

const NO_SCOPE: ViewQuery['scope'] = {
  firstDay: undefined,
  lastDay: undefined,
  notAfter: undefined,
  sessions: undefined,
  speakers: undefined,
  keys: undefined,
}

// Most queries have no scope, and a way of their own.
const scope = fc.oneof(
  fc.constant(NO_SCOPE),
  fc.record({
    firstDay: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    lastDay: fc.option(fc.integer({ min: 2, max: 5 }), { nil: undefined }),
    notAfter: fc.option(fc.integer({ min: 0, max: 5 * DAY_MS }), { nil: undefined }),
    sessions: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 4 })), { nil: undefined }),
    speakers: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 2 })), { nil: undefined }),
    keys: fc.option(
      fc.uniqueArray(fc.integer({ min: 1, max: 14 })).map((keys): ReadonlySet<number> => new Set(keys)),
      { nil: undefined },
    ),
  }),
)

const queryOf = (words: readonly string[], rest: Partial<ViewQuery> = {}): ViewQuery => ({
  terms: words.map((term) => ({ term, weight: 1 })),
  vectors: [],
  persons: [],
  scope: NO_SCOPE,
  context: undefined,
  depth: 50,
  lexical: { k1: 0.9, b: 0.4, neighbours: [0.3, 0.1], session: 0.1 },
  ...rest,
})

const entry = (key: number, terms: readonly string[], rest: Partial<UnitEntry> = {}): UnitEntry => ({
  key,
  session: 1,
  speaker: 1,
  turn: key,
  time: key * 1000,
  part: 0,
  terms,
  eventFirst: undefined,
  eventLast: undefined,
  day: 0,
  persons: [],
  flags: 0,
  further: [],
  ...rest,
})

const keysOf = (list: readonly Candidate[]) => list.map(({ key }) => key)

test('views agree with their definitions, whatever was added in whichever order and removed again', () => {
  fc.assert(
    fc.property(
      entries,
      fc.uniqueArray(word, { minLength: 1 }),
      scope,
      fc.uniqueArray(fc.integer({ min: 1, max: 14 })),
      fc.uniqueArray(fc.constantFrom('@ana', '@bo')),
      (all, words, limits, removed, persons) => {
        const views = createUnitViews()
        views.add(all.toReversed())
        views.remove(removed)
        const again = all.filter(({ key }) => removed.includes(key) && key % 2 === 0)
        views.add(again)
        const held = all.filter((unit) => !removed.includes(unit.key) || again.includes(unit))
        const query = queryOf(words, { scope: limits, persons })
        const expected = twinOf(held, query)
        const found = views.search(query)
        expect(views.size).toBe(held.length)
        expect(found.searched).toBe(expected.size)
        const related = [...expected].filter(([, twin]) => twin.lexical + twin.sessionLexical > 0)
        expect(keysOf(found.content)).toEqual(related.map(([key]) => key).sort((a, b) => a - b))
        for (const candidate of found.content) {
          const twin = expected.get(candidate.key)!
          expect(candidate.lexical).toBeCloseTo(twin.lexical, 4)
          expect(candidate.sessionLexical).toBeCloseTo(twin.sessionLexical, 4)
          candidate.neighbours.forEach((score, i) => {
            expect(score).toBeCloseTo(twin.neighbours[i]!, 4)
          })
          expect(candidate).toMatchObject({
            place: twin.place,
            sessionUnits: twin.sessionUnits,
            matchedPersons: twin.matchedPersons,
            sessionFirst: twin.sessionFirst,
            sessionLast: twin.sessionLast,
            eventFirst: twin.eventFirst,
          })
        }
      },
    ),
  )
})

test('a bank seen as of an instant is the bank that held nothing later', () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 0, max: 5 * DAY_MS }), (all, notAfter) => {
      const whole = createUnitViews()
      whole.add(all)
      const earlier = createUnitViews()
      earlier.add(all.filter((unit) => [unit, ...unit.further].every(({ time }) => time <= notAfter)))
      const seen = whole.search(queryOf(WORDS, { scope: { ...NO_SCOPE, notAfter } }))
      const held = earlier.search(queryOf(WORDS))
      expect(seen.unitsWithTerm).toEqual(held.unitsWithTerm)
      // A unit that was told on later leaves its place among its neighbours empty.
      const placed = all.every(({ further }) => further.length === 0)
      const scores = (list: readonly Candidate[]) =>
        list.map(({ key, lexical, neighbours }) => ({ key, lexical, neighbours: placed && neighbours }))
      expect(scores(seen.content)).toEqual(scores(held.content))
    }),
  )
})

test('a unit is compatible by its session in the buffer or by its event time in the range itself', () => {
  const views = createUnitViews()
  views.add([
    entry(1, ['tea'], { session: 1, day: 100 }),
    entry(2, ['tea'], { session: 2, day: 104 }),
    entry(3, ['tea'], { session: 3, day: 120 }),
    entry(4, ['tea'], { session: 4, day: 130, eventFirst: 99, eventLast: 100 }),
    entry(5, ['tea'], { session: 5, day: 130, eventFirst: 104, eventLast: 104 }),
    entry(6, ['kettle'], { session: 1, day: 100 }),
  ])
  const window = { ranges: [{ first: 100, last: 101 }], bufferDays: 5, bySession: true, byEventTime: true }
  const compatible = (context: typeof window) => keysOf(views.search(queryOf(['tea'], { context })).context)
  // 6 has no word of the question, but was said in the range.
  expect(compatible(window)).toEqual([1, 2, 4, 6])
  expect(compatible({ ...window, bufferDays: 0 })).toEqual([1, 4, 6])
  expect(compatible({ ...window, byEventTime: false })).toEqual([1, 2, 6])
  expect(compatible({ ...window, bySession: false })).toEqual([4])
})

test('meaning finds what words miss, and each view contributes its first units alone', () => {
  const views = createUnitViews()
  views.add([entry(1, ['tea']), entry(2, ['kettle']), entry(3, ['cup']), entry(4, ['mug'])])
  const vectors = [
    [1, 0],
    [0, 1],
    [0.6, 0.8],
  ].map((values) => toInt8(Float32Array.from(values)))
  for (const [i, { values, scale }] of vectors.entries()) views.setVector(i + 1, values, scale)
  const found = views.search(
    queryOf(['mug'], {
      vectors: [Float32Array.from([0, 1])],
      depth: 1,
      lexical: { k1: 1, b: 0, neighbours: [0, 0], session: 0 },
    }),
  )
  expect(keysOf(found.content)).toEqual([2, 4])
  expect(found.content[0]!.dense).toBeCloseTo(1, 1)
  expect(found.content[1]!.dense).toBeUndefined()
  expect(found.withoutVector).toBe(1)
  expect(views.vectors).toBe(3)
  views.remove([2])
  expect(views.vectors).toBe(2)
})

test('a key that is held is refused, one that is not held is passed over when removed', () => {
  const views = createUnitViews()
  views.add([entry(1, ['tea'])])
  expect(() => views.add([entry(1, ['kettle'])])).toThrow(RangeError)
  expect(() => views.setVector(2, new Int8Array(2), 1)).toThrow(RangeError)
  views.remove([7])
  expect(views.size).toBe(1)
})

test('nothing is found in an empty bank', () => {
  const context = { ranges: [{ first: 0, last: 1 }], bufferDays: 1, bySession: true, byEventTime: true }
  const found = createUnitViews().search(queryOf(['tea'], { context, vectors: [Float32Array.from([1, 0])] }))
  expect([found.content, found.context, found.searched]).toEqual([[], [], 0])
})
