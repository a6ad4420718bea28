import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellWaiting } from './waiting.ts'

describe('tellWaiting', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('names the models every ten seconds, and what bounds the wait once', () => {
    const told: string[] = []
    {
      using _ = tellWaiting({
        models: ['tiny', 'big'],
        note: (text) => told.push(text),
        bound: '--flag ends it',
      })
      vi.advanceTimersByTime(25_000)
    }
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([
      'Waiting for tiny, big since 10 s; --flag ends it\n',
      'Waiting for tiny, big since 20 s\n',
    ])
  })

  test('counts anew from each sign of life', () => {
    const told: string[] = []
    using waiting = tellWaiting({ models: ['tiny'], note: (text) => told.push(text), bound: 'b' })
    vi.advanceTimersByTime(9_000)
    waiting.heard()
    vi.advanceTimersByTime(9_000)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(told).toEqual(['Waiting for tiny since 10 s; b\n'])
  })

  test('tells nothing where no model is asked', () => {
    const told: string[] = []
    using _ = tellWaiting({ models: [], note: (text) => told.push(text), bound: '' })
    vi.advanceTimersByTime(25_000)
    expect(told).toEqual([])
  })
})
