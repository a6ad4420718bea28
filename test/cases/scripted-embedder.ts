import type { Embedder } from '../../src/embed/embedder.ts'
import type { EmbedderSpec, TurnSpec } from './case.ts'

/** An embedder that gives the vectors that a case names, or one made of a text's words; it records what it was asked. */
export type ScriptedEmbedder = Embedder & { readonly seen: { mostTokens: number; texts: number } }

/**
 * Vectors by turn id, and by the name of the query. A passage is that of the turn whose text it holds.
 *
 * @throws {Error} From `embed`, where a request holds more tokens than the script allows.
 */
export function scriptedEmbedder(spec: EmbedderSpec, turns: readonly TurnSpec[]): ScriptedEmbedder {
  const {
    dim,
    vectors = {},
    id = `scripted-${dim}`,
    max_tokens_per_request: limit = Number.POSITIVE_INFINITY,
  } = spec
  const seen = { mostTokens: 0, texts: 0 }
  const vectorOf = (text: string, kind: 'question' | 'passage') => {
    const named = kind === 'question' ? vectors[text] : vectors[turnWith(text, turns) ?? '']
    return named === undefined ? vectorOfWords(text, dim) : normalised(Float32Array.from(named))
  }
  return {
    id,
    dimension: dim,
    seen,
    async embed(texts, kind) {
      const tokens = texts.reduce((sum, text) => sum + text.split(/\s+/u).length, 0)
      seen.mostTokens = Math.max(seen.mostTokens, tokens)
      seen.texts += texts.length
      if (tokens > limit)
        throw new Error(`${spec.on_excess?.http_status ?? 400}: ${tokens} tokens, at most ${limit}`)
      return texts.map((text) => vectorOf(text, kind))
    },
  }
}

/** The turn with the longest text that stands in the passage: “one” stands in “one more” too. */
function turnWith(passage: string, turns: readonly TurnSpec[]): string | undefined {
  const held = turns.filter(({ text }) => typeof text === 'string' && passage.includes(text))
  return held.toSorted((a, b) => String(b.text).length - String(a.text).length)[0]?.id
}

/** A bag of hashed words: texts that share words are near each other. */
function vectorOfWords(text: string, dim: number): Float32Array {
  const vector = new Float32Array(dim)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 2_166_136_261
    for (const unit of word) hash = Math.imul(hash ^ unit.codePointAt(0)!, 16_777_619) >>> 0
    vector[hash % dim]! += 1
  }
  return normalised(vector)
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}
