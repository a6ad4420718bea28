import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { MemoryUnit } from '../../src/index.ts'
import type { Days } from './case.ts'
import { type Check, differ } from './check-evidence.ts'
import { classOf, messageOf, type Observation } from './observation.ts'
import { textOf } from './world.ts'

type ByTurn<Value> = Readonly<Record<string, Value>>

/** Expectations on what is stored, on units, errors, files and processes. */
export const STORAGE_CHECKS: Readonly<Record<string, Check<Observation>>> = {
  stored_turns: (wanted, { turns }) => differ('the stored turns', turns.length, wanted),
  turns_after: (wanted, { turns }) => differ('the stored turns', turns.length, wanted),
  remaining: (wanted, { turns }) =>
    differ(
      'what remains',
      turns.map(({ id }) => id),
      wanted,
    ),
  stored_text: (wanted, { turns }) =>
    byTurn<string>(wanted, (id, text) =>
      differ(`the text of ${id}`, turns.find((turn) => turn.id === id)?.text, text),
    ),
  stored_text_includes: (wanted, { turns }) =>
    byTurn<string>(wanted, (id, part) =>
      turns.find((turn) => turn.id === id)?.text.includes(part)
        ? undefined
        : `the text of ${id} lacks ${part}`,
    ),
  stored_text_one_of: (wanted, { turns }) =>
    byTurn<string[]>(wanted, (id, texts) =>
      texts.includes(turns.find((turn) => turn.id === id)?.text ?? '')
        ? undefined
        : `the text of ${id} is none of these`,
    ),
  stored_text_verbatim: (wanted, { turns, world }) =>
    first(
      (wanted as string[]).map((id) => {
        const given = world.turns.find((turn) => turn.id === id)
        return differ(`the text of ${id}`, turns.find((turn) => turn.id === id)?.text, given && textOf(given))
      }),
    ),
  raw_text_length_preserved: (_, { turns, world }) =>
    first(
      world.turns.map((given) =>
        differ(
          `the length of ${given.id}`,
          turns.find(({ id }) => id === given.id)?.text.length,
          String(textOf(given)).length,
        ),
      ),
    ),
  metadata: (wanted, { turns }) =>
    byTurn<unknown>(wanted, (id, value) => {
      const got = turns.find((turn) => turn.id === id)?.metadata
      return differ(`the metadata of ${id}`, sorted(got), sorted(value))
    }),
  mention_at: (wanted, { turns }) =>
    byTurn<string>(wanted, (id, time) =>
      differ(`the time of ${id}`, turns.find((turn) => turn.id === id)?.time, time),
    ),
  mention_inferred: (wanted, { turns }) =>
    byTurn<boolean>(wanted, (id, inferred) =>
      differ(
        `whether the time of ${id} is inferred`,
        turns.find((turn) => turn.id === id)?.timeInferred,
        inferred,
      ),
    ),
  reject_mention_years: (wanted, { turns }) =>
    first(
      turns.map(({ id, time }) =>
        (wanted as number[]).includes(Number(time.slice(0, 4))) ? `${id} is dated ${time}` : undefined,
      ),
    ),
  event_range: (wanted, { units }) =>
    byTurn<Days | null>(wanted, (id, range) => {
      const events = unitsOf(units, id).map(eventOf)
      if (range === null)
        return events.every((event) => event === null)
          ? undefined
          : `${id} has the event time ${JSON.stringify(events)}`
      return events.some((event) => JSON.stringify(event) === JSON.stringify(range))
        ? undefined
        : `${id} has the event times ${JSON.stringify(events)}, not ${range}`
    }),
  reject_event_ranges: (wanted, { units }) =>
    byTurn<(Days | null)[]>(wanted, (id, ranges) =>
      unitsOf(units, id).some((unit) =>
        ranges.some((range) => JSON.stringify(range) === JSON.stringify(eventOf(unit))),
      )
        ? `${id} has one of the wrong event times`
        : undefined,
    ),
  no_event_on: (wanted, { units }) =>
    first(
      units.map((unit) => {
        const event = unit.context.eventTime
        return event && (wanted as string[]).some((day) => event.first <= day && day <= event.last)
          ? `a unit happened on ${event.first}`
          : undefined
      }),
    ),
  recurrence: (wanted, { units }) =>
    byTurn<{ freq: string; byday?: string[]; interval?: number }>(wanted, (id, rule) => {
      const rules = unitsOf(units, id).map(({ context }) => context.recurrence)
      const found = rules.some((each) =>
        Object.entries(rule).every(
          ([key, value]) => JSON.stringify(each?.[key as 'freq']) === JSON.stringify(value),
        ),
      )
      return found ? undefined : `${id} repeats by ${JSON.stringify(rules)}, not ${JSON.stringify(rule)}`
    }),
  modality: (wanted, { units }) =>
    byTurn<string>(wanted, (id, modality) =>
      differ(`the modality of ${id}`, unitsOf(units, id)[0]?.modality, modality),
    ),
  memories_from: (wanted, { units }) =>
    byTurn<number>(wanted, (id, count) =>
      differ(`the units that state something of ${id}`, stating(unitsOf(units, id)).length, count),
    ),
  fact_subjects: (wanted, { units }) =>
    byTurn<string[]>(wanted, (id, persons) => {
      const named = unitsOf(units, id).flatMap(({ context }) => context.persons)
      const missing = persons.filter((person) => !named.includes(person))
      return missing.length > 0 ? `${id} should be about ${missing}, and names ${named}` : undefined
    }),
  superseded: (wanted, { answers }) =>
    byTurn<boolean>(wanted, (id, replaced) => {
      const cited = answers.some(({ answer }) => answer?.answered && answer.citations[0].turn === id)
      return replaced === cited ? `${id} is ${cited ? '' : 'not '}what an answer rests on` : undefined
    }),
  facts_about_user_exclude: (wanted, { units }) => {
    const stated = stating(units).filter(({ modality }) => modality !== 'hypothetical')
    return first(
      (wanted as string[]).map((part) =>
        stated.some(({ restatement }) => restatement.includes(part)) ? `“${part}” is stated` : undefined,
      ),
    )
  },
  no_memory_text_like: (wanted, { units }) => {
    const stated = stating(units)
    return first(
      (wanted as string[]).map((part) =>
        stated.some(({ restatement }) => restatement.includes(part)) ? `“${part}” is stated` : undefined,
      ),
    )
  },
  entities_distinct: (wanted, { units }) => {
    const named = new Set(units.flatMap(({ context }) => [...context.entities, ...context.persons]))
    const missing = (wanted as string[][]).flat().filter((name) => !named.has(name))
    return missing.length > 0 ? `${missing} should be names of their own among ${[...named]}` : undefined
  },
  entities_absent: (wanted, { units, world }) => {
    const named = units.flatMap(({ context }) => [...context.entities, ...context.persons])
    const left = (wanted as string[]).filter((name) => named.includes(name) || filesHold(world.folder, name))
    return left.length > 0 ? `${left} should be gone` : undefined
  },
  vector_rows: (wanted, { verifications, facts }) =>
    differ('the vectors', sum(verifications.map(({ vectors }) => vectors)), wanted) &&
    facts.verified === undefined
      ? differ('the vectors', sum(verifications.map(({ vectors }) => vectors)), wanted)
      : undefined,
  vector_rows_for_turns: (wanted, { verifications }) =>
    differ('the vectors', sum(verifications.map(({ vectors }) => vectors)), wanted),
  pending: (wanted, { verifications }) =>
    differ('the units without a vector', sum(verifications.map(({ pending }) => pending)), wanted),
  max_tokens_seen_in_a_request: (wanted, { world }) => {
    const most = Math.max(0, ...world.embedders.map(({ seen }) => seen.mostTokens))
    return most > 0 && most <= (wanted as number) ? undefined : `a request of ${most} tokens`
  },
  warnings_include: (wanted, { world, verifications }) => {
    const told = JSON.stringify([
      world.log,
      verifications,
      world.anchorings.map(({ refused, examples }) => [refused, examples]),
    ]).toLowerCase()
    const missing = (wanted as string[]).filter((part) => !told.includes(part.toLowerCase()))
    return missing.length > 0 ? `no warning says ${missing}: ${told.slice(0, 400)}` : undefined
  },
  error_class: (wanted, observation) => checkError(wanted as string | null, observation),
  error_class_per_action: (wanted, { actions }) =>
    differ(
      'the errors',
      actions.map(({ error }) => classOf(error)),
      wanted,
    ),
  deleted_per_action: (wanted, { actions }) =>
    differ(
      'what was deleted',
      actions.map(({ deleted }) => deleted),
      wanted,
    ),
  results: (wanted, { actions }) =>
    first(
      (wanted as ({ deleted?: number; error_class?: string } | null)[]).map((result, index) => {
        if (result === null) return undefined
        const { deleted, error } = actions[index] ?? {}
        return differ(
          `action ${index + 1}`,
          [deleted, classOf(error)],
          [result.deleted ?? 0, result.error_class ?? null],
        )
      }),
    ),
  message_includes: (wanted, observation) => {
    const error = errorsOf(observation)[0]
    const path = (error as { path?: string } | undefined)?.path
    const missing = (wanted as string[])
      .map((part) => (/^<.*path>$/u.test(part) ? (path ?? part) : part))
      .filter((part) => !messageOf(error).toLowerCase().includes(part.toLowerCase()))
    return missing.length > 0 ? `“${messageOf(error)}” lacks ${missing}` : undefined
  },
  message_is_one_line: (_, observation) =>
    messageOf(errorsOf(observation)[0]).includes('\n') ? 'the message has several lines' : undefined,
  cli_exit_code_nonzero: (_, observation) => {
    const { cliExitCode } = (errorsOf(observation)[0] ?? {}) as { cliExitCode?: number }
    return cliExitCode ? undefined : `the command ended with ${cliExitCode}`
  },
  stack_trace_printed: (wanted, observation) => {
    const { cliErrors = '' } = (errorsOf(observation)[0] ?? {}) as { cliErrors?: string }
    return differ('whether a stack trace is printed', /^\s+at /mu.test(cliErrors), wanted)
  },
  same_every_time: (_, { facts }) => {
    const orders = new Set(facts.orders as string[] | undefined)
    return orders.size === 1 ? undefined : `${orders.size} different orders`
  },
  errors: (wanted, { facts }) =>
    differ(
      `the errors of the processes (${JSON.stringify(facts.failures)?.slice(0, 300)})`,
      facts.errors,
      wanted,
    ),
  healthy: (wanted, { facts }) =>
    differ(
      'the health',
      (facts.verified as { healthy: boolean }[]).map(({ healthy }) => healthy),
      wanted,
    ),
  rebuilds: (wanted, { facts }) =>
    differ(
      'what was mended',
      sum(
        (facts.verified as { findings: { mended: boolean }[] }[]).map(
          ({ findings }) => findings.filter(({ mended }) => mended).length,
        ),
      ),
      wanted,
    ),
  max_size_ratio: (wanted, { facts }) => {
    const sizes = Object.entries(facts)
      .filter(([name]) => /^S\d+$/u.test(name))
      .map(([, size]) => size as number)
    const ratio = sizes.at(-1)! / sizes[0]!
    return ratio <= (wanted as number) ? undefined : `the file grew by ${ratio}`
  },
  exit_codes_all: (wanted, { facts }) =>
    first((facts.exitCodes as number[]).map((code) => differ('an exit code', code, wanted))),
  same_vector_in_all: (_, { facts }) => {
    const vectors = new Set(facts.vectors as string[])
    return vectors.size === 1 && !vectors.has('[]') ? undefined : `${vectors.size} different vectors`
  },
  max_rss_growth_mb: (wanted, { facts }) =>
    (facts.rssGrowthMb as number) <= (wanted as number)
      ? undefined
      : `memory grew by ${facts.rssGrowthMb} MB`,
  file_does_not_contain: (wanted, { world }) =>
    first(
      (wanted as string[]).map((word) =>
        filesHold(world.folder, word) ? `a file still holds ${word}` : undefined,
      ),
    ),
  rows_left_for: (wanted, { turns, units }) =>
    byTurn<Record<string, number>>(wanted, (id, rows) => {
      const left = {
        turns: turns.filter((turn) => turn.id === id).length,
        memories: unitsOf(units, id).length,
      }
      return Object.entries(rows).some(([kind, count]) => (left[kind as 'turns'] ?? 0) !== count)
        ? `of ${id} ${JSON.stringify(left)} are left`
        : undefined
    }),
  files_outside_data_dir_changed: (wanted, { world }) => {
    const around = readdirSync(dirname(world.folder)).filter(
      (name) => join(dirname(world.folder), name) !== world.folder,
    )
    const inside = readdirSync(world.folder).filter((name) => !/^(?:bank|user)-|^export\.jsonl$/u.test(name))
    const outside = world.turns.filter(
      ({ session }) => session?.includes('..') && existsSync(join(world.folder, session)),
    )
    return differ('the files outside', around.length + inside.length + outside.length, wanted)
  },
  pragma: (wanted, { world }) => {
    const { journal_mode: mode } = wanted as { journal_mode?: string }
    if (mode === undefined) return undefined
    const database = new DatabaseSync(world.pathOf(world.users()[0]))
    const row = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
    database.close()
    return differ('the journal mode', row.journal_mode, mode)
  },
}

