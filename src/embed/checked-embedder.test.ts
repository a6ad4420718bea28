import { describe, expect, it, test } from 'vitest'
import { EmbeddingModelError, openMemory } from '../index.ts'
import { checkedEmbedder } from './checked-embedder.ts'
import type { Embedder } from './embedder.ts'

const replies: readonly (readonly [string, (texts: readonly string[]) => unknown, RegExp])[] = [
  ['nothing', () => undefined, /it gave undefined/],
  ['a number', () => 5, /it gave a number/],
  ['too few', (texts) => texts.slice(1).map(() => [1, 0]), /an array of \d+ vectors, .* it gave \d+ of them/],
  ['too many', (texts) => ['', ...texts].map(() => [1, 0]), /an array of \d+ vectors/],
  ['another dimension', (texts) => texts.map(() => Float32Array.of(1, 0, 0)), /of 2 numbers, .* one of 3/],
  ['text for vectors', (texts) => texts.map(() => 'ab'), /of 2 numbers, .* it gave a string/],
  ['holes', (texts) => texts.map(() => null), /it gave null/],
  ['NaN', (texts) => texts.map(() => Float32Array.of(1, Number.NaN)), /number 1 is NaN/],
  ['infinity', (texts) => texts.map(() => [Number.POSITIVE_INFINITY, 0]), /number 0 is Infinity/],
  ['more than 32 bits hold', (texts) => texts.map(() => [0, 1e39]), /number 1 is 1e\+39/],
  ['objects', (texts) => texts.map(() => ({ 0: 1, 1: 0 })), /it gave an object/],
  ['words for numbers', (texts) => texts.map(() => ['1', '0']), /number 0 is 1/],
]

const embedderOf = (reply: (texts: readonly string[]) => unknown): Embedder => ({
  id: 'trial',
  dimension: 2,
  embed: async (texts) => reply(texts) as Float32Array[],
})

describe('a checked embedder', () => {
  it.each(replies)('refuses %s and says what it got', async (_, reply, words) => {
    const { embed } = checkedEmbedder(embedderOf(reply))
    await expect(embed(['a', 'b'], 'passage')).rejects.toThrow(EmbeddingModelError)
    await expect(embed(['a', 'b'], 'passage')).rejects.toThrow(words)
  })

  it('lets vectors through, plain arrays too, and calls the method on its object', async () => {
    class Own implements Embedder {
      readonly id = 'own'
      readonly dimension = 2
      readonly #numbers = [0.6, 0.8]
      embed(texts: readonly string[]) {
        return Promise.resolve(texts.map(() => this.#numbers as unknown as Float32Array))
      }
    }
    expect(await checkedEmbedder(new Own()).embed(['a'], 'question')).toEqual([Float32Array.of(0.6, 0.8)])
    expect(await checkedEmbedder(new Own()).embed([], 'question')).toEqual([])
  })
})

test.each(replies)(
  'of a memory whose embedder gives %s, words are searched all the same',
  async (_, reply) => {
    const warned: string[] = []
    await using memory = await openMemory(':memory:', {
      embedder: embedderOf(reply),
      log: ({ event }) => warned.push(event),
    })
    await memory.append({ speaker: 'Ida', text: 'The kite is red.', time: '2024-05-01T10:00:00Z' })
    await expect(memory.flush()).rejects.toThrow(EmbeddingModelError)
    const { evidence, index } = await memory.recall('kite')
    expect(evidence).toHaveLength(1)
    expect(index.wordsOnly).toBe(1)
    expect(warned).toContain('embedding-failed')
  },
)

test.each(replies)(
  'a question whose vector comes as %s is searched by words, and the log tells of it',
  async (_, reply) => {
    const warned: string[] = []
    await using memory = await openMemory(':memory:', {
      embedder: {
        id: 'trial',
        dimension: 2,
        embed: async (texts, kind) =>
          kind === 'question' ? (reply(texts) as Float32Array[]) : texts.map(() => Float32Array.of(1, 0)),
      },
      log: ({ event }) => warned.push(event),
    })
    await memory.append({ speaker: 'Ida', text: 'The kite is red.', time: '2024-05-01T10:00:00Z' })
    await memory.flush()
    expect((await memory.recall('kite')).evidence).toHaveLength(1)
    expect(warned).toContain('question-not-embedded')
  },
)
