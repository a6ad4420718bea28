import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { episodeOf } from '../../test/trial-episode.ts'
import { checkEvidence, checkQuotes } from './quotes.ts'

const EPISODE = episodeOf([
  ['t1', 'Ana', 'I said: “we’ll move to Porto” — and then, in 2005, we paid 1,200 euros.'],
  ['t2', 'Ben', "She can't swim. It was -5 degrees at the well-known lake; my dog's a beagle."],
  ['t3', 'Ana', 'Yes, of course!'],
  ['t4', 'Ben', 'Yes, of course!'],
])

const check = (turn: string, text: string) => checkQuotes([{ turn, text }], EPISODE)
const textOf = (turn: string, text: string) => check(turn, text).quotes.map((quote) => quote.text)

describe('quotes of an episode', () => {
  it('are kept as they are where they stand in their turn', () => {
    expect(check('t2', "She can't swim.")).toEqual({
      quotes: [
        {
          turn: 't2',
          speaker: 'Ben',
          session: 's',
          time: '2023-05-01T10:01:00.000Z',
          text: "She can't swim.",
        },
      ],
      dropped: [],
      mended: 0,
    })
  })

  it.each([
    ['white space', 'and  then,\nin 2005 , we paid', 'and then, in 2005, we paid'],
    ['an apostrophe', "we'll move", 'we’ll move'],
    ['quotation marks', 'I said: "we\'ll move to Porto"', 'I said: “we’ll move to Porto”'],
    ['marks around it', '"and then, in 2005"', 'and then, in 2005'],
    ['a dash', 'Porto” - and then', 'Porto” — and then'],
    ['two hyphens for a dash', 'Porto”--and then', 'Porto” — and then'],
    ['case', 'AND THEN, IN 2005', 'and then, in 2005'],
  ])('are mended to the original where they differ in %s', (_, claim, original) => {
    expect(check('t1', claim)).toMatchObject({ quotes: [{ text: original }], dropped: [], mended: 1 })
  })

  it.each([
    ['another word', 't1', 'and later, in 2005'],
    ['another number', 't1', 'in 2006, we paid'],
    ['another name', 't1', 'move to Lisbon'],
    ['part of a number', 't1', 'in 200'],
    ['part of a grouped number', 't1', '200 euros'],
    ['part of a word', 't2', 'he can'],
    ['a word without its negation', 't2', 'She can'],
    ['a number without its sign', 't2', '5 degrees'],
    ['half a compound', 't2', 'known lake'],
    ['a word without its apostrophe', 't1', 'well move'],
    ['words left out', 't1', 'and then … we paid'],
    ['nothing but marks', 't1', ' “” '],
  ])('are dropped with %s', (_, turn, claim) => {
    expect(check(turn, claim)).toEqual({ quotes: [], dropped: [{ turn, text: claim }], mended: 0 })
  })

  it('are put down to the one turn in which they stand', () => {
    expect(check('t1', "She can't swim.")).toMatchObject({
      quotes: [{ turn: 't2', speaker: 'Ben' }],
      mended: 1,
    })
    expect(check('no such turn', "She can't swim.")).toMatchObject({ quotes: [{ turn: 't2' }], mended: 1 })
  })

  it('are dropped where they stand in several turns and in none of those named', () => {
    expect(check('t1', 'Yes, of course!').quotes).toEqual([])
    expect(check('t4', 'Yes, of course!')).toMatchObject({ quotes: [{ turn: 't4' }], mended: 0 })
  })

  it('stand once each, and only where the turn lies in the episode', () => {
    const claims = [
      { turn: 't3', text: 'Yes, of course!' },
      { turn: 't3', text: 'yes, of course!' },
    ]
    expect(checkQuotes(claims, EPISODE)).toMatchObject({ quotes: [{ text: 'Yes, of course!' }], mended: 1 })
    const [first] = EPISODE.turns
    const cut = { turns: [{ ...first!, start: 0, end: 30 }] }
    expect(checkQuotes([{ turn: 't1', text: 'in 2005' }], cut).quotes).toEqual([])
  })

  it('differ by their words where an apostrophe or a blank makes another word', () => {
    expect(textOf('t2', 'It was')).toEqual(['It was'])
    expect(textOf('t2', 'my dogs a beagle')).toEqual([])
    expect(textOf('t2', 'she cant swim')).toEqual([])
    expect(textOf('t2', 'abe agle')).toEqual([])
  })
})

