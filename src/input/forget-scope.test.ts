import { describe, expect, it } from 'vitest'
import { ScopeRequiredError, ValidationError } from '../model/errors.ts'
import { resolveForget } from './forget-scope.ts'

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
