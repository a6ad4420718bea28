/** Vectors by slot, scanned in plain JavaScript: the slow, obvious twin of `DenseView`. */
export class PlainDense {
  readonly #rows: ({ readonly vector: Int8Array; readonly scale: number } | undefined)[] = []

  set(slot: number, vector: Int8Array, scale: number): void {
    this.#rows[slot] = { vector: vector.slice(), scale }
  }

  remove(slot: number): void {
    this.#rows[slot] = undefined
  }

  scores(vector: Float32Array, slots: number): Float32Array {
    const scores = new Float32Array(slots)
    for (let slot = 0; slot < slots; slot++) {
      const row = this.#rows[slot]
      if (row === undefined) continue
      let sum = 0
      for (let i = 0; i < vector.length; i++) sum += row.vector[i]! * vector[i]!
      scores[slot] = sum * row.scale
    }
    return scores
  }
}