function checkError(wanted: string | null, observation: Observation): string | undefined {
  const errors = errorsOf(observation)
  if (wanted === null)
    return errors.length === 0 ? undefined : `it fails: ${classOf(errors[0])}: ${messageOf(errors[0])}`
  if (errors.length === 0) return `it should fail with ${wanted}`
  return first(errors.map((error) => differ('the error', classOf(error), wanted)))
}

function errorsOf({ failure, actions, answers, searches }: Observation): readonly unknown[] {
  return [
    failure,
    ...actions.map(({ error }) => error),
    ...answers.map(({ error }) => error),
    ...searches.map(({ error }) => error),
  ].filter((error) => error !== undefined)
}

/** Units that say something of the world: not what only asks or only shows. */
function stating(units: readonly MemoryUnit[]): readonly MemoryUnit[] {
  return units.filter(({ modality, keywords }) => modality !== 'asked' && keywords.length > 0)
}

function unitsOf(units: readonly MemoryUnit[], id: string): readonly MemoryUnit[] {
  return units.filter(({ sources }) => sources.some((source) => source === id))
}

function eventOf({ context: { eventTime } }: MemoryUnit): Days | null {
  return eventTime === undefined ? null : [eventTime.first, eventTime.last]
}

function byTurn<Value>(
  wanted: unknown,
  check: (id: string, value: Value) => string | undefined,
): string | undefined {
  return first(Object.entries(wanted as ByTurn<Value>).map(([id, value]) => check(id, value)))
}

function first(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}

function filesHold(folder: string, word: string): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(word))
}
