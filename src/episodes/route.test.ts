import { afterEach, describe, expect, test } from 'vitest'
import { createAnchor } from '../anchor/anchor.ts'
import type { Embedder } from '../embed/embedder.ts'
import { induceFrame } from '../frame/induce-frame.ts'
import { readTurns } from '../input/turn-input.ts'
import { analyse } from '../language/terms.ts'
import type { Day } from '../model/day-range.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { createUnitViews } from '../store/views/create-unit-views.ts'
import { keepEpisodes } from './keep-episodes.ts'
import { createRouter, EVERYWHERE, type RouteRequest, type Routing } from './route.ts'
import { defaults, emem, type RouteSettings } from './route-settings.ts'

const TIME_ZONE = 'UTC'
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2024, 0, 1)

/** Words as directions: texts are near when they share words. */
const byWords: Embedder = {
  id: 'words',
  dimension: 4096,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(4096)
      for (const term of analyse(text)) {
        let hash = 7
        for (const character of term) hash = (hash * 31 + character.charCodeAt(0)) % 4096
        vector[hash]! += 1
      }
      const length = Math.hypot(...vector) || 1
      return vector.map((value) => value / length)
    })
  },
}

type Told = readonly [speaker: string, text: string]

const open: Store[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store[Symbol.asyncDispose]()
})

async function emptyBank(): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: TIME_ZONE,
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'test',
  })
  open.push(store)
  return store
}

/** A session a day, from 1 January 2024 unless told otherwise. */
async function tell(
  store: Store,
  sessions: readonly (readonly Told[])[],
  { embedder, firstDay = 0, tokens = 120 }: { embedder?: Embedder; firstDay?: number; tokens?: number } = {},
): Promise<void> {
  const turns = sessions.flatMap((session, day) =>
    session.map(([speaker, text], i) => ({
      session: `s${firstDay + day}`,
      speaker,
      text,
      time: new Date(FIRST_DAY + (firstDay + day) * DAY_MS + (10 * 60 + i) * 60_000).toISOString(),
    })),
  )
  await store.append(
    readTurns(turns, { timeZone: TIME_ZONE }),
    createAnchor({ timeZone: TIME_ZONE, dateOrder: undefined }),
  )
  if (embedder !== undefined) {
    const pending = await store.derived.vectors.pending(1_000)
    const vectors = await embedder.embed(
      pending.map(({ passage }) => passage),
      'passage',
    )
    await store.derived.vectors.put(
      embedder,
      pending.map(({ key }, i) => ({ key, vector: vectors[i]! })),
    )
  }
  await keepEpisodes(
    {
      shelf: store.derived.episodes,
      shape: { tokens, overlap: 0.1, tokenizer: 'words' },
      countTokens: (text) => text.split(/\s+/u).length,
      timeZone: TIME_ZONE,
      writer: undefined,
      embedder,
      onFailure: () => {},
    },
    { signal: undefined },
  )
}

async function routeIn(
  store: Store,
  question: string,
  options: { embedder?: Embedder; settings?: RouteSettings } & Partial<RouteRequest> = {},
): Promise<Routing> {
  const { embedder, settings = defaults, ...request } = options
  const frame = induceFrame(question, {
    history: await store.history(),
    referenceDay: '2024-03-01' as Day,
    dateOrder: undefined,
    asker: undefined,
  })
  const router = createRouter({ store, embedder, settings })
  return router(frame, { scope: EVERYWHERE, evidence: [], signal: undefined, ...request })
}

const chosen = ({ activations }: Routing) => activations.map(({ episode }) => episode)

/** The episode in which a text was told. */
async function episodeOf(store: Store, text: string): Promise<number> {
  for (const { number } of await store.derived.episodes.heads()) {
    const { turns } = await store.derived.episodes.read(number)
    if (turns.some(({ turn }) => turn.text.includes(text))) return number
  }
  throw new Error(`Nobody said ${text}`)
}

/** Sessions that fill about an episode each with small things nobody asks about. */
const FILLER = ['kitchen', 'garden', 'office', 'harbour', 'market', 'library'].map((place): Told[] =>
  Array.from({ length: 9 }, (_, i) => [
    i % 2 === 0 ? 'Mara' : 'Joost',
    `In the ${place} we moved box ${i} and then swept the ${place} floor once more.`,
  ]),
)
const withTold = (at: number, ...told: Told[]) =>
  FILLER.map((session, i) => (i === at ? [...session.slice(0, 4), ...told, ...session.slice(4)] : session))

