import nodePath from 'node:path'
import { parentToMake, resolveBankPath } from '../../src/store/sqlite/bank-path.ts'
import type { Expectation, Input } from './case.ts'
import { ANSWER_CHECKS } from './check-answer.ts'
import { differ, EVIDENCE_CHECKS, recalled, searched } from './check-evidence.ts'
import { MODEL_CHECKS } from './check-model.ts'
import { STORAGE_CHECKS } from './check-storage.ts'
import { FRAME_CHECKS } from './check-time.ts'
import type { Asked, Observation, Searched } from './observation.ts'
import { classOf } from './observation.ts'
import { isWritten } from './scripted-writer.ts'
import { UNCHECKED } from './unchecked.ts'

/** What of an expectation does not hold, one sentence each; keys that nobody checks are among it. */
export function faultsOf(observation: Observation, expect: Expectation): readonly string[] {
  return Object.entries(expect).flatMap(([key, wanted]) => faultsOfKey(key, wanted, observation))
}

/** Case of the path resolver: it is pure, and runs under the rules of another platform. */
export function pathFaults({ paths = [] }: Input, expect: Expectation): readonly string[] {
  const resolved = paths.map((path) => resolveBankPath(path, nodePath.win32))
  const made = resolved.map((path) => parentToMake(path, () => false))
  const { parents, mkdir_called_for: called, mkdir_not_called_for: spared, ...rest } = expect
  return [
    parents === undefined
      ? undefined
      : differ(
          'the parents',
          resolved.map(({ parent }) => parent),
          parents,
        ),
    ...((called ?? []) as string[]).map((folder) =>
      made.includes(folder) ? undefined : `${folder} should be made`,
    ),
    ...((spared ?? []) as string[]).map((folder) =>
      made.includes(folder) ? `${folder} should not be made` : undefined,
    ),
    ...Object.keys(rest).map((key) => `nobody checks ${key}`),
  ].filter((fault) => fault !== undefined)
}

function faultsOfKey(key: string, wanted: unknown, observation: Observation): readonly string[] {
  const { answers, searches } = observation
  if (key in UNCHECKED) return []
  switch (key) {
    case 'answers':
      return (wanted as Expectation[]).flatMap((each, index) => {
        const asked = answers[index]
        return asked === undefined
          ? [`question ${index + 1} was not asked`]
          : faultsOfAnswer(asked, each, observation)
      })
    case 'each_search':
      return searches.length === 0
        ? ['nothing was searched']
        : searches.flatMap((each) => faultsOfSearch(each, wanted as Expectation, observation))
    case 'top_per_search':
      return (wanted as string[][]).flatMap((top, index) => {
        const each = searches[index]
        return each === undefined
          ? [`search ${index + 1} was not done`]
          : faultsOfSearch(each, { top }, observation)
      })
    case 'one_of': {
      const each = (wanted as Expectation[]).map((alternative) => faultsOf(observation, alternative))
      return each.some((faults) => faults.length === 0) ? [] : each.flat()
    }
    case 'order':
      if (answers.length + searches.length > 0) break
      return some(
        differ(
          'the turns in order',
          observation.turns.map(({ id }) => id),
          wanted,
        ),
      )
    default:
  }
  if (isWritten(observation.world.input) && key in MODEL_CHECKS)
    return some(MODEL_CHECKS[key]!(wanted, observation))
  if (key in STORAGE_CHECKS) return some(STORAGE_CHECKS[key]!(wanted, observation))
  if (answers.length + searches.length === 0) return [`nobody checks ${key} of a case that asks nothing`]
  return [
    ...answers.flatMap((each) => faultsOfAnswer(each, { [key]: wanted }, observation)),
    // An answer is not expected of a search that stands beside a question.
    ...searches.flatMap((each) =>
      key in ANSWER_CHECKS && answers.length > 0 ? [] : faultsOfSearch(each, { [key]: wanted }, observation),
    ),
  ]
}

function faultsOfAnswer(asked: Asked, expect: Expectation, { world }: Observation): readonly string[] {
  const about = (fault: string) => `${asked.question.text} ${fault}`
  const view = recalled(asked)
  const { answer } = asked
  return Object.entries(expect).flatMap(([key, wanted]) => {
    if (key in UNCHECKED) return []
    if (key === 'error_class') return some(differ('the error', classOf(asked.error), wanted)).map(about)
    if (answer === undefined || view === undefined) return [about(`fails: ${asked.error}`)]
    const framed = { frame: answer.frame, timeZone: world.input.config?.timezone ?? 'UTC' }
    if (key in EVIDENCE_CHECKS) return some(EVIDENCE_CHECKS[key]!(wanted, view)).map(about)
    if (key in FRAME_CHECKS) return some(FRAME_CHECKS[key]!(wanted, framed)).map(about)
    if (key in ANSWER_CHECKS) return some(ANSWER_CHECKS[key]!(wanted, { ...asked, answer })).map(about)
    return [`nobody checks ${key}`]
  })
}

function faultsOfSearch(each: Searched, expect: Expectation, { world }: Observation): readonly string[] {
  const about = (fault: string) => `“${each.search.text ?? each.search.vector}” ${fault}`
  const view = searched(each)
  return Object.entries(expect).flatMap(([key, wanted]) => {
    if (key in UNCHECKED) return []
    if (key === 'error_class') return some(differ('the error', classOf(each.error), wanted)).map(about)
    if (view === undefined) return [about(`fails: ${each.error}`)]
    const framed = { frame: view.recollection.frame, timeZone: world.input.config?.timezone ?? 'UTC' }
    if (key in EVIDENCE_CHECKS) return some(EVIDENCE_CHECKS[key]!(wanted, view)).map(about)
    if (key in FRAME_CHECKS) return some(FRAME_CHECKS[key]!(wanted, framed)).map(about)
    return [`nobody checks ${key}`]
  })
}

function some(fault: string | undefined): readonly string[] {
  return fault === undefined ? [] : [fault]
}
