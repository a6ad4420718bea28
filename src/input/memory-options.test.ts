import { describe, expect, it } from 'vitest'
import { ValidationError } from '../model/errors.ts'
import { resolveMemoryOptions } from './memory-options.ts'

describe('resolveMemoryOptions', () => {
  it('fills in the windows of RaMem, the episodes of E-mem and bounded calls', () => {
    expect(resolveMemoryOptions({})).toEqual({
      calls: { concurrency: 8, timeoutMs: 120_000, attempts: 3 },
      anchoring: { windowTurns: 40, overlapTurns: 2, inBackground: true },
      episodes: { tokens: 8_192, overlap: 0.1 },
      states: undefined,
    })
  })

  it('repeats less than a window of a window that is small', () => {
    expect(resolveMemoryOptions({ anchoring: { windowTurns: 1 } }).anchoring.overlapTurns).toBe(0)
  })

  it.each([
    [
      'the bare name of a model',
      { models: 'some-model' },
      'options.models: a model is an AI SDK model object',
    ],
    [
      'an overlap of the whole window',
      { anchoring: { windowTurns: 4, overlapTurns: 4 } },
      'options.anchoring.overlapTurns',
    ],
    ['no place for a call', { calls: { concurrency: 0 } }, 'options.calls.concurrency'],
    ['a timeout that no timer holds', { calls: { timeoutMs: 2 ** 31 } }, 'options.calls.timeoutMs'],
    ['more attempts than anybody lives', { calls: { attempts: 2 ** 31 } }, 'options.calls.attempts'],
    ['an episode of a few words', { episodes: { tokens: 10 } }, 'options.episodes.tokens'],
    ['an episode that is all overlap', { episodes: { overlap: 1 } }, 'options.episodes.overlap'],
    ['an embedder without embed', { embedder: { id: 'x', dimension: 2 } }, 'options.embedder'],
  ])('refuses %s and names the option', (_, options, path) => {
    expect(() => resolveMemoryOptions(options)).toThrow(ValidationError)
    expect(() => resolveMemoryOptions(options)).toThrow(path)
  })
})
