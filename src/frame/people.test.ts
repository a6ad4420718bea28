import { describe, expect, it } from 'vitest'
import { names } from '../language/names.ts'
import type { History } from '../model/history.ts'
import type { TurnId } from '../model/turn.ts'
import { peopleOf } from './people.ts'

const history: History = {
  days: undefined,
  speakers: ['Melanie', 'Guest', 'Ewa', 'A', 'Will', 'assistant'],
  persons: ['Melanie', 'Guest', 'Ewa', 'A', 'Will', 'assistant', 'Bartholomew', 'Basil', 'Bas'],
  aliases: [{ alias: 'Bas', person: 'Bartholomew', source: 't1' as TurnId }],
}
const speakers = new Set(history.speakers.map((name) => name.toLowerCase()))
const people = (question: string, asker?: string) =>
  peopleOf(question, { found: names(question, speakers), history, asker })

describe('the persons of a question', () => {
  it.each([
    ["What is Mel's favourite tea?", ['Melanie']],
    ["Is Basil Melanie's pet?", ['Basil', 'Melanie']],
    ['what did melanie paint', ['Melanie']],
    ['Which instrument does the guest play?', ['Guest']],
    ['What did Bas order?', ['Bartholomew']],
    ['Did Ewa meet Basil?', ['Ewa', 'Basil']],
    ['Who will be a guest?', []],
    ['What is a canoe?', []],
    ['Which books did you recommend?', ['assistant']],
    ['Can you recommend a book?', []],
    ['Can you tell me again what you suggested?', ['assistant']],
  ])('%s', (question, expected) => {
    expect(people(question).persons).toEqual(expected)
  })

  it.each([
    ['What did Nora Lindqvist build?', ['Nora Lindqvist']],
    ['How much did Ines Hallam pay?', ['Ines Hallam']],
    ['Who drove Ines to see Nora Lindqvist?', ['Ines', 'Nora Lindqvist']],
    ['Does Maribel row?', ['Maribel Quist']],
    ['Is Lindqvist here?', ['Lindqvist']],
  ])('hold nobody twice for a short form in the same words: %s', (question, expected) => {
    const club: History = {
      days: undefined,
      speakers: ['Nora Lindqvist', 'Maribel Quist'],
      persons: ['Nora Lindqvist', 'Maribel Quist', 'Lindqvist', 'Maribel', 'Ines Hallam', 'Ines'],
      aliases: [],
    }
    expect(peopleOf(question, { found: names(question), history: club, asker: undefined }).persons).toEqual(
      expected,
    )
  })

  it('leave the asker out where only “we” is said, as any of us may have told it', () => {
    expect(people('Have we signed it?', 'Ewa').persons).toEqual([])
    expect(people('Did we get my key?', 'Ewa').persons).toEqual(['Ewa'])
  })

  it('include the asker where the question says “I”, and nobody where it is not said who asks', () => {
    expect(people('Where do I live?', 'Ewa').persons).toEqual(['Ewa'])
    expect(people('Where do I live?').persons).toEqual([])
    expect(people('Where does Basil live?', 'Ewa').persons).toEqual(['Basil'])
    expect(people('What did Basil tell me?', 'Ewa').persons).toEqual(['Basil', 'Ewa'])
  })

  it('leave the asker out of a polite opening', () => {
    expect(people('Tell me about Basil.', 'Ewa').persons).toEqual(['Basil'])
    expect(people('Could you please remind me where Basil lives?', 'Ewa').persons).toEqual(['Basil'])
    expect(people('I forgot, who is the vet of Basil?', 'Ewa').persons).toEqual(['Basil'])
    expect(people('Remind me, what is my code?', 'Ewa').persons).toEqual(['Ewa'])
  })
})

describe('the unknown names of a question', () => {
  it.each([
    ['What do you remember about Heike?', ['Heike']],
    ['Did Ewa meet Heike in Ghent?', ['Heike']],
    ['Does Flat 1603 leak?', []],
    ['Who went on the Himalayan trek?', []],
    ['Does Heike recommend the STEM club?', ['Heike']],
    ['Who read “Emma”?', []],
    ['Pottery: what did Ewa make?', []],
    ['In May, who sang?', []],
  ])('%s', (question, expected) => {
    expect(people(question).unknown).toEqual(expected)
  })
})
