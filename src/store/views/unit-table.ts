import { Float64Column, Int32Column } from './growable.ts'
import type { SourcePlace, UnitEntry } from './unit-entry.ts'

/** Marks an absent day or neighbour. */
export const ABSENT = -2_147_483_648

/** One session as the views see it: its units in order, and its days. */
export type SessionRow = {
  readonly number: number
  /** Slots by time, turn and part. */
  order: number[]
  firstDay: number
  lastDay: number
}

/** The columns of all units. A slot is reused once its unit is gone. */
export class UnitTable {
  readonly key = new Int32Column(ABSENT)
  readonly speaker = new Int32Column()
  readonly turn = new Int32Column()
  readonly part = new Int32Column()
  readonly day = new Int32Column()
  readonly eventFirst = new Int32Column(ABSENT)
  readonly eventLast = new Int32Column(ABSENT)
  readonly flags = new Int32Column()
  readonly length = new Int32Column()
  /** Index into `sessions`. */
  readonly session = new Int32Column()
  /** Slots of the neighbours within the session, `ABSENT` at its ends. */
  readonly previous = new Int32Column(ABSENT)
  readonly next = new Int32Column(ABSENT)
  readonly time = new Float64Column()
  /** Further source turns by slot, of the units that have any. */
  readonly further = new Map<number, readonly SourcePlace[]>()
  readonly sessions: SessionRow[] = []
  /** One more than the highest slot in use. */
  slots = 0
  readonly #slotOf = new Map<number, number>()
  readonly #sessionIndex = new Map<number, number>()
  #free: number[] = []

  get size(): number {
    return this.#slotOf.size
  }

  get bytes(): number {
    const columns = [
      this.key,
      this.speaker,
      this.turn,
      this.part,
      this.day,
      this.eventFirst,
      this.eventLast,
      this.flags,
      this.length,
      this.session,
      this.previous,
      this.next,
      this.time,
    ]
    const BYTES_A_KEY = 48
    const BYTES_OF_FURTHER = 256
    const maps = this.size * BYTES_A_KEY + this.further.size * BYTES_OF_FURTHER
    return columns.reduce((sum, column) => sum + column.bytes, maps)
  }

  /** The last day of a session, of what was told of it up to an instant. */
  lastDayOf({ order, lastDay }: SessionRow, notAfter: number | undefined): number {
    if (notAfter === undefined) return lastDay
    const last = order.findLast((slot) => this.time.values[slot]! <= notAfter)
    return last === undefined ? lastDay : this.day.values[last]!
  }

  slotOf(key: number): number | undefined {
    return this.#slotOf.get(key)
  }

  /** @throws {RangeError} If the key is held already. */
  add(entry: UnitEntry): number {
    if (this.#slotOf.has(entry.key)) {
      throw new RangeError(`Cannot add unit ${entry.key} to the views as it is held already`)
    }
    const slot = this.#free.pop() ?? this.slots++
    this.#slotOf.set(entry.key, slot)
    this.key.set(slot, entry.key)
    this.speaker.set(slot, entry.speaker)
    this.turn.set(slot, entry.turn)
    this.part.set(slot, entry.part)
    this.day.set(slot, entry.day)
    this.eventFirst.set(slot, entry.eventFirst ?? ABSENT)
    this.eventLast.set(slot, entry.eventLast ?? ABSENT)
    this.flags.set(slot, entry.flags)
    this.length.set(slot, entry.terms.length)
    this.time.set(slot, entry.time)
    if (entry.further.length > 0) this.further.set(slot, entry.further)
    this.#link(slot, entry)
    return slot
  }

  /** The slot that the key had; undefined where it is not held. */
  remove(key: number): number | undefined {
    const slot = this.#slotOf.get(key)
    if (slot === undefined) return undefined
    this.#slotOf.delete(key)
    this.key.set(slot, ABSENT)
    this.further.delete(slot)
    const row = this.sessions[this.session.values[slot]!]!
    row.order.splice(row.order.indexOf(slot), 1)
    this.#join(this.previous.values[slot]!, this.next.values[slot]!)
    this.#setDays(row)
    this.#free.push(slot)
    return slot
  }

  #link(slot: number, entry: UnitEntry): void {
    const index = this.#indexOfSession(entry.session)
    const row = this.sessions[index]!
    this.session.set(slot, index)
    const place = this.#placeIn(row.order, slot)
    const before = row.order[place - 1] ?? ABSENT
    const after = row.order[place] ?? ABSENT
    row.order.splice(place, 0, slot)
    this.#join(before, slot)
    this.#join(slot, after)
    row.firstDay = Math.min(row.firstDay, entry.day)
    row.lastDay = Math.max(row.lastDay, entry.day)
  }

  #indexOfSession(session: number): number {
    const known = this.#sessionIndex.get(session)
    if (known !== undefined) return known
    const index = this.sessions.length
    this.sessions.push({ number: session, order: [], firstDay: Infinity, lastDay: -Infinity })
    this.#sessionIndex.set(session, index)
    return index
  }

  /** Turns mostly arrive in order, so the end is looked at first. */
  #placeIn(order: readonly number[], slot: number): number {
    let low = 0
    let high = order.length
    const last = order[high - 1]
    if (last !== undefined && this.#isBefore(last, slot)) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(order[middle]!, slot)) low = middle + 1
      else high = middle
    }
    return low
  }

  #isBefore(a: number, b: number): boolean {
    const byTime = this.time.values[a]! - this.time.values[b]!
    if (byTime !== 0) return byTime < 0
    const byTurn = this.turn.values[a]! - this.turn.values[b]!
    if (byTurn !== 0) return byTurn < 0
    return this.part.values[a]! < this.part.values[b]!
  }

  #join(before: number, after: number): void {
    if (before !== ABSENT) this.next.set(before, after)
    if (after !== ABSENT) this.previous.set(after, before)
  }

  #setDays(row: SessionRow): void {
    row.firstDay = Infinity
    row.lastDay = -Infinity
    for (const slot of row.order) {
      row.firstDay = Math.min(row.firstDay, this.day.values[slot]!)
      row.lastDay = Math.max(row.lastDay, this.day.values[slot]!)
    }
  }
}
