import { describe, expect, it } from 'vitest'
import { reconstruct } from './reconstruct.ts'
import { activated, conclusion, contextOf, models, options, report, says } from './trial-reconstruction.ts'

describe('iteration', () => {
  const twoHops = {
    assist: ({ prompt }: { prompt: string }) => {
      if (prompt.includes('Who owns the bakery') && prompt.includes('b2'))
        return report(says('b2', 'belongs to Rui Matos', 'Rui Matos owns it.'))
      return prompt.includes('Ana moved into') && prompt.includes('a1')
        ? report(says('a1', 'a flat above a bakery', 'She lives above a bakery.'))
        : report()
    },
  }
  const question = 'Whose shop is below the place that Ana moved into?'

  it('asks the assistants the sub-question alone, and the master with all evidence so far', async () => {
    const routed: string[] = []
    const { model, assistant, master } = models({
      ...twoHops,
      aggregate: (_, before) =>
        before === 0
          ? conclusion({ missing: 'Who owns the bakery?' })
          : conclusion({ answer: 'Rui Matos', answered: true, citations: ['a1', 'b2'] }),
    })
    const result = await reconstruct(
      contextOf(question, {
        assistant,
        master,
        route: async (sub) => {
          routed.push(sub)
          return activated(2)
        },
      }),
      options({ rounds: 3 }),
    )
    expect(result).toMatchObject({ stoppedBy: 'enough', verdict: { answered: true, text: 'Rui Matos' } })
    expect(result.rounds.map((round) => [round.number, round.question, round.activations.length])).toEqual([
      [1, question, 2],
      [2, 'Who owns the bakery?', 1],
    ])
    expect(routed).toEqual(['Who owns the bakery?'])
    const second = model.requestsOf('assist')[2]
    expect(second?.prompt).toMatch(/Question: "Who owns the bakery\?"$/u)
    expect(second?.prompt).not.toContain('Ana moved into')
    const last = model.requestsOf('aggregate')[1]
    expect(last?.prompt).toMatch(/above a bakery.*Rui Matos/su)
    expect(last?.prompt).toContain('Asked of the readers already: ["Who owns the bakery?"]')
  })

  it('stops when a round brings nothing new', async () => {
    const { model, assistant, master } = models({
      assist: ({ prompt }) =>
        prompt.includes('2023-04-03') ? report(says('a1', 'a flat above a bakery')) : report(),
      aggregate: conclusion({ missing: 'Who owns the bakery?' }),
    })
    const result = await reconstruct(contextOf(question, { assistant, master }), options({ rounds: 3 }))
    expect(result).toMatchObject({
      stoppedBy: 'nothing-new',
      verdict: { answered: false, reason: 'unsupported' },
    })
    expect(model.requestsOf('aggregate')).toHaveLength(1)
    expect(result.rounds).toHaveLength(2)
  })

  it('stops when the master asks what was asked already', async () => {
    const { assistant, master } = models({
      assist: ({ prompt }) =>
        report(says('a1', prompt.includes('"Who owns') ? 'I moved to Porto' : 'a flat above a bakery')),
      aggregate: (_, before) =>
        conclusion({ missing: before === 0 ? 'Who owns the bakery?' : 'who owns THE bakery' }),
    })
    const result = await reconstruct(
      contextOf(question, { assistant, master, routed: activated(1), route: async () => activated(1) }),
      options({ rounds: 5 }),
    )
    expect(result).toMatchObject({ stoppedBy: 'nothing-new', rounds: { length: 2 } })
  })

  it('stops with the rounds, the last of which may not ask', async () => {
    const texts = ['I moved to Porto in March', 'a flat above a bakery', 'into a flat']
    const { model, assistant, master } = models({
      assist: (_, before) => report(says('a1', texts[before] ?? '')),
      aggregate: (_, before) => conclusion({ missing: `What next after ${before}?` }),
    })
    const result = await reconstruct(
      contextOf(question, { assistant, master, routed: activated(1), route: async () => activated(1) }),
      options({ rounds: 3 }),
    )
    expect(result).toMatchObject({ stoppedBy: 'rounds', rounds: { length: 3 } })
    expect(
      model.requestsOf('aggregate').map(({ prompt }) => prompt.includes('cannot be asked again')),
    ).toEqual([false, false, true])
  })

  it('plans by names without a model', async () => {
    const asked: string[] = []
    const { rounds } = await reconstruct(
      contextOf('Which bakery owner and which harbour does Ana know?', {
        routed: activated(2),
        route: async (sub) => {
          asked.push(sub)
          return activated(1)
        },
      }),
      options({ rounds: 2 }),
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^(?:.*Rui Matos.*): Which bakery owner/u)
    expect(rounds).toHaveLength(2)
  })
})