describe('a question is routed', () => {
  test('to the episode that holds its words, by the symbolic pathway alone where there are no vectors', async () => {
    const store = await emptyBank()
    await tell(store, withTold(2, ['Mara', 'My marimba teacher retires in spring.']))
    const routing = await routeIn(store, 'Who teaches the marimba?')
    expect(chosen(routing)[0]).toBe(await episodeOf(store, 'marimba'))
    expect(routing.activations[0]!.pathways.map(({ pathway }) => pathway)).toContain('symbolic')
    expect(routing.activations[0]!.pathways.map(({ pathway }) => pathway)).not.toContain('semantic')
  })

  test('to the open episode as soon as its turns are told', async () => {
    const store = await emptyBank()
    await tell(store, FILLER)
    await tell(store, [[['Mara', 'The marimba arrived today.']]], { firstDay: 30 })
    const [last] = (await store.derived.episodes.heads()).slice(-1)
    expect(last!.sealed).toBe(false)
    expect(chosen(await routeIn(store, 'When did the marimba arrive?'))[0]).toBe(last!.number)
  })

  test('to what a name leads to that only the first hop brings up', async () => {
    const store = await emptyBank()
    const sessions = FILLER.map((session, i) => [
      ...session,
      ...(i === 1 ? ([['Mara', 'The lighthouse mural was painted by Quillon Vask.']] as Told[]) : []),
      ...(i === 4 ? ([['Joost', 'Quillon Vask grew up on a barge near Dordrecht.']] as Told[]) : []),
    ])
    await tell(store, sessions)
    const question = 'Where did the painter of the lighthouse mural grow up?'
    const found = chosen(await routeIn(store, question, { settings: { ...defaults, episodes: 2 } }))
    expect(found).toContain(await episodeOf(store, 'mural'))
    expect(found).toContain(await episodeOf(store, 'barge'))
  })

  test('in a second round to what is near in meaning where a name of the first leads the question', async () => {
    const store = await emptyBank()
    const sessions = FILLER.map((session, i) => [
      ...session,
      ...(i === 1 ? ([['Mara', 'The lighthouse mural was painted by Quillon Vask.']] as Told[]) : []),
      ...(i === 2 ? ([['Joost', 'A mural of fish hangs here.']] as Told[]) : []),
      ...(i === 4
        ? ([['Joost', 'Quillon Vask came into this world on a barge; no mural there.']] as Told[])
        : []),
    ])
    await tell(store, sessions, { embedder: byWords })
    const question = 'Where was the painter of the lighthouse mural born?'
    const settings = { ...defaults, weights: { ...defaults.weights, followed: 0 }, episodes: 2 }
    const inRounds = async (rounds: 1 | 2) =>
      chosen(await routeIn(store, question, { embedder: byWords, settings, rounds }))
    const barge = await episodeOf(store, 'barge')
    expect(await inRounds(2)).toEqual([await episodeOf(store, 'mural'), barge])
    expect(await inRounds(1)).not.toContain(barge)

    const asked: number[] = []
    const counting: Embedder = {
      ...byWords,
      embed: (texts, kind) => {
        asked.push(texts.length)
        return byWords.embed(texts, kind)
      },
    }
    await routeIn(store, question, { embedder: counting, rounds: 2 })
    // The question, then all names at once.
    expect(asked).toHaveLength(2)
    expect(asked[1]).toBeGreaterThan(1)
  })

  test('to the episodes of the asked time, where time counts', async () => {
    const store = await emptyBank()
    await tell(store, FILLER)
    const question = 'What was swept on 4 January 2024?'
    expect(chosen(await routeIn(store, question))[0]).toBe(await episodeOf(store, 'harbour'))
    const [first] = (await routeIn(store, question)).activations
    expect(first!.pathways).toContainEqual({ pathway: 'time', rank: 1 })
    const published = await routeIn(store, question, { settings: emem })
    expect(
      published.activations.flatMap(({ pathways }) => pathways.map(({ pathway }) => pathway)),
    ).not.toContain('time')
  })

  test('to the episodes that hold the evidence of the fast mode', async () => {
    const store = await emptyBank()
    await tell(store, FILLER)
    const { activations } = await routeIn(store, 'What about the piccolo?', { evidence: [20] })
    expect(activations).toHaveLength(1)
    expect(activations[0]!.pathways).toEqual([{ pathway: 'evidence', rank: 1 }])
  })

  test('to no episode that a filter hides all of', async () => {
    const store = await emptyBank()
    await tell(store, FILLER)
    const scope = { ...EVERYWHERE, lastDay: FIRST_DAY / DAY_MS + 1 }
    const found = chosen(await routeIn(store, 'What did we sweep?', { scope }))
    expect(found.length).toBeGreaterThan(0)
    const heads = await store.derived.episodes.heads()
    for (const episode of found) expect(heads[episode - 1]!.span.start < '2024-01-03').toBe(true)
  })

  test('to the part of a turn longer than an episode in which it is answered', async () => {
    const store = await emptyBank()
    const long = `${'We counted the crates on the quay and wrote them down. '.repeat(60)}The piccolo lay in the last crate. ${'Then we had tea and counted again. '.repeat(60)}`
    await tell(store, [[['Mara', long]]])
    const heads = await store.derived.episodes.heads()
    expect(heads.length).toBeGreaterThan(5)
    const [first] = chosen(await routeIn(store, 'Where was the piccolo?'))
    const { turns } = await store.derived.episodes.read(first!)
    expect(turns.some(({ turn, start, end }) => turn.text.slice(start, end).includes('piccolo'))).toBe(true)
  })

  test('to nothing where nothing was told or nothing is asked', async () => {
    const store = await emptyBank()
    expect(chosen(await routeIn(store, 'Who teaches the marimba?'))).toEqual([])
    await tell(store, FILLER)
    expect(chosen(await routeIn(store, '?!'))).toEqual([])
  })

  test('not at all once its signal has aborted', async () => {
    const store = await emptyBank()
    await tell(store, FILLER)
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(routeIn(store, 'What did we sweep?', { signal })).rejects.toThrow('enough')
  })
})

