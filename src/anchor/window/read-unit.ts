import { type Name, names } from '../../language/names.ts'
import { analyse } from '../../language/terms.ts'
import type { WrittenUnit } from '../../llm/tasks/anchor-window.ts'
import { type Amount, numbersIn } from './numbers.ts'
import { personsAmong } from './people.ts'
import type { ReadWindow } from './read-window.ts'

/** What a model wrote, and what the checks read in its restatement, once for all of them. */
export type ReadUnit = {
  readonly written: WrittenUnit
  readonly text: string
  readonly names: readonly Name[]
  readonly persons: readonly Name[]
  readonly numbers: readonly Amount[]
  /** Stems of its content words, in order. */
  readonly analysed: readonly string[]
  /** The same, each once. */
  readonly terms: ReadonlySet<string>
}

export function readUnit(written: WrittenUnit, window: ReadWindow): ReadUnit {
  const text = written.restatement
  const found = names(text, window.people)
  const analysed = analyse(text)
  return {
    written,
    text,
    names: found,
    persons: personsAmong(found, text, window),
    numbers: numbersIn(text),
    analysed,
    terms: new Set(analysed),
  }
}
