import { afterEach, expect, test, vi } from 'vitest'
import { subjectOf } from './subject.ts'

afterEach(() => vi.restoreAllMocks())

test('the subject of a clause is its first noun phrase outside of a prepositional phrase', () => {
  expect(subjectOf('On Friday my neighbour Jonas sold the cart')).toMatchObject({
    kind: 'noun',
    owner: 'speaker',
    name: 'Jonas',
  })
  expect(subjectOf("Rosa's aunt plays chess")).toMatchObject({ kind: 'noun', ownerName: 'Rosa' })
  expect(subjectOf('Anna Holm rents the loft')).toEqual({ kind: 'named', name: 'Anna Holm' })
  expect(subjectOf('they lent us the ladder')).toEqual({ kind: 'pronoun' })
})

test('a verb that nothing but adverbs precede has the speaker as its subject', () => {
  expect(subjectOf('Yesterday finally mended the gate')).toEqual({ kind: 'speaker' })
  expect(subjectOf('gate mended, at last')).not.toEqual({ kind: 'speaker' })
})

test('reading a long list of words copies each of them a bounded number of times', () => {
  const copied = (count: number): number => {
    const list = Array.from({ length: count }, (_, at) => `thing${at}`).join(', ')
    let elements = 0
    const slice = Array.prototype.slice
    const spy = vi.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...bounds) {
      const part = slice.apply(this, bounds) as unknown[]
      elements += part.length
      return part
    })
    const every = vi.spyOn(Array.prototype, 'every')
    const find = vi.spyOn(Array.prototype, 'find')
    subjectOf(list)
    spy.mockRestore()
    return elements + every.mock.calls.length + find.mock.calls.length
  }
  expect(copied(2_000)).toBeLessThan(4 * 2_000)
})