describe('later sessions with other words', () => {
  const COLOURS = ['blue', 'amber', 'scarlet', 'ivory', 'teal']
  const LATER: readonly (readonly Told[])[] = Array.from({ length: 12 }, (_, day) =>
    Array.from(
      { length: 8 },
      (_, i): Told => [
        i % 2 === 0 ? 'Pim' : 'Roos',
        `Velvet dragons juggle purple umbrellas above frozen waterfalls, singing strange hymns in ${COLOURS[(day + i) % 5]} choirs.`,
      ],
    ),
  )
  /** Sessions about different things, as people have them: what they share is names and small words. */
  const TOPICS = [
    ['oven', 'dough', 'sourdough', 'rye', 'crust', 'yeast', 'baking', 'flour', 'loaf'],
    ['kayak', 'paddle', 'rapids', 'river', 'helmet', 'canyon', 'rowing', 'current', 'eddy'],
    ['marimba', 'mallet', 'rehearsal', 'quartet', 'encore', 'tempo', 'concert', 'rhythm', 'solo'],
    ['tax', 'invoice', 'ledger', 'refund', 'audit', 'receipt', 'accountant', 'deadline', 'payroll'],
    ['orchid', 'compost', 'seedling', 'pruning', 'greenhouse', 'trellis', 'mulch', 'tulip', 'hedge'],
    ['telescope', 'nebula', 'eclipse', 'comet', 'observatory', 'lens', 'galaxy', 'meteor', 'dusk'],
  ]
  const EARLIER = TOPICS.map((words, day) =>
    words.map((word, i): Told => {
      const next = words[(i + 1) % words.length]
      return [
        i % 2 === 0 ? 'Mara' : 'Joost',
        `The ${word} made trouble, so the ${next} had to wait ${day + i} days.`,
      ]
    }),
  )
  const QUESTIONS = [
    'How was the rehearsal with the quartet?',
    'What of the accountant and the refund?',
    'Was there a comet, or an eclipse?',
    'Who looked after the greenhouse?',
  ]
  for (const [how, embedder] of [
    ['by words alone', undefined],
    ['by words and meaning', byWords],
  ] as const) {
    test(`change neither the activated episodes nor their order, ${how}`, async () => {
      const store = await emptyBank()
      const given = embedder === undefined ? {} : { embedder }
      await tell(store, EARLIER, given)
      const before = await Promise.all(QUESTIONS.map((question) => routeIn(store, question, given)))
      await tell(store, LATER, { ...given, firstDay: 40 })
      const after = await Promise.all(QUESTIONS.map((question) => routeIn(store, question, given)))
      expect(after.map(chosen)).toEqual(before.map(chosen))
      expect(before.every(({ activations }) => activations.length > 0)).toBe(true)
    })
  }
})
