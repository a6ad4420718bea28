import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { names } from './names.ts'

const kinds = (text: string, people: readonly string[] = []) =>
  names(text, new Set(people)).map(({ text: name, kind }) => `${name}: ${kind}`)

describe('names of persons', () => {
  it('are found by given name, with their surname', () => {
    expect(kinds('Then Jan Novak rowed over with Priya.')).toEqual(['Jan Novak: person', 'Priya: person'])
  })

  it('are found by what people do, where the lexicon does not know them', () => {
    expect(kinds('Heike ordered the sails. My cousin Tjark hates fish.')).toEqual([
      'Heike: person',
      'Tjark: person',
    ])
  })

  it('are found after a title and in a greeting, without either', () => {
    expect(kinds("Ask O'Brien or José.")).toEqual(["O'Brien: person", 'José: person'])
    expect(kinds('Hey Mel! I asked Dr. Okoye.')).toEqual(['Mel: person', 'Okoye: person'])
  })

  it('may be months where the words around say so', () => {
    expect(kinds('We met June in June.')).toEqual(['June: person'])
    expect(kinds('I fly on April 3 and again next August.')).toEqual([])
  })

  it('may be any word that the bank knows as a person', () => {
    expect(kinds('Will came.')).toEqual([])
    expect(kinds('Will came.', ['will'])).toEqual(['Will: person'])
  })
})

describe('names of other things', () => {
  it('keep their number, so that two of a kind are two', () => {
    expect(kinds('Flat 1603 has the leak, Flat 1605 has not.')).toEqual([
      'Flat 1603: other',
      'Flat 1605: other',
    ])
  })

  it('hold small words between capitals', () => {
    expect(kinds('Bus 42 leaves before Bus 43.')).toEqual(['Bus 42: other', 'Bus 43: other'])
    expect(kinds('I read the Lord of the Rings again.')).toEqual(['Lord of the Rings: other'])
  })

  it('are places by lexicon, by their last word or by the words before', () => {
    expect(kinds('I moved from Whitby to Alnwick.')).toEqual(['Whitby: place', 'Alnwick: place'])
    expect(kinds('Whispering Falls is near Rio de Janeiro.')).toEqual([
      'Whispering Falls: place',
      'Rio de Janeiro: place',
    ])
  })

  it('are organisations by lexicon', () => {
    expect(kinds('I work for Nintendo now.')).toEqual(['Nintendo: organisation'])
  })
})

describe('what is no name', () => {
  it.each([
    'Wow! Thanks. Absolutely, that sounds great.',
    "I'm happy and I've said so, as I should.",
    'Monday or Tuesday? In March, I think.',
    'Pottery is fun. Running helps. Nice one!',
    'My Spanish is poor.',
    'OK, Mom says hi.',
    'THIS IS THE WORST DAY SO FAR',
    'only small letters here',
    'What Did',
  ])('%s', (text) => {
    expect(kinds(text)).toEqual([])
  })

  it('is cut off the front of a name', () => {
    expect(kinds('Visited Paris. Did Max call? Thanks Caroline!')).toEqual([
      'Paris: place',
      'Max: person',
      'Caroline: person',
    ])
  })
})

it('gives every name as it stands in the text, in order', () => {
  fc.assert(
    fc.property(text, (written) => {
      let at = 0
      for (const { text: name, start, end } of names(written)) {
        expect(written.slice(start, end)).toBe(name)
        expect(start).toBeGreaterThanOrEqual(at)
        at = end
      }
    }),
  )
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'Jan',
        'Novak',
        'the',
        'of',
        'The',
        'May',
        '5',
        '1603',
        'Flat',
        "O'Neil's",
        'Dr.',
        '.',
        ',',
        'constructor',
        'Ω',
        'ǅ',
      ),
    )
    .map((parts) => parts.join(' ')),
)
