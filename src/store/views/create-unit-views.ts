import { bestSlots } from './best-slots.ts'
import { candidatesOf } from './candidates.ts'
import { denseScores } from './dense-scores.ts'
import { Int32Column } from './growable.ts'
import { lexicalScores, withSurroundings } from './lexical-scores.ts'
import { PlainDense } from './plain-dense.ts'
import { Postings } from './postings.ts'
import { type Mask, maskOfContext, maskOfScope } from './scope-mask.ts'
import type { UnitEntry } from './unit-entry.ts'
import { UnitTable } from './unit-table.ts'
import type { UnitViews } from './unit-views.ts'
import type { Candidates, ViewQuery } from './view-query.ts'

/** Empty views of one bank. */
export function createUnitViews(): UnitViews {
  return new MemoryUnitViews()
}

class MemoryUnitViews implements UnitViews {
  readonly #table = new UnitTable()
  readonly #postings = new Postings()
  readonly #dense = new PlainDense()
  readonly #hasVector = new Int32Column()
  #vectors = 0

  get size(): number {
    return this.#table.size
  }

  get vectors(): number {
    return this.#vectors
  }

  get bytes(): number {
    return this.#table.bytes + this.#postings.bytes + this.#hasVector.bytes
  }

  add(entries: readonly UnitEntry[]): void {
    for (const entry of entries) {
      const slot = this.#table.add(entry)
      this.#postings.add(slot, [...entry.terms, ...new Set(entry.persons)])
      this.#hasVector.set(slot, 0)
    }
  }

  setVector(key: number, vector: Int8Array, scale: number): void {
    const slot = this.#table.slotOf(key)
    if (slot === undefined) throw new RangeError(`Cannot set the vector of unit ${key} as it is not held`)
    this.#dense.set(slot, vector, scale)
    this.#vectors += 1 - this.#hasVector.values[slot]!
    this.#hasVector.set(slot, 1)
  }

  remove(keys: readonly number[]): void {
    const gone = new Set<number>()
    for (const key of keys) {
      const slot = this.#table.remove(key)
      if (slot === undefined) continue
      gone.add(slot)
      this.#vectors -= this.#hasVector.values[slot]!
      this.#hasVector.set(slot, 0)
      this.#dense.remove(slot)
    }
    if (gone.size > 0) this.#postings.remove(gone)
  }

  search(query: ViewQuery): Candidates {
    const table = this.#table
    const postings = this.#postings
    const mask = maskOfScope(table, query.scope)
    const lexical = lexicalScores({ table, postings }, mask, query)
    const surrounded = withSurroundings(table, lexical, query.lexical)
    const hasVector = Uint8Array.from(this.#hasVector.values.subarray(0, table.slots))
    const dense = denseScores(this.#dense, { table, mask, hasVector }, query.vectors)
    const choose = (from: Mask) => {
      const { depth } = query
      const byWords = bestSlots(surrounded, from, { depth, floor: 0 })
      const byMeaning =
        dense.best.length === 0
          ? []
          : bestSlots(dense.best, withVectors(from, hasVector), { depth, floor: -Infinity })
      const chosen = new Set([...byWords, ...byMeaning])
      return candidatesOf(chosen, query, { table, postings, lexical, dense, bits: mask.bits })
    }
    return {
      content: choose(mask),
      context: query.context === undefined ? [] : choose(maskOfContext(table, mask, query.context)),
      unitsWithTerm: lexical.unitsWithTerm,
      searched: mask.count,
      withoutVector: mask.count - withVectors(mask, hasVector).count,
    }
  }
}

function withVectors(mask: Mask, hasVector: Uint8Array): Mask {
  const bits = new Uint8Array(mask.bits.length)
  let count = 0
  for (let slot = 0; slot < bits.length; slot++) {
    if (mask.bits[slot] === 1 && hasVector[slot] === 1) {
      bits[slot] = 1
      count++
    }
  }
  return { bits, count }
}
