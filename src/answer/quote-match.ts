import type { FoldedText } from './quote-fold.ts'

/** A text in which quotes are looked for, and its folded form. */
export type QuoteSource = { readonly text: string; readonly folded: FoldedText }

/**
 * Finds the words of a claim in a text: verbatim, else as they differ only by what folding takes away.
 *
 * @param wanted The folded claim, not empty.
 * @returns The original, character by character, with the quotation marks that the claim has at its ends; undefined
 *   where it does not stand there, or only by cutting a word or a number in two.
 */
export function matchQuote(source: QuoteSource, claim: string, wanted: FoldedText): string | undefined {
  return verbatim(source.text, claim) ?? mend(source, claim, wanted)
}

function verbatim(source: string, claim: string): string | undefined {
  for (let at = source.indexOf(claim); at >= 0; at = source.indexOf(claim, at + 1)) {
    if (isWhole(source, at, at + claim.length)) return claim
  }
  return undefined
}

function mend({ text: source, folded }: QuoteSource, claim: string, wanted: FoldedText): string | undefined {
  const { text, starts, ends } = folded
  for (let at = text.indexOf(wanted.text); at >= 0; at = text.indexOf(wanted.text, at + 1)) {
    const start = starts[at]!
    const end = ends[at + wanted.text.length - 1]!
    if (!isWhole(source, start, end)) continue
    return source.slice(
      start - marksBefore(source.slice(0, start), LEADING_MARKS.exec(claim)?.[0] ?? ''),
      end + marksAfter(source.slice(end), TRAILING_MARKS.exec(claim)?.[0] ?? ''),
    )
  }
  return undefined
}

const MARKS = '"\'`´‘’‚‛“”„‟«»‹›′″ʼ＂＇'
const LEADING_MARKS = new RegExp(`^[\\s${MARKS}]+`, 'u')
const TRAILING_MARKS = new RegExp(`[\\s${MARKS}]+$`, 'u')

/** Code units of the marks that a quote opened with: folding has left them out, the original has them too. */
function marksBefore(before: string, claimed: string): number {
  const found = TRAILING_MARKS.exec(before)?.[0] ?? ''
  const most = count(claimed)
  let from = found.length
  for (let marks = 0; from > 0 && marks < most; from -= 1) marks += Number(MARKS.includes(found[from - 1]!))
  return most === 0 ? 0 : found.slice(from).trimStart().length
}

function marksAfter(after: string, claimed: string): number {
  const found = LEADING_MARKS.exec(after)?.[0] ?? ''
  const most = count(claimed)
  let to = 0
  for (let marks = 0; to < found.length && marks < most; to += 1) marks += Number(MARKS.includes(found[to]!))
  return most === 0 ? 0 : found.slice(0, to).trimEnd().length
}

function count(claimed: string): number {
  return [...claimed].filter((character) => MARKS.includes(character)).length
}

/** Whether a stretch cuts no word and no number in two. */
function isWhole(source: string, start: number, end: number): boolean {
  return !isCut(source, start) && !isCut(source, end) && !losesSign(source, start)
}

function isCut(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 4), at)
  const after = source.slice(at, at + 4)
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]\p{M}*$/u.test(before))
    return false
  return (
    (/[\p{L}\p{N}]\p{M}*$/u.test(before) && /^(?:['’‐‑-]?[\p{L}\p{N}]|\p{M})/u.test(after)) ||
    (/[\p{L}\p{N}]\p{M}*['’‐‑-]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) ||
    (/\p{N}$/u.test(before) && /^[.,:]\p{N}/u.test(after)) ||
    (/\p{N}[.,:]$/u.test(before) && /^\p{N}/u.test(after))
  )
}

/** “5 degrees” is no quote from “-5 degrees”. */
function losesSign(source: string, start: number): boolean {
  return (
    /(?:^|[\s(])[-−]$/u.test(source.slice(Math.max(0, start - 2), start)) &&
    /^\p{N}/u.test(source.slice(start, start + 2))
  )
}
