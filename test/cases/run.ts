import type { Memory, ModelCall, TurnId, Verification } from '../../src/index.ts'
import { formatEvidence, openSqliteStore } from '../../src/index.ts'
import { sumUsage } from '../../src/llm/sum-usage.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { collect, flush, ingest, memorySteps, perform, storesTurns } from './actions.ts'
import type { Input, QuestionSpec, SearchSpec } from './case.ts'
import { deletedOf, generateTurns } from './generated-text.ts'
import type { ActionResult, Asked, Observation, Searched } from './observation.ts'
import { isWritten, spokenOf } from './scripted-writer.ts'
import { textOf, World } from './world.ts'

/** Runs one input in a folder of its own: stores, acts, asks, searches, and looks at what there is in the end. */
export async function run(input: Input, folder: string): Promise<Observation> {
  const turns = (input.turns_spec === undefined ? (input.turns ?? []) : generateTurns(input.turns_spec)).map(
    (turn) => spokenOf({ ...turn, text: textOf(turn) }, input),
  )
  const world = new World(folder, input, turns)
  try {
    return await observe(world)
  } finally {
    await world.end()
  }
}

async function observe(world: World): Promise<Observation> {
  const { input } = world
  let failure: unknown
  const actions: ActionResult[] = []
  const facts: Record<string, unknown> = {}
  try {
    if (world.turns.length > 0 && !(input.actions ?? []).some(storesTurns)) await ingest(world)
    await deleteAsDescribed(world)
    const apart = memorySteps(input.actions ?? [])
    if (apart !== undefined) Object.assign(facts, (await apart).facts)
    for (const action of apart === undefined ? (input.actions ?? []) : []) {
      const name = typeof action === 'string' ? action : action.op
      try {
        const { deleted = 0, facts: measured = {} } = await perform(action, world)
        actions.push({ name, error: undefined, deleted })
        merge(facts, measured)
      } catch (error) {
        if (error instanceof TypeError && error.message.startsWith('An action of no known kind')) throw error
        actions.push({ name, error, deleted: 0 })
      }
    }
  } catch (error) {
    failure = error
  }
  const answers = failure === undefined ? await askAll(world) : []
  const searches = failure === undefined ? await searchAll(world) : []
  return { world, failure, actions, answers, searches, facts, ...(await stored(world)) }
}

/** Lists of what several actions measured are joined: each read of ten is one more. */
function merge(facts: Record<string, unknown>, measured: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(measured)) {
    const before = facts[name]
    facts[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  }
}

async function deleteAsDescribed(world: World): Promise<void> {
  const count = deletedOf(world.input.turns_spec)
  if (count === 0) return
  await flush(world)
  const ids = world.turns.slice(0, count).map(({ id }) => id!)
  await (await world.bank(world.users()[0])).forget({ turns: ids })
}

async function askAll(world: World): Promise<readonly Asked[]> {
  const { question, questions = question === undefined ? [] : [question] } = world.input
  const answered: Asked[] = []
  for (const each of questions) answered.push(await ask(world, each))
  return answered
}

async function ask(world: World, question: QuestionSpec): Promise<Asked> {
  const { bank, asker } = place(world, question.user)
  try {
    const memory = await world.bank(bank)
    const answer = await memory.ask(question.text, {
      ...(question.asked_at === undefined ? {} : { referenceTime: question.asked_at }),
      ...(asker === undefined ? {} : { asker }),
      ...viewsOf(world.input),
    })
    const budgetTokens = world.input.config?.answer_context_tokens
    const block = formatEvidence(answer, budgetTokens === undefined ? {} : { budgetTokens })
    return { question, answer, block, error: undefined }
  } catch (error) {
    return { question, answer: undefined, block: '', error }
  }
}

/** The user of a turn is the bank; a user who stands with the question alone is who asks. */
function place(
  world: World,
  user: string | undefined,
): { bank: string | undefined; asker: string | undefined } {
  const hasBanks = world.users().some((each) => each !== undefined)
  return hasBanks ? { bank: user ?? world.users()[0], asker: undefined } : { bank: undefined, asker: user }
}

