import { bestSlots } from './best-slots.ts'
import { candidatesOf } from './candidates.ts'
import { denseScores } from './dense-scores.ts'
import { createDenseView, type DenseView } from './dense-view.ts'
import { lengthsOf, lexicalScores, type Population, withSurroundings } from './lexical-scores.ts'
import { Postings } from './postings.ts'
import { isUnbounded, type Mask, maskOfContext, maskOfScope } from './scope-mask.ts'
import type { UnitEntry } from './unit-entry.ts'
import { UnitTable } from './unit-table.ts'
import type { UnitViews } from './unit-views.ts'
import type { Candidates, ViewQuery, ViewScope } from './view-query.ts'

/** Empty views of one bank. */
export function createUnitViews(): UnitViews {
  return new MemoryUnitViews()
}

/** Lexical scores that do not count: a unit without a word of the question is no lexical find, */
const NO_MATCH = 0
/** but what happened in the asked range may be told in any words. */
const ANY = -1

class MemoryUnitViews implements UnitViews {
  readonly #table = new UnitTable()
  readonly #postings = new Postings()
  /** Made with the first vector, which tells the dimension. */
  #dense: DenseView | undefined
  #vectors = 0
  /** Of a query without a scope, kept until units come or go: most queries have none. */
  #everybody: Population | undefined

  get size(): number {
    return this.#table.size
  }

  get vectors(): number {
    return this.#vectors
  }

  get bytes(): number {
    return this.#table.bytes + this.#postings.bytes + (this.#dense?.bytes ?? 0)
  }

  add(entries: readonly UnitEntry[]): void {
    this.#everybody = undefined
    for (const entry of entries) {
      const slot = this.#table.add(entry)
      this.#postings.add(slot, entry.terms)
      this.#postings.add(slot, entry.persons)
    }
  }

  setVector(key: number, vector: Int8Array, scale: number): void {
    const slot = this.#table.slotOf(key)
    if (slot === undefined) throw new RangeError(`Cannot set the vector of unit ${key} as it is not held`)
    this.#dense = this.#viewFor(vector.length)
    if (!this.#dense.has(slot)) this.#vectors++
    this.#dense.set(slot, vector, scale)
  }

  remove(keys: readonly number[]): void {
    this.#everybody = undefined
    const gone = new Set<number>()
    for (const key of keys) {
      const slot = this.#table.remove(key)
      if (slot === undefined) continue
      gone.add(slot)
      if (this.#dense?.has(slot)) this.#vectors--
      this.#dense?.clear(slot)
    }
    if (gone.size > 0) this.#postings.remove(gone)
  }

  search(query: ViewQuery): Candidates {
    const table = this.#table
    const postings = this.#postings
    const population = this.#population(query.scope)
    const { mask } = population
    const lexical = lexicalScores({ table, postings }, population, query)
    const surrounded = withSurroundings(table, lexical, query.lexical)
    const dense = denseScores(this.#dense, { table, mask }, query.vectors)
    const choose = (from: Mask, floor: number) => {
      const { depth } = query
      const byWords = bestSlots(surrounded, from, { depth, floor })
      const byMeaning = dense === undefined ? [] : bestSlots(dense.best, from, { depth, floor: -Infinity })
      const slots = new Set([...byWords, ...byMeaning])
      return candidatesOf(slots, query, { table, postings, lexical, dense, bits: mask.bits })
    }
    return {
      content: choose(mask, NO_MATCH),
      context:
        query.context === undefined
          ? []
          : choose(maskOfContext(table, mask, { context: query.context, scope: query.scope }), ANY),
      unitsWithTerm: lexical.unitsWithTerm,
      denseMean: dense?.mean,
      searched: mask.count,
      withoutVector: this.#withoutVector(mask),
    }
  }

  #population(scope: ViewScope): Population {
    const unbounded = isUnbounded(scope)
    if (unbounded && this.#everybody !== undefined) return this.#everybody
    const mask = maskOfScope(this.#table, scope)
    const population = { mask, lengths: lengthsOf(this.#table, mask) }
    if (unbounded) this.#everybody = population
    return population
  }

  /** Another dimension means another model: the vectors of the old one are of no use. */
  #viewFor(dimension: number): DenseView {
    if (this.#dense?.dimension === dimension) return this.#dense
    this.#vectors = 0
    return createDenseView(dimension)
  }

  #withoutVector(mask: Mask): number {
    if (this.#vectors === this.size) return 0
    let missing = 0
    for (let slot = 0; slot < mask.bits.length; slot++) {
      if (mask.bits[slot] === 1 && this.#dense?.has(slot) !== true) missing++
    }
    return missing
  }
}
