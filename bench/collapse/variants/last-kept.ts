import type { Ranked, RecalledBank, Variant } from './variant.ts'

/** The same way to recall, that searches once for several who ask the same in turn. */
export function lastKept(variant: Variant): Variant {
  let last: { question: string; bank: RecalledBank; ranked: Promise<Ranked> } | undefined
  return (asked, bank) => {
    if (last?.question !== asked.text || last.bank !== bank)
      last = { question: asked.text, bank, ranked: variant(asked, bank) }
    return last.ranked
  }
}

/** What differs from a way to recall in its context alone: where nothing is grounded both are one. */
export function whereGrounded(variant: Variant, otherwise: Variant): Variant {
  return async (asked, bank) => {
    const ranked = await otherwise(asked, bank)
    return ranked.recollection.trace.guard === 'grounded' ? variant(asked, bank) : ranked
  }
}
