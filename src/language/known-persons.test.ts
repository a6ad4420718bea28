import { describe, expect, it } from 'vitest'
import type { History } from '../model/history.ts'
import type { TurnId } from '../model/turn.ts'
import { namesOfPerson, resolvePerson } from './known-persons.ts'

const source = 't1' as TurnId
const history: History = {
  days: undefined,
  speakers: ['Melanie', 'Ewa', 'Jonas'],
  persons: [
    'Melanie',
    'Ewa',
    'Jonas',
    'Bartholomew',
    'Basil',
    'Jan Novak',
    'Ida Berg',
    'Ida Lund',
    'Bas',
    'Mel',
  ],
  aliases: [{ alias: 'Bas', person: 'Bartholomew', source }],
}

describe('a name', () => {
  it.each([
    ['melanie', ['Melanie']],
    ['Bas', ['Bartholomew']],
    ['Basil', ['Basil']],
    ['Jan', ['Jan Novak']],
    ['Jon', ['Jonas']],
    ['Mel', ['Melanie', 'Mel']],
    ['Ida', []],
    ['Jo', []],
    ['Bart', []],
    ['Heike', []],
    ['constructor', []],
  ])('%s means %j', (name, expected) => {
    expect(resolvePerson(name, history)).toEqual(expected)
  })

  it('that begins the names of two speakers means neither', () => {
    expect(resolvePerson('Mela', { ...history, speakers: ['Melanie', 'Melania'], persons: [] })).toEqual([])
  })
})

describe('the names of a person', () => {
  it('are the name, what the text declares and its short forms', () => {
    expect(namesOfPerson('Bartholomew', history)).toEqual(['Bartholomew', 'Bas'])
    expect(namesOfPerson('Melanie', history)).toEqual(['Melanie', 'Mel'])
    expect(namesOfPerson('Ida Berg', history)).toEqual(['Ida Berg'])
  })
})
