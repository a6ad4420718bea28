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

  add(slot: number, terms: readonly string[]): void {
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) this.#push(term, slot, Math.min(count, MOST_REPETITIONS))
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

  #push(term: string, slot: number, count: number): void {
    let list = this.#lists.get(term)
    if (list === undefined) {
      list = { slots: new Int32Array(FIRST_CAPACITY), counts: new Uint16Array(FIRST_CAPACITY), length: 0 }
      this.#lists.set(term, list)
      this.#arrayBytes += list.slots.byteLength + list.counts.byteLength
    }
    if (list.length === list.slots.length) this.#grow(list)
    list.slots[list.length] = slot
    list.counts[list.length] = count
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
