import { describe, expect, it } from 'vitest'
import { ScopeRequiredError, ValidationError } from '../model/errors.ts'
import { resolveForget, resolveRecall } from './options.ts'

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
    ['an empty asker', { asker: '' }, 'options.asker: it must not be empty'],
    ['a number for a time', { asOf: 1e12 }, 'options.asOf: a time is a Date or ISO 8601'],
    ['an option that does not exist', { topK: 3 }, 'options'],
  ])('refuses %s and names the option', (_, options, path) => {
    expect(() => resolveRecall(options, context)).toThrow(ValidationError)
    expect(() => resolveRecall(options, context)).toThrow(path)
  })
})

describe('resolveForget', () => {
  it.each([
    [undefined],
    [null],
    [{}],
    [{ turn: '' }],
    [{ turns: [] }],
    [{ session: undefined }],
    [{ everything: false }],
  ])('never takes %j for everything', (scope) => {
    expect(() => resolveForget(scope)).toThrow(ScopeRequiredError)
  })

  it('refuses two scopes at once', () => {
    expect(() => resolveForget({ turn: 'a', session: 'b' })).toThrow(ValidationError)
  })

  it('takes wildcards and quotes as plain names', () => {
    expect(resolveForget({ speaker: "x' OR 1=1 --" })).toEqual({ speaker: "x' OR 1=1 --" })
    expect(resolveForget({ turns: ['%', '%'] })).toEqual(['%'])
  })
})
