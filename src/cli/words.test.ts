import { describe, expect, test } from 'vitest'
import { aligned } from './columns.ts'
import { progressLine } from './progress.ts'
import { readCount, readDays } from './question-options.ts'
import {
  byteWords,
  counted,
  dayWords,
  durationWords,
  listed,
  localDay,
  localMinute,
  oneLine,
  rangeWords,
  wrapped,
} from './words.ts'

describe('words', () => {
  test('count and list things', () => {
    expect([counted(1, 'turn'), counted(2500, 'turn'), counted(0, 'turn')]).toEqual([
      '1 turn',
      '2,500 turns',
      '0 turns',
    ])
    expect([listed([]), listed(['a']), listed(['a', 'b', 'c']), listed(['a', 'b', 'c'], 1)]).toEqual([
      '',
      'a',
      'a, b and c',
      'a and 2 more',
    ])
  })

  test('name days and ranges', () => {
    expect(dayWords('2023-02-07')).toBe('Tuesday 7 February 2023')
    expect(rangeWords({ first: '2023-05-01', last: '2023-05-31' })).toBe('1–31 May 2023')
    expect(rangeWords({ first: '2023-05-06', last: '2023-05-06' })).toBe('6 May 2023')
    expect(rangeWords({ first: '2023-12-30', last: '2024-01-02' })).toBe('30 December 2023 – 2 January 2024')
  })

  test('give an instant in the zone of the bank', () => {
    expect(localMinute('2023-12-31T23:30:00.000Z', 'Asia/Tokyo')).toBe('2024-01-01 08:30')
    expect(localDay('2023-12-31T23:30:00.000Z', 'America/New_York')).toBe('2023-12-31')
    expect(localMinute('0050-03-10T09:00:00.000Z', 'UTC')).toBe('0050-03-10 09:00')
    expect(localDay('0007-03-10T09:00:00.000Z', 'UTC')).toBe('0007-03-10')
    expect(dayWords(localDay('0050-03-10T09:00:00.000Z', 'UTC'))).toMatch(/ 10 March 0?0?50$/)
    expect(localDay('9999-12-31T09:00:00.000Z', 'UTC')).toBe('9999-12-31')
  })

  test('round durations', () => {
    expect([durationWords(0.4), durationWords(999), durationWords(2400), durationWords(150_000)]).toEqual([
      '0 ms',
      '999 ms',
      '2.4 s',
      '3 min',
    ])
  })

  test('measure bytes', () => {
    expect([byteWords(1), byteWords(24_400), byteWords(1_540_000)]).toEqual(['1 byte', '24 KB', '1.5 MB'])
  })

  test('cannot steer the terminal', () => {
    expect(oneLine(' a\n\tb \u001b[2J\u202e ')).toBe('a b \uFFFD[2J\uFFFD')
  })

  test('wrap at spaces and never inside a word', () => {
    expect(wrapped('one two three', { width: 9, indent: '  ' })).toBe('one two\n  three')
    expect(wrapped('incomprehensible', { width: 5, indent: '' })).toBe('incomprehensible')
    expect(wrapped('one two three', { width: undefined, indent: '' })).toBe('one two three')
    expect(wrapped('see incomprehensible', { width: 5, indent: '' })).toBe('see\nincomprehensible')
  })

  test('wrap scripts without spaces between their characters, by the columns that they take', () => {
    expect(wrapped('昨日京都に行きました', { width: 10, indent: '  ' })).toBe('昨日京都\n  に行きま\n  した')
    expect(wrapped('Ana: 昨日京都に行きました ok', { width: 10, indent: '' })).toBe(
      'Ana: 昨日\n京都に行き\nました ok',
    )
    expect(wrapped('短い 言葉', { width: 10, indent: '' })).toBe('短い 言葉')
  })
})

describe('aligned', () => {
  const columns = [{ title: 'name' }, { title: 'n', right: true }, { title: 'text' }]
  const lines = async (rows: readonly (readonly string[])[], width?: number) => {
    const all: string[] = []
    for await (const text of aligned(columns, rows, { width })) all.push(text)
    return all.join('')
  }

  test('counts the columns that a name takes, not its characters', async () => {
    expect(
      await lines([
        ['田中', '1', 'x'],
        ['Ana 🎉', '2', 'y'],
      ]),
    ).toBe('name    n  text\n田中    1  x\nAna 🎉  2  y\n')
    expect(await lines([['n', '1', '🎉🎉🎉']], 13)).toBe('name  n  text\nn     1  🎉…\n')
  })

  test('lays out names to the left and numbers to the right, the last column as long as it is', async () => {
    expect(
      await lines([
        ['Ana', '12', 'x'],
        ['Bartholomew', '5', ''],
      ]),
    ).toBe('name          n  text\nAna          12  x\nBartholomew   5\n')
    expect(await lines([])).toBe('name  n  text\n')
  })

  test('cuts lines at the width', async () => {
    expect(await lines([['Ana', '1', 'a long text']], 14)).toBe('name  n  text\nAna   1  a lo…\n')
  })

  test('streams tables of any length', async () => {
    expect((await lines(Array.from({ length: 450 }, (_, n) => [`${n}`, '1', 'x']))).split('\n')).toHaveLength(
      452,
    )
  })
})

describe('progressLine', () => {
  const amount = (count: number) => `${count} units`

  test('shows share, rate and remaining time', () => {
    const { bar, plain } = progressLine({ label: 'Indexing', amount, done: 50, total: 200, elapsedMs: 5000 })
    expect(plain).toBe('Indexing: 25 % (50 units of 200 units), 10 units/s, 15 s left')
    expect(bar).toBe(`Indexing ${'█'.repeat(6)}${'░'.repeat(18)} 25 %  10 units/s, 15 s left`)
  })

  test('does without a total', () => {
    expect(
      progressLine({ label: 'Reading', amount, done: 50, total: undefined, elapsedMs: 1000 }).plain,
    ).toBe('Reading: 50 units, 50 units/s')
  })
})

describe('options', () => {
  test('are read strictly', () => {
    expect(readCount('12')).toBe(12)
    for (const bad of ['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999'])
      expect(() => readCount(bad)).toThrow()
    expect(readDays('2023-05-01')).toEqual({ first: '2023-05-01', last: '2023-05-01' })
    expect(readDays('2023-05-01..2023-05-31')).toEqual({ first: '2023-05-01', last: '2023-05-31' })
    for (const bad of ['May', '2023-5-1', '2023-05-01..', '..2023-05-01'])
      expect(() => readDays(bad)).toThrow()
  })
})