function viewsOf({ config }: Input) {
  switch (config?.retriever) {
    case 'bm25':
      return { views: 'lexical' } as const
    case 'dense':
      return { views: 'dense' } as const
    default:
      return {}
  }
}

async function searchAll(world: World): Promise<readonly Searched[]> {
  const { search, searches = search === undefined ? [] : [search] } = world.input
  const found: Searched[] = []
  for (const each of searches)
    found.push(await searchOne(world, typeof each === 'string' ? { text: each } : each))
  return found
}

async function searchOne(world: World, search: SearchSpec): Promise<Searched> {
  const { bank } = place(world, search.user)
  try {
    const recollection = await (await world.bank(bank)).recall(search.text ?? search.vector ?? '', {
      ...(search.k === undefined ? {} : { limit: search.k }),
      ...(search.session === undefined ? {} : { session: search.session }),
      ...(search.speaker === undefined ? {} : { speaker: search.speaker }),
      ...(search.asked_at === undefined ? {} : { referenceTime: search.asked_at }),
      ...duringOf(search),
      ...(search.before === undefined ? {} : { asOf: new Date(Date.parse(search.before) - 1) }),
      ...viewsOf(world.input),
    })
    return { search, recollection, error: undefined }
  } catch (error) {
    return { search, recollection: undefined, error }
  }
}

function duringOf({ window, after }: SearchSpec) {
  if (window !== undefined) return { during: { first: window[0], last: window[1] } }
  if (after === undefined) return {}
  return { during: { first: after.slice(0, 10), last: '9999-12-31' } }
}

async function stored(
  world: World,
): Promise<Pick<Observation, 'turns' | 'units' | 'verifications' | 'awaiting' | 'unfound' | 'usage'>> {
  const calls: ModelCall[] = []
  const awaiting: TurnId[] = []
  const unfound: TurnId[] = []
  const turns = []
  const units = []
  const verifications: Verification[] = []
  for (const user of world.users()) {
    if (!world.exists(user)) continue
    try {
      const memory = await world.bank(user)
      if (world.input.actions?.length !== 0 && needsVectors(world)) await memory.flush()
      turns.push(...(await collect(memory.turns())))
      units.push(...(await collect(memory.units())))
      verifications.push(await memory.verify())
      calls.push(...memory.usage().calls)
      if (isWritten(world.input)) {
        awaiting.push(...(await awaitingTurns(world.pathOf(user))))
        unfound.push(...(await unfoundTurns(memory)))
      }
    } catch (error) {
      // A bank that another model's embedder may not open is read as it was made, below.
      verifications.push(...(await verifiedAsMade(world, user, error)))
    }
  }
  return { turns, units, verifications, awaiting, unfound, usage: sumUsage(calls) }
}

async function unfoundTurns(memory: Memory): Promise<readonly TurnId[]> {
  const unfound: TurnId[] = []
  for await (const { id, text } of memory.turns()) {
    const { evidence } = await memory.recall(text)
    if (!evidence.some(({ unit }) => unit.sources.includes(id))) unfound.push(id)
  }
  return unfound
}

/** The library counts them; which they are only the store says. */
async function awaitingTurns(path: string): Promise<readonly TurnId[]> {
  await using store = await openSqliteStore(path, {
    readOnly: true,
    mustExist: true,
    createViews: createUnitViews,
    analyserVersion: 'any',
  })
  const windows = await store.derived.windows.pending({ turns: 1, overlap: 0, partial: true }, 1_000)
  return windows.flatMap((window) => window.turns.map(({ id }) => id))
}

function needsVectors({ input }: World): boolean {
  return input.embedder !== undefined || (input.searches ?? input.search) !== undefined
}

async function verifiedAsMade(
  world: World,
  user: string | undefined,
  error: unknown,
): Promise<Verification[]> {
  const { openMemory } = await import('../../src/index.ts')
  if (!(error instanceof Error)) throw error
  const made = world.embedders[0]
  const memory = await openMemory(world.pathOf(user), {
    ...world.options(),
    ...(made && { embedder: made }),
    readOnly: true,
  })
  try {
    return [await memory.verify()]
  } finally {
    await memory.close()
  }
}
