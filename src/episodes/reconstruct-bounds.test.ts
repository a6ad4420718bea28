import { describe, expect, it } from 'vitest'
import { openPurse, UNBOUNDED } from '../llm/purse.ts'
import { ReinstateError } from '../model/errors.ts'
import { reconstruct } from './reconstruct.ts'
import { conclusion, contextOf, models, options, report, says, timeless } from './trial-reconstruction.ts'

describe('what bounds a question', () => {
  it('aborts all assistants with the reason of the signal', async () => {
    const { model, assistant, master } = models({ assist: { text: report(), delayMs: Infinity } })
    const aborting = new AbortController()
    const done = reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ signal: aborting.signal }),
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(model.requests).toHaveLength(2)
    aborting.abort(new Error('enough of it'))
    await expect(done).rejects.toThrow('enough of it')
    expect(model.requestsOf('aggregate')).toEqual([])
  })

  it('keeps one call for the master, extracts in the place of the others, and does not say that the budget ran out where it sufficed to answer', async () => {
    const { model, assistant, master } = models({
      assist: report(says('a1', 'I moved to Porto in March')),
      aggregate: conclusion({ answer: 'Braga', answered: true, citations: ['b1'] }),
    })
    const result = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ purse: openPurse({ ...UNBOUNDED, calls: 2 }, timeless) }),
    )
    expect(model.requests.map(({ task }) => task)).toEqual(['assist', 'aggregate'])
    expect(result.readings.map(({ failed }) => failed)).toEqual([undefined, 'budget'])
    expect(result).toMatchObject({ stoppedBy: 'enough', verdict: { answered: true, text: 'Braga' } })
  })

  it('never spends more calls or tokens than there are', async () => {
    for (const [calls, tokens] of [
      [0, Infinity],
      [1, Infinity],
      [3, 0],
      [3, 1_500],
      [9, 2_500],
    ] as const) {
      const { model, assistant, master } = models({
        assist: (_, before) =>
          report(says('a1', ['I moved to Porto in March', 'above a bakery'][before % 2] ?? '')),
        aggregate: (_, before) => conclusion({ missing: `And ${before}?` }),
      })
      const used: number[] = []
      const counted = (caller: typeof assistant) =>
        caller.recordedBy(({ inputTokens, outputTokens }) =>
          used.push((inputTokens ?? 0) + (outputTokens ?? 0)),
        )
      const result = await reconstruct(
        contextOf('Where does Ana live?', { assistant: counted(assistant), master: counted(master) }),
        options({ rounds: 3, purse: openPurse({ ...UNBOUNDED, calls, tokens }, timeless) }),
      )
      expect(result.stoppedBy).toBe('budget')
      expect(model.requests.length).toBeLessThanOrEqual(calls)
      expect(used.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(tokens)
      if (!result.verdict.answered) expect(result.verdict.reason).toBe('budget')
    }
  })

  it('gives the best so far when the time is up', async () => {
    let ring = () => {}
    const clock = {
      now: () => 0,
      sleep: (_: number, signal: AbortSignal | undefined) =>
        new Promise<void>((resolve, reject) => {
          ring = resolve
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    const { assistant, master } = models({
      assist: ({ prompt }) => {
        if (prompt.includes('2023-04-03')) return report(says('a1', 'I moved to Porto in March'))
        setTimeout(() => ring(), 5)
        return { text: report(), delayMs: Infinity }
      },
    })
    const result = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ purse: openPurse({ ...UNBOUNDED, milliseconds: 1_000 }, clock) }),
    )
    expect(result.stoppedBy).toBe('budget')
    expect(result.readings.map(({ failed }) => failed)).toEqual([undefined, 'budget'])
    expect(result.verdict.answered).toBe(true)
  })

  it('stops the assistants that are still reading once the evidence suffices', async () => {
    const { assistant, master } = models({
      assist: ({ prompt }) =>
        prompt.includes('2023-04-03')
          ? { text: report(), delayMs: Infinity }
          : report(says('b1', 'I live in Braga with my sister')),
      aggregate: conclusion({ answer: 'Braga', answered: true, citations: ['b1'] }),
    })
    const result = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ enough: (evidence) => evidence.length > 0 }),
    )
    expect(result.rounds[0]?.stopped).toEqual([1])
    expect(result.readings.map(({ episode }) => episode)).toEqual([2])
    expect(result.verdict).toMatchObject({ answered: true, text: 'Braga' })
  })

  it('lets through what is no failure of a provider', async () => {
    const { assistant, master } = models({})
    const failing = reconstruct(contextOf('Where does Ana live?', { assistant, master }), options())
    await expect(failing).rejects.toThrow(/script has no reply/u)
    await expect(failing).rejects.not.toBeInstanceOf(ReinstateError)
  })
})
