import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences, sentenceTexts } from './sentences.ts'

describe('sentences', () => {
  it('ends sentences at marks, runs of marks and line breaks', () => {
    expect(sentenceTexts('We won!! Did you see it?\nI cried... a little. “Yes.” Bye')).toEqual([
      'We won!!',
      'Did you see it?',
      'I cried... a little.',
      '“Yes.”',
      'Bye',
    ])
  })

  it('goes on after titles, initials and Latin abbreviations', () => {
    expect(sentenceTexts('I saw Dr. Okoye and J. B. Moreau, e.g. at St. Anne. Then I left.')).toEqual([
      'I saw Dr. Okoye and J. B. Moreau, e.g. at St. Anne.',
      'Then I left.',
    ])
  })

  it('keeps a list marker with its item', () => {
    expect(sentenceTexts('1. Buy rope\n2. Find the boat\n- paint it\na) twice')).toEqual([
      '1. Buy rope',
      '2. Find the boat',
      '- paint it',
      'a) twice',
    ])
  })

  it('ends sentences at ideographic full stops', () => {
    expect(sentenceTexts('昨天很冷。今天在家看书！')).toEqual(['昨天很冷。', '今天在家看书！'])
  })

  it('of a text with marks at its end alone is the text, as the boundaries have it', () => {
    const signs = fc.constantFrom(...'ab Z1,;:-()"\'`.!?>=/@~\n…é'.split(''))
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 12 }), (drawn) => {
        const text = drawn.join('')
        // What comes behind a line break changes nothing before it, and keeps the shorter way from being taken.
        expect(sentenceTexts(text)).toEqual(sentenceTexts(`${text}\n\u2028`))
      }),
      { numRuns: 2000 },
    )
  })

  it('has none for a blank text', () => {
    expect(sentences(' \n\t ')).toEqual([])
  })

  it('of a long text are those of its parts', () => {
    const line = 'We won!! Did Dr. Okoye see it? I cried... a little.\n'
    const whole = sentenceTexts(line.repeat(2_000))
    expect(whole).toEqual(Array.from({ length: 2_000 }, () => sentenceTexts(line)).flat())
    expect(sentenceTexts(`${'harbour '.repeat(2_000)}ends. So.`)).toHaveLength(2)
  })

  it('covers everything but white space, in order and without overlap', () => {
    fc.assert(
      fc.property(prose, (text) => {
        let at = 0
        for (const { start, end } of sentences(text)) {
          expect(text.slice(at, start).trim()).toBe('')
          const sentence = text.slice(start, end)
          expect(sentence).not.toBe('')
          expect(sentence).toBe(sentence.trim())
          at = end
        }
        expect(text.slice(at).trim()).toBe('')
      }),
    )
  })
})

/** Random text and text made of the pieces that sentence rules look at. */
const prose = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'Dr.',
        'Mr',
        'J.',
        '1.',
        '- ',
        'no',
        'Yes',
        '.',
        '!',
        '?',
        '…',
        '\n',
        ' ',
        '  ',
        '"',
        '。',
        '風',
        '🙂',
        'a)',
      ),
    )
    .map((parts) => parts.join('')),
)
