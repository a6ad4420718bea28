/**
 * The tokens of a line as NLTK's word tokenizer gives them: punctuation apart but within numbers, a full stop only at the
 * end, contractions and possessives split, quotation marks written as `` and ''.
 *
 * @see The Penn Treebank's tokenization
 */
export function treebankTokens(line: string): string[] {
  const opened = apply(OPENING, line)
  const closed = apply(CLOSING, ` ${apply(MARKS, opened)} `)
  return apply(CONTRACTIONS, closed)
    .split(/\s+/u)
    .filter((token) => token !== '')
}

type Rule = readonly [pattern: RegExp, replacement: string]

function apply(rules: readonly Rule[], text: string): string {
  return rules.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text)
}

const OPENING: readonly Rule[] = [
  [/[«“‘„]|`+/gu, ' $& '],
  [/^"/u, '``'],
  [/``/gu, ' $& '],
  [/([ ([{<])(?:"|'{2})/gu, '$1 `` '],
  [/'(?!re|ve|ll|m|t|s|d|n)([\p{L}\p{N}_])(?![\p{L}\p{N}_])/giu, "' $1"],
]

const MARKS: readonly Rule[] = [
  [/([^.])(\.)([\])}>"'»”’ ]*)\s*$/u, '$1 $2 $3 '],
  [/([:,])(\D)/gu, ' $1 $2'],
  [/[:,]$/u, ' $& '],
  [/\.{2,}/gu, ' $& '],
  [/[;@#$%&]/gu, ' $& '],
  [/([^.])(\.)([\])}>"']*)\s*$/u, '$1 $2$3 '],
  [/[?!]/gu, ' $& '],
  [/([^'])' /gu, "$1 ' "],
  [/\*/gu, ' $& '],
  [/[\][(){}<>]/gu, ' $& '],
  [/--/gu, ' -- '],
]

const CLOSING: readonly Rule[] = [
  [/[»”’]/gu, ' $& '],
  [/''|"/gu, " '' "],
  [/\s+/gu, ' '],
  [/([^' ])('[smd]|') /giu, '$1 $2 '],
  [/([^' ])('ll|'re|'ve|n't) /giu, '$1 $2 '],
]

const CONTRACTIONS: readonly Rule[] = [
  [/\b(can)(not)\b/giu, ' $1 $2 '],
  [/\b(d)('ye)\b/giu, ' $1 $2 '],
  [/\b(gim|lem)(me)\b/giu, ' $1 $2 '],
  [/\b(gon|wan)(na)\b/giu, ' $1 $2 '],
  [/\b(got)(ta)\b/giu, ' $1 $2 '],
  [/\b(more)('n)\b/giu, ' $1 $2 '],
  [/ ('t)(is|was)\b/giu, ' $1 $2 '],
]
