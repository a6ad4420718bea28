/** Typed columns that grow by doubling; a slot number indexes all of them. */
export class Int32Column {
  values: Int32Array
  readonly #blank: number
  constructor(blank = 0, capacity = 64) {
    this.#blank = blank
    this.values = new Int32Array(capacity).fill(blank)
  }

  get bytes(): number {
    return this.values.byteLength
  }

  set(slot: number, value: number): void {
    if (slot >= this.values.length) this.#grow(slot)
    this.values[slot] = value
  }

  #grow(slot: number): void {
    const grown = new Int32Array(Math.max(slot + 1, this.values.length * 2))
    grown.set(this.values)
    grown.fill(this.#blank, this.values.length)
    this.values = grown
  }
}

/** Instants need 53 bits; see {@link Int32Column}. */
export class Float64Column {
  values = new Float64Array(64)

  get bytes(): number {
    return this.values.byteLength
  }

  set(slot: number, value: number): void {
    if (slot >= this.values.length) {
      const grown = new Float64Array(Math.max(slot + 1, this.values.length * 2))
      grown.set(this.values)
      this.values = grown
    }
    this.values[slot] = value
  }
}
