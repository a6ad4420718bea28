import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Case, type Expectation, type Input, readCases, runsOf } from './case.ts'
import { faultsOf, pathFaults } from './check.ts'
import { runInZone } from './processes.ts'
import { run } from './run.ts'
import { isAtHand, neededPart, WAITING } from './waiting.ts'

/**
 * Every case of cases.json, and of neighbours.json (the same kinds, other inputs), against the public library;
 * REINSTATE_CASES names another file of the same form instead.
 */
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const OWN = beside('./cases.json')
const foreign = process.env.REINSTATE_CASES
const files = foreign === undefined ? [OWN, beside('./neighbours.json')] : [foreign]
/** Some cases run processes, or embed thousands of texts. */
const SLOW_MS = 300_000

describe.each(files)('cases of %s', (file) => {
  for (const each of readCases(file)) {
    const part = neededPart(each)
    const name = `${each.id} ${each.kind}${part === undefined ? '' : ` (waits for ${part})`}`
    test.skipIf(!isAtHand(part))(name, { timeout: SLOW_MS }, async () => {
      const faults: string[] = []
      for (const one of runsOf(each)) faults.push(...(await faultsOfRun(one.input, one.expect)))
      expect(faults, each.note).toEqual([])
    })
  }
})

test.runIf(foreign === undefined)(
  'the list of waiting cases names those that need a missing part, and no other',
  () => {
    const needing = (part: string) =>
      readCases(OWN)
        .filter((each: Case) => neededPart(each) === part)
        .map(({ id }) => id)
    expect(Object.fromEntries(Object.keys(WAITING).map((part) => [part, needing(part)]))).toEqual(
      Object.fromEntries(Object.entries(WAITING).map(([part, ids]) => [part, [...ids].sort()])),
    )
  },
)

async function faultsOfRun(input: Input, expected: Expectation): Promise<readonly string[]> {
  if (input.paths !== undefined) return pathFaults(input, expected)
  const parent = mkdtempSync(join(tmpdir(), 'reinstate-case-'))
  const folder = join(parent, 'data')
  mkdirSync(folder)
  try {
    const { same_for_every_host_tz: everywhere, ...rest } = expected
    return [
      ...faultsOf(await run(input, folder), rest),
      ...(everywhere === true ? await faultsOfZones(input, parent) : []),
    ]
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

/** The same turns, stored by a process in each zone, have the same times. */
async function faultsOfZones(input: Input, parent: string): Promise<readonly string[]> {
  const times = new Set<string>()
  for (const [index, zone] of (input.repeat_with_host_tz ?? []).entries()) {
    const folder = join(parent, `zone-${index}`)
    mkdirSync(folder)
    times.add(JSON.stringify(await runInZone({ task: 'run', input, folder }, zone)))
  }
  return times.size === 1 ? [] : [`the times differ with the zone of the machine: ${[...times].join(' ')}`]
}
