import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passages } from './passages.ts'

const texts = (text: string) => passages(text).map(({ start, end }) => text.slice(start, end))
const weather = (sentences: number) =>
  Array.from({ length: sentences }, (_, i) => `On day ${i} the clouds came in low over the bay again.`).join(
    ' ',
  )

describe('passages', () => {
  it('leave a turn of ordinary length whole, without white space around it', () => {
    expect(texts(' I moved. Twice!\nSee https://maps.example/a ')).toEqual([
      'I moved. Twice!\nSee https://maps.example/a',
    ])
  })

  it('cut a long turn between sentences into even parts that a model reads whole', () => {
    const text = `${weather(80)} The spare passport is taped under the piano stool.`
    const parts = texts(text)
    const lengths = parts.map((part) => part.split(' ').length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(110)
    expect(Math.min(...lengths)).toBeGreaterThan(60)
    expect(parts.every((part) => part.endsWith('.'))).toBe(true)
    expect(parts[parts.length - 1]).toContain('under the piano stool.')
  })

  it('cut a sentence that alone is too long between its words', () => {
    const parts = texts(Array.from({ length: 500 }, (_, i) => `word${i}`).join(' '))
    expect(parts.length).toBeGreaterThan(4)
    expect(parts.flatMap((part) => part.split(' '))).toHaveLength(500)
  })

  it('count each character of a script without spaces as a word', () => {
    const parts = texts('昨天我们去湖边放风筝。'.repeat(30))
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(121)
  })

  it('leave out data and keep the words around it', () => {
    const data = 'QUJD'.repeat(100_000)
    expect(texts(`report attached ${data} see page two`)).toEqual(['report attached', 'see page two'])
  })

  it.each([
    '[image: https://img.example/receipt.jpg]',
    'https://img.example/a',
    '[image: no description]',
    '?!',
    '',
  ])('are none for a turn without words: %s', (text) => {
    expect(passages(text)).toEqual([])
  })

  it('keep a caption, which is words', () => {
    expect(texts('[image: a red kite]')).toEqual(['[image: a red kite]'])
  })

  it('cover every word, in order, none of them empty or longer than a model reads', () => {
    fc.assert(
      fc.property(prose, (text) => {
        let at = 0
        const spans = passages(text)
        for (const { start, end } of spans) {
          expect(text.slice(at, start).trim()).toBe('')
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end))
          expect(end).toBeGreaterThan(start)
          expect(end - start).toBeLessThanOrEqual(900)
          at = end
        }
        if (spans.length > 0) expect(text.slice(at).trim()).toBe('')
      }),
    )
  })
})

const prose = fc
  .array(
    fc.constantFrom(
      'a',
      'harbour',
      'Dr.',
      '1.',
      'yes,',
      'no.',
      '\n',
      '風',
      '風箏。',
      '🙂',
      'x'.repeat(200),
      '…',
    ),
    { maxLength: 400 },
  )
  .map((parts) => parts.join(' '))
