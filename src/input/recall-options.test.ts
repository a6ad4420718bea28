import { describe, expect, it } from 'vitest'
import { ValidationError } from '../model/errors.ts'
import { resolveAsk, resolveRecall } from './recall-options.ts'

const context = { timeZone: 'America/Los_Angeles', clock: () => new Date('2024-01-16T06:00:00Z') }

describe('resolveRecall', () => {
  it('reads a question against the clock, in the zone of the bank, when nothing else is given', () => {
    expect(resolveRecall({}, context)).toMatchObject({
      limit: 10,
      referenceDay: '2024-01-15',
      readAgainstClock: true,
      asOf: undefined,
      reinstate: true,
    })
  })

  it('reads a question against asOf when no reference time is given', () => {
    expect(resolveRecall({ asOf: '2023-05-08' }, context)).toMatchObject({
      referenceDay: '2023-05-08',
      asOf: '2023-05-09T06:59:59.999Z',
      readAgainstClock: false,
    })
  })

  it('takes the last day there is as no bound in every zone', () => {
    for (const timeZone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])
      expect(resolveRecall({ asOf: '9999-12-31' }, { ...context, timeZone })).toMatchObject({
        referenceDay: '9999-12-31',
        asOf: '9999-12-31T23:59:59.998Z',
      })
  })

  it('refuses a day whose instants cannot be written in the zone', () => {
    const inTokyo = { ...context, timeZone: 'Asia/Tokyo' }
    for (const key of ['asOf', 'referenceTime'])
      for (const time of ['0001-01-01', '9999-12-31T23:00:00Z'])
        expect(() => resolveRecall({ [key]: time }, inTokyo)).toThrow(ValidationError)
  })

  it('says of an option that does not exist which ones do', () => {
    expect(() => resolveRecall({ asof: '2024-05-31' }, context)).toThrow(
      /options: it has no "asof"; its keys are during, .*asOf/,
    )
    expect(() => resolveAsk({ budget: { seconds: 3 } }, context)).toThrow(
      'options.budget: it has no "seconds"; its keys are tokens, calls, timeoutMs',
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '3', null, 1e9, -1])(
    'says of the limit %s what it is',
    (limit) => {
      expect(() => resolveRecall({ limit }, context)).toThrow('a limit is a whole number from 1 to 1,000')
    },
  )

  it.each([
    ['a limit of 0', { limit: 0 }, 'options.limit'],
    ['a limit of 2.5', { limit: 2.5 }, 'options.limit'],
    [
      'a range that ends before it begins',
      { during: { first: '2024-02-01', last: '2024-01-01' } },
      'options.during',
    ],
    ['a day that is none', { during: { first: '2024-02-30', last: '2024-03-01' } }, 'options.during.first'],
    ['a reference time that is none', { referenceTime: 'soon' }, 'options.referenceTime'],
    ['a month that is none', { asOf: '2024-13-01' }, 'options.asOf: it is a day like 2024-05-31'],
    ['an empty asker', { asker: '' }, 'options.asker: it must not be empty'],
    ['a number for a time', { asOf: 1e12 }, 'options.asOf: a time is a Date or ISO 8601'],
    ['an option that does not exist', { topK: 3 }, 'options'],
  ])('refuses %s and names the option', (_, options, path) => {
    expect(() => resolveRecall(options, context)).toThrow(ValidationError)
    expect(() => resolveRecall(options, context)).toThrow(path)
  })
})

describe('resolveAsk', () => {
  it('answers fast, at low effort and without bounds when nothing else is said', () => {
    expect(resolveAsk({}, context)).toMatchObject({
      mode: 'fast',
      effort: 'low',
      units: undefined,
      budget: { tokens: undefined, calls: undefined, timeoutMs: undefined },
      episodes: 5,
      evidenceTokens: 2_000,
    })
  })

  it.each([
    ['a mode that does not exist', { mode: 'slow' }, 'options.mode'],
    ['a budget of nothing', { budget: { calls: 0 } }, 'options.budget.calls: it is a whole number from 1'],
    ['a misspelt bound', { budget: { milliseconds: 5 } }, 'options.budget'],
    ['no episodes', { episodes: 0 }, 'options.episodes'],
  ])('refuses %s and names the option', (_, options, path) => {
    expect(() => resolveAsk(options, context)).toThrow(ValidationError)
    expect(() => resolveAsk(options, context)).toThrow(path)
  })
})
