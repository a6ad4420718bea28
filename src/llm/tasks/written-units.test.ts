import { describe, expect, it } from 'vitest'
import { readReply } from '../replies/read-reply.ts'
import { anchorWindowTask, type WrittenUnit } from './anchor-window.ts'

const read = (reply: unknown) =>
  readReply({ text: JSON.stringify(reply), finishReason: 'stop' }, anchorWindowTask.schema)
const units = (reply: unknown): readonly WrittenUnit[] => {
  const result = read(reply)
  if (!result.success) throw new Error(result.fault)
  return result.value.units
}
const texts = (reply: unknown) => units(reply).map(({ restatement }) => restatement)

describe('units in a reply', () => {
  it.each(['units', 'memories', 'memory', 'facts', 'actions'])('are read from a list called %s', (name) => {
    expect(
      texts({ [name]: [{ text: 'Ada keeps bees' }, 'Ben rows', '', { fact: 'Cleo sings' }, null] }),
    ).toEqual(['Ada keeps bees', 'Ben rows', 'Cleo sings'])
  })

  it('are read from a bare list, and from one object inside another', () => {
    expect(texts([{ restatement: 'Ada keeps bees' }])).toEqual(['Ada keeps bees'])
    expect(texts({ memory: { facts: ['Ada keeps bees'] } })).toEqual(['Ada keeps bees'])
  })

  it('outlive an operation without a text beside them', () => {
    const read = units({
      actions: [
        { op: 'DELETE', id: '99' },
        { op: 'ADD', text: 'Ada keeps bees' },
      ],
    })
    expect(read.map(({ restatement, sources }) => [restatement, ...sources])).toEqual([
      ['delete', 'memory 99'],
      ['Ada keeps bees'],
    ])
  })

  it('may be none', () => {
    for (const none of [{ units: [] }, { memories: null }, []]) expect(texts(none)).toEqual([])
  })

  it('name their turns in one text, in a list or as numbers', () => {
    const sources = (fields: object) => units({ units: [{ text: 'x', ...fields }] })[0]!.sources
    expect(sources({ source_turn: 't1' })).toEqual(['t1'])
    expect(sources({ source_turns: 't1, t2' })).toEqual(['t1', 't2'])
    expect(sources({ sources: [{ id: 't1' }, 7] })).toEqual(['t1', '7'])
    expect(sources({})).toEqual([])
  })

  it('keep their days and drop the clock', () => {
    const days = (fields: object) => {
      const { firstDay, lastDay } = units({ units: [{ text: 'x', ...fields }] })[0]!
      return [firstDay, lastDay]
    }
    expect(days({ event_start: '2031-02-03T10:00' })).toEqual(['2031-02-03T10:00', '2031-02-03T10:00'])
    expect(days({ event_time: { start: '2031-02-03', end: '2031-02-05' } })).toEqual([
      '2031-02-03',
      '2031-02-05',
    ])
    expect(days({ date: '2031-02-03/2031-02-05' })).toEqual(['2031-02-03', '2031-02-05'])
    expect(days({ firstDay: null, lastDay: null })).toEqual(['', ''])
  })

  it('of an unknown kind are of the kind “other”', () => {
    expect(
      units({
        units: [
          { text: 'x', type: 'goal' },
          { text: 'y', type: 'Fact' },
        ],
      }).map(({ type }) => type),
    ).toEqual(['other', 'fact'])
  })

  it('that would change a memory name it as their source; those that change nothing are none', () => {
    const [update, add, ...others] = units({
      actions: [
        { op: 'UPDATE', id: '12', text: 'Lives in Graz' },
        { op: 'ADD', text: 'Owns a canoe' },
        { event: 'NONE', text: 'x' },
      ],
    })
    expect(update!.sources).toEqual(['memory 12'])
    expect(add!.sources).toEqual([])
    expect(others).toEqual([])
  })

  it.each([{ answer: 'no' }, { units: 'no' }, { units: [7] }, { units: [{ colour: 'red' }] }, 7])(
    'are not made up from something else: %j',
    (reply) => {
      expect(read(reply).success).toBe(false)
    },
  )
})
