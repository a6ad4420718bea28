/** What was made of a text under a key; made anew where it is not remembered. */
export type BoundedMemo<Value> = (text: string, key: string, make: () => Value) => Value

/**
 * Remembers what was made of texts, those used last, up to so many characters of text in all.
 *
 * @param characters Bounds what is remembered; a longer text is not remembered at all.
 */
export function boundedMemo<Value>(characters: number): BoundedMemo<Value> {
  const known = new Map<string, { readonly value: Value; readonly size: number }>()
  let total = 0
  return (text, key, make) => {
    const name = `${key}\0${text}`
    const hit = known.get(name)
    if (hit !== undefined) {
      known.delete(name)
      known.set(name, hit)
      return hit.value
    }
    const value = make()
    const size = name.length
    if (size > characters) return value
    known.set(name, { value, size })
    total += size
    for (const [oldest, { size: freed }] of known) {
      if (total <= characters) break
      known.delete(oldest)
      total -= freed
    }
    return value
  }
}