describe('damage of a quote', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'Ana',
      'went',
      'İstanbul',
      'straße',
      "don't",
      'it’s',
      'ΟΔΟΣ',
      'café',
      '3.5',
      '1,200',
      'müde',
      '東京',
    ),
    fc.stringMatching(/^[a-zA-Z]{1,8}$/),
    fc.integer({ min: 0, max: 9999 }).map(String),
  )
  const joint = fc.constantFrom(' ', ' ', ' ', ', ', '. ', '! ', ' — ', ' “', '” ', ' (', ') ', '; ')
  const text = fc
    .array(fc.tuple(word, joint), { minLength: 3, maxLength: 12 })
    .map((pairs) => pairs.flat().slice(0, -1).join(''))
  const damages: readonly ((quote: string) => string)[] = [
    (quote) => quote.toUpperCase(),
    (quote) => quote.toLowerCase(),
    (quote) => quote.replace(/ /gu, '\n  '),
    (quote) => quote.replace(/ /gu, '\u00a0'),
    (quote) => quote.replace(/[“”]/gu, '"').replace(/’/gu, "'"),
    (quote) => quote.replace(/'/gu, '’').replace(/[“”]/gu, '«'),
    (quote) => quote.replace(/ — /gu, '-'),
    (quote) => quote.replace(/—/gu, '--'),
    (quote) => quote.normalize('NFD'),
  ]
  const cut = fc.tuple(text, fc.nat(), fc.nat(), fc.subarray([...damages])).map(([whole, a, b, some]) => {
    const bounds = [...whole.matchAll(/\S+/gu)].map(({ 0: run, index }) => ({
      start: index,
      end: index + run.length,
    }))
    const from = a % bounds.length
    const to = from + (b % (bounds.length - from))
    const original = whole.slice(bounds[from]!.start, bounds[to]!.end)
    return { whole, original, damaged: some.reduce((quote, damage) => damage(quote), original) }
  })

  it('in case, blanks, marks and dashes is mended to exactly the original', () => {
    fc.assert(
      fc.property(cut, ({ whole, original, damaged }) => {
        fc.pre(/[\p{L}\p{N}]/u.test(original))
        // Where the words stand twice the first place counts, and may be written otherwise.
        fc.pre(
          whole.toLowerCase().split(/[^\p{L}\p{N}]+/u).length ===
            new Set(whole.toLowerCase().split(/[^\p{L}\p{N}]+/u)).size,
        )
        const { quotes, dropped } = checkQuotes(
          [{ turn: 'a', text: damaged }],
          episodeOf([['a', 'Ana', whole]]),
        )
        expect({ quotes: quotes.map((quote) => quote.text), dropped }).toEqual({
          quotes: [original],
          dropped: [],
        })
      }),
      { numRuns: 400 },
    )
  })

  it('in a word, a number or a name drops it', () => {
    const swapped = fc
      .tuple(cut, fc.nat(), fc.constantFrom('Zoltanx', '77777', 'never'))
      .map(([{ whole, original }, at, other]) => {
        const words = [...original.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,]*/gu)]
        const chosen = words[at % Math.max(1, words.length)]
        if (chosen === undefined) return { whole, changed: other }
        const end = chosen.index + chosen[0].length
        return { whole, changed: `${original.slice(0, chosen.index)}${other}${original.slice(end)}` }
      })
    fc.assert(
      fc.property(swapped, ({ whole, changed }) => {
        fc.pre(!/never/iu.test(whole))
        const { quotes } = checkQuotes([{ turn: 'a', text: changed }], episodeOf([['a', 'Ana', whole]]))
        expect(quotes).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('never makes a quote that does not stand in its turn', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(40), fc.nat(40), (whole, a, b) => {
        const claim = whole.slice(Math.min(a, b), Math.max(a, b)).toUpperCase()
        const { quotes } = checkQuotes([{ turn: 'a', text: claim }], episodeOf([['a', 'Ana', whole]]))
        for (const quote of quotes) expect(whole).toContain(quote.text)
      }),
    )
  })
})

describe('evidence of an assistant', () => {
  it('is dropped without one surviving quote, and counts what it lost', () => {
    const claims = [
      { statement: 'They moved.', quotes: [{ turn: 't1', text: 'we moved to Lisbon' }] },
      { statement: 'Nothing.', quotes: [] },
      {
        statement: 'They paid 1,200 euros.',
        quotes: [
          { turn: 't1', text: 'We paid 1,200 euros' },
          { turn: 't1', text: 'it was cheap' },
        ],
      },
    ]
    expect(checkEvidence(claims, EPISODE)).toMatchObject({
      evidence: [
        {
          statement: 'They paid 1,200 euros.',
          quotes: [{ turn: 't1', text: 'we paid 1,200 euros' }],
          by: 'model',
        },
      ],
      droppedQuotes: 2,
      mendedQuotes: 1,
    })
  })

  it.each([
    [
      'repeats a dropped quote',
      'She told Ben that the flat was cheap.',
      [{ turn: 't1', text: 'the flat was cheap' }],
    ],
    ['quotes what nobody said', 'She said “the flat was cheap”.', []],
    ['quotes it between single marks', "Ana's sister said 'the flat wasn't cheap' twice.", []],
    ['quotes it between single curly marks', 'She said ‘the flat was cheap’.', []],
  ])('is told by its quotes alone where its statement %s', (_, statement, invented) => {
    const quotes = [...invented, { turn: 't1', text: 'we paid 1,200 euros' }]
    const { evidence, droppedQuotes } = checkEvidence([{ statement, quotes }], EPISODE)
    expect(evidence.map((each) => each.statement)).toEqual(['we paid 1,200 euros'])
    expect(droppedQuotes).toBe(1)
  })

  it('may quote in its statement what stands in the episode', () => {
    for (const statement of [
      'She said “we’ll move to Porto” to Ben.',
      "She said 'we'll move to Porto' to Ben.",
      "The parents' flat is above the neighbours' bakery, in the '90s style.",
    ]) {
      const { evidence } = checkEvidence(
        [{ statement, quotes: [{ turn: 't1', text: 'we paid 1,200 euros' }] }],
        EPISODE,
      )
      expect(evidence[0]?.statement).toBe(statement)
    }
  })
})
