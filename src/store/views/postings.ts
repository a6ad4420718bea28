/** The places of one term: slots and how often the term stands there, in the order of arrival. */
export type PostingList = { slots: Int32Array; counts: Uint16Array; length: number }

const FIRST_CAPACITY = 2
const MOST_REPETITIONS = 65_535
/** What a `Map` entry, its key and its list object take, about. */
const BYTES_A_TERM = 160

/** The lexical index of a bank: for each term the units that hold it. */
export class Postings {
  readonly #lists = new Map<string, PostingList>()
  #arrayBytes = 0

  get bytes(): number {
    return this.#arrayBytes + this.#lists.size * BYTES_A_TERM
  }

  of(term: string): PostingList | undefined {
    return this.#lists.get(term)
  }

  /** Adds terms of a unit; all of one unit's terms come before the next unit's, so a repetition is at its list's end. */
  add(slot: number, terms: readonly string[]): void {
    for (const term of terms) {
      const list = this.#listOf(term)
      const last = list.length - 1
      if (last < 0 || list.slots[last] !== slot) this.#push(list, slot)
      else if (list.counts[last]! < MOST_REPETITIONS) list.counts[last]!++
    }
  }

  /** Drops every posting of the slots; the time is that of one pass over the index, however many slots. */
  remove(slots: ReadonlySet<number>): void {
    for (const [term, list] of this.#lists) {
      let kept = 0
      for (let i = 0; i < list.length; i++) {
        const slot = list.slots[i]!
        if (slots.has(slot)) continue
        list.slots[kept] = slot
        list.counts[kept] = list.counts[i]!
        kept++
      }
      list.length = kept
      if (kept === 0) {
        this.#lists.delete(term)
        this.#arrayBytes -= list.slots.byteLength + list.counts.byteLength
      }
    }
  }

  #listOf(term: string): PostingList {
    const known = this.#lists.get(term)
    if (known !== undefined) return known
    const list = { slots: new Int32Array(FIRST_CAPACITY), counts: new Uint16Array(FIRST_CAPACITY), length: 0 }
    this.#lists.set(term, list)
    this.#arrayBytes += list.slots.byteLength + list.counts.byteLength
    return list
  }

  #push(list: PostingList, slot: number): void {
    if (list.length === list.slots.length) this.#grow(list)
    list.slots[list.length] = slot
    list.counts[list.length] = 1
    list.length++
  }

  #grow(list: PostingList): void {
    const capacity = list.slots.length * 2
    const slots = new Int32Array(capacity)
    const counts = new Uint16Array(capacity)
    slots.set(list.slots)
    counts.set(list.counts)
    this.#arrayBytes += slots.byteLength - list.slots.byteLength + counts.byteLength - list.counts.byteLength
    list.slots = slots
    list.counts = counts
  }
}
