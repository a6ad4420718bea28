import { Command } from 'commander'
import { expect, test } from 'vitest'
import { withShared } from './flags.ts'
import { listed } from './list.ts'
import { BENCHES, benchNamed } from './registry.ts'
import { defineBench } from './registry-entry.ts'
import { type AllFlags, batchesOf, planAll } from './run-all.ts'

const FLAGS: AllFlags = { data: 'data', seed: 7, out: 'out' }

test('every bench has a name of its own, says what it measures and what it costs', () => {
  const { benches, lines } = listed(BENCHES, undefined)
  expect(new Set(benches.map(({ name }) => name)).size).toBe(BENCHES.length)
  for (const { name, what, coldMinutes, warmMinutes, model } of benches) {
    expect(what.length).toBeGreaterThan(10)
    expect(coldMinutes).toBeGreaterThanOrEqual(warmMinutes)
    if (model !== 'needed') expect(warmMinutes).toBeGreaterThan(0)
    expect(lines.some((line) => line.startsWith(`${name} `))).toBe(true)
  }
})

test('what is run without a model and what with one overlap only where a bench has figures of either kind', () => {
  const names = (flags: AllFlags) => planAll(flags, BENCHES).map(({ bench }) => bench)
  const without = names(FLAGS)
  const withModel = names({ ...FLAGS, model: 'any' })
  expect(without.every(({ model }) => model !== 'needed')).toBe(true)
  expect(withModel.every(({ model }) => model !== 'none')).toBe(true)
  const planned = new Set([...without, ...withModel])
  expect(BENCHES.filter((bench) => !planned.has(bench)).map(({ name }) => name)).toEqual([
    'latent-state',
    'fit',
  ])
})

test('all hands on the flags that a bench has, in a form that it reads, and no others', () => {
  const cut = { ...FLAGS, limit: 3, conversations: ['conv-26', 'conv-30'], concurrency: 2 }
  const flags = { ...cut, model: 'm' }
  for (const { bench, args } of [...planAll(flags, BENCHES), ...planAll(FLAGS, BENCHES)]) {
    const command = bench.flags(withShared(new Command(bench.name))).exitOverride()
    const parsed = command.parse(args, { from: 'user' }).opts()
    expect(parsed).toMatchObject({ data: 'data', seed: 7 })
    if (args.includes('--limit'))
      expect(parsed.limit).toBe(args.includes('--model') ? 3 : Number(bench.cutWithoutModel[1]))
    if (args.includes('--conversations')) expect(parsed.conversations).toEqual(['conv-26', 'conv-30'])
  }
  const args = (name: string) => planAll(flags, BENCHES).find(({ bench }) => bench.name === name)!.args
  expect(args('answers')).toEqual(
    expect.arrayContaining([
      '--model',
      'm',
      '--limit',
      '3',
      '--conversations',
      'conv-26,conv-30',
      '--concurrency',
      '2',
    ]),
  )
  const time = planAll(cut, BENCHES).find(({ bench }) => bench.name === 'time')
  expect(time!.args).not.toContain('--limit')
})

test('what is cut without a model is whole with one, and as long as was asked for in either case', () => {
  const limitOf = (flags: AllFlags) => {
    const { bench, args } = planAll(flags, BENCHES).find((each) => each.bench.name === 'episodes')!
    return bench.flags(withShared(new Command())).parse(args, { from: 'user' }).opts().limit
  }
  expect(limitOf(FLAGS)).toBe(5)
  expect(limitOf({ ...FLAGS, limit: 100 })).toBe(100)
  expect(limitOf({ ...FLAGS, model: 'm' })).toBe(Number.POSITIVE_INFINITY)
})

test('a family stands together where no model is asked, and each of its benches alone where one is', () => {
  const names = (flags: AllFlags) =>
    batchesOf(planAll(flags, BENCHES), flags).map((batch) => batch.map(({ bench }) => bench.name))
  expect(names(FLAGS)).toContainEqual([
    'routing',
    'iterate',
    'hotpotqa',
    'granularity',
    'episodes',
    'pathways',
  ])
  expect(names(FLAGS).flat().sort()).toEqual(
    planAll(FLAGS, BENCHES)
      .map(({ bench }) => bench.name)
      .sort(),
  )
  expect(names({ ...FLAGS, model: 'm' }).every((batch) => batch.length === 1)).toBe(true)
})

test('the long form of durability can be asked for, and the short one is used otherwise', () => {
  const kills = (flags: AllFlags) => {
    const { bench, args } = planAll(flags, BENCHES).find((each) => each.bench.name === 'durability')!
    return bench.flags(withShared(new Command())).parse(args, { from: 'user' }).opts().kills
  }
  expect(kills(FLAGS)).toBe(40)
  expect(kills({ ...FLAGS, kills: 200 })).toBe(200)
})

test('a bench gets its own flags parsed', async () => {
  let seen: unknown
  const bench = defineBench<{ size: number }>({
    name: 'any',
    what: 'nothing at all',
    from: 'ours',
    model: 'none',
    cost: { coldMinutes: 1, warmMinutes: 1 },
    inAll: [],
    flags: (command) => command.option('--size <n>', 'how many', Number, 5),
    async run({ size }) {
      seen = size
      return { figures: {} }
    },
  })
  const flags = bench.flags(new Command()).parse(['--size', '9'], { from: 'user' }).opts()
  await bench.run({ data: '', seed: 1, onProgress: () => {}, signal: AbortSignal.abort(), ...flags })
  expect(seen).toBe(9)
  expect(bench.needsData).toBe(true)
})

test('a bench that there is not is refused by name', () => {
  expect(benchNamed('time').name).toBe('time')
  expect(() => benchNamed('tea')).toThrow('Cannot measure tea')
})
