import { describe, expect, it } from 'vitest'
import { checkUnit } from './check-unit.ts'
import { readWindow } from './read-window.ts'
import { describeRefusal } from './refusal.ts'
import { trialTurns, trialWindow, written } from './trial-window.ts'

const OPTIONS = { timeZone: 'UTC', dateOrder: undefined }

/** `kept`, or why not. */
function verdict(lines: readonly string[], restatement: string, sources: readonly string[]): string {
  const checked = checkUnit(written(restatement, sources), readWindow(trialWindow(...lines), OPTIONS))
  return 'reason' in checked ? describeRefusal(checked) : 'kept'
}

type Twin = readonly [
  lines: readonly string[],
  restatement: string,
  sources: readonly string[],
  verdict: string,
]

const twins = (cases: readonly Twin[]) => {
  it.each(cases)('%j → “%s” from %j: %s', (lines, restatement, sources, expected) => {
    expect(verdict(lines, restatement, sources)).toBe(expected)
  })
}

describe('sources', () => {
  const lines = ['Ada: I keep bees behind the barn.', 'Ben: The old tram depot is a museum now.']
  twins([
    [lines, 'Ada keeps bees behind the barn.', ['t1'], 'kept'],
    [lines, 'Ada keeps bees behind the barn.', ['t9'], 'source not in window t9'],
    [lines, 'Ada keeps bees behind the barn.', ['t1', 't9'], 'source not in window t9'],
    // Without sources the turn that says it is taken, if one does.
    [lines, 'The old tram depot is a museum.', [], 'kept'],
    [lines, 'Ben paints icons in a cellar.', [], 'no source'],
    [lines, 'Ada keeps wasps.', ['memory 12'], 'unknown memory id 12'],
  ])

  it('are the turn that covers a unit best where it names none', () => {
    const checked = checkUnit(
      written('The tram depot is a museum.', []),
      readWindow(trialWindow(...lines), OPTIONS),
    )
    expect('reason' in checked ? [] : checked.sources.map(({ turn }) => turn.id)).toEqual(['t2'])
  })
})

describe('content words', () => {
  twins([
    [['Ada: ok'], 'The new facts are given between triple backticks.', ['t1'], 'unsupported by source'],
    [['Ada: ok'], 'Return one JSON object with self-contained statements.', ['t1'], 'unsupported by source'],
    [['Ada: ok'], 'Each statement stands alone and names its turns.', ['t1'], 'unsupported by source'],
    [
      ['Ada: I keep bees.', 'Ben: Lovely!'],
      'Ben likes smoked cheese on rye.',
      ['t2'],
      'unsupported by source',
    ],
    // A reply takes its words from the question.
    [
      ['Ben: Do you still sing in the harbour choir?', 'Ada: Yes!'],
      'Ada sings in the harbour choir.',
      ['t2'],
      'kept',
    ],
    [['Ada: I went for a swim in the lake.'], 'Ada went swimming in the lake.', ['t1'], 'kept'],
  ])
})

describe('negations', () => {
  twins([
    [['Ada: I never eat meat.'], 'Ada never eats meat.', ['t1'], 'kept'],
    [['Ada: I never eat meat.'], 'Ada eats meat.', ['t1'], 'unsupported by source'],
    [['Ada: I eat meat.'], 'Ada does not eat meat.', ['t1'], 'unsupported by source'],
    [['Ada: I have no siblings.'], 'Ada has siblings.', ['t1'], 'unsupported by source'],
    [["Ada: I don't have a car, I have a bike."], 'Ada has a bike.', ['t1'], 'kept'],
    [["Ada: I can't wait to visit Ghent."], 'Ada is looking forward to visiting Ghent.', ['t1'], 'kept'],
  ])
})

describe('numbers and their units', () => {
  twins([
    [['Mo: I earn 15700 a month, in dollars.'], 'Mo earns 15,700 dollars a month.', ['t1'], 'kept'],
    [['Mo: My pay went up a bit.'], 'Mo earns 18000 yuan a month.', ['t1'], 'number not in source 18000'],
    [['Mo: I earn 15700 dollars.'], 'Mo earns 15700 yuan.', ['t1'], 'number not in source 15700 yuan'],
    [['Mo: The lamp cost $40.'], 'Mo paid 40 dollars for the lamp.', ['t1'], 'kept'],
    [['Mo: I have three sisters.'], 'Mo has 3 sisters.', ['t1'], 'kept'],
    [['Mo: I have 3 sisters.'], 'Mo has three sisters.', ['t1'], 'kept'],
    [['Mo: I have 3 sisters.'], 'Mo has four sisters.', ['t1'], 'number not in source four'],
    [['Mo: We bought two hundred and fifty chairs.'], 'Mo bought 250 chairs.', ['t1'], 'kept'],
    [['Mo: We bought 250 chairs.'], 'Mo bought 25 chairs.', ['t1'], 'number not in source 25'],
    [['Mo: I ran a couple of races.'], 'Mo ran two races.', ['t1'], 'kept'],
    [['Mo: I ran 5 km.'], 'Mo ran 5 kilometres.', ['t1'], 'kept'],
    [['Mo: I ran 5 km.'], 'Mo ran 5 miles.', ['t1'], 'number not in source 5 mile'],
    // The number of another turn belongs to another thing.
    [
      ['Mo: The lamp cost 40 euros.', 'Mo: The chair was a bargain as well.'],
      'The chair cost Mo 40 euros.',
      ['t2'],
      'number not in source 40',
    ],
    [['Mo: I have played the oboe since 2027.'], 'Mo has played the oboe for four years.', ['t1'], 'kept'],
    [
      ['Mo: I have played the oboe since 2027.'],
      'Mo has played the oboe for nine years.',
      ['t1'],
      'number not in source nine',
    ],
    [
      ['Mo: The puppy is 3 months old and came two weeks ago.'],
      'The puppy is three years old.',
      ['t1'],
      'number not in source three year',
    ],
    [['Mo: The train leaves at 5.'], 'The train leaves at 17:00.', ['t1'], 'kept'],
    [['Mo: The train leaves at 5.'], 'The train leaves at 18:00.', ['t1'], 'number not in source 18:00'],
    [['Mo: I moved to Ghent in 2019.'], 'Mo moved to Ghent 12 years ago.', ['t1'], 'kept'],
    [['Mo: Flat 1603 has the leak.'], 'Flat 1605 has the leak.', ['t1'], 'number not in source 1605'],
  ])
})

describe('names', () => {
  twins([
    [['Ada: My brother Jonas moved to Ghent.'], "Ada's brother Jonas moved to Ghent.", ['t1'], 'kept'],
    [['Ada: My brother moved away.'], "Ada's brother moved to Ghent.", ['t1'], 'name not in source Ghent'],
    [
      ['Ada: My brother Jonas moved away.'],
      "Ada's brother Tomas moved away.",
      ['t1'],
      'name not in source Tomas',
    ],
    // A pronoun goes back to its name.
    [
      ['Ada: My brother Jonas is a baker.', 'Ben: Nice.', 'Ada: He moved to Ghent.'],
      'Jonas moved to Ghent.',
      ['t3'],
      'kept',
    ],
    // Where somebody else has been is nobody else's place.
    [
      ['Ben: I spent the summer in Porto.', 'Ada: I spent it at the beach.'],
      'Ada spent the summer at the beach in Porto.',
      ['t2'],
      'name not in source Porto',
    ],
  ])

  it('that a pronoun goes back to make their turn a source, so that they are forgotten with it', () => {
    const window = trialWindow('Ada: My brother Jonas is a baker.', 'Ben: Nice.', 'Ada: He moved to Ghent.')
    const checked = checkUnit(written('Jonas moved to Ghent.', ['t3']), readWindow(window, OPTIONS))
    expect('reason' in checked ? [] : checked.sources.map(({ turn }) => turn.id)).toEqual(['t3', 't1'])
  })
})

describe('days', () => {
  const lines = ['Ada: I rowed across the lake yesterday.']
  twins([
    [lines, 'Ada rowed across the lake on 13 May 2031.', ['t1'], 'kept'],
    [lines, 'Ada rowed across the lake on 14 May 2031.', ['t1'], 'day not in source on 14 May 2031'],
    [lines, 'Ada rowed across the lake in May 2031.', ['t1'], 'kept'],
    [lines, 'Ada rowed across the lake in June 2031.', ['t1'], 'day not in source in June 2031'],
    [
      ['Ada: I rowed across the lake last week.'],
      'Ada rowed across the lake on 6 May 2031.',
      ['t1'],
      'day not in source on 6 May 2031',
    ],
    [
      ['Ada: I rowed across the lake.'],
      'Ada rowed across the lake on 3 March 2031.',
      ['t1'],
      'day not in source on 3 March 2031',
    ],
    // The day of the session dates the saying, not what was done.
    [
      ['Ada: I rowed across the lake once.'],
      'Ada rowed across the lake on 14 May 2031.',
      ['t1'],
      'day not in source on 14 May 2031',
    ],
    [
      ['Ada: I rowed across the lake once.'],
      'On 14 May 2031, Ada said that she once rowed across the lake.',
      ['t1'],
      'kept',
    ],
  ])
})

describe('whose words they are', () => {
  const lines = [
    'Rosa: My favourite colour is crimson and I was born in Braga.',
    'Uwe: Nice. Anyone want tea?',
  ]
  twins([
    [lines, "Rosa's favourite colour is crimson.", ['t1'], 'kept'],
    [lines, "Uwe's favourite colour is crimson.", ['t1'], 'words of another speaker Uwe'],
    [lines, "Uwe's favourite colour is crimson.", ['t2'], 'words of another speaker Uwe'],
    [lines, 'Uwe was born in Braga.', ['t1', 't2'], 'words of another speaker Uwe'],
    [['Rosa: Uwe, I love crimson.', 'Uwe: ok'], 'Uwe loves crimson.', ['t1'], 'words of another speaker Uwe'],
    // Who is spoken of, or to, is not another.
    [['Rosa: Uwe grew up in Braga.', 'Uwe: True.'], 'Uwe grew up in Braga.', ['t1'], 'kept'],
    [['Rosa: You grew up in Braga, Uwe.', 'Uwe: True.'], 'Uwe grew up in Braga.', ['t1'], 'kept'],
    [
      ['Alma: My neighbour Jonas hates chess, but his aunt signed him up.'],
      'Alma hates chess.',
      ['t1'],
      'words of another speaker Jonas',
    ],
    [
      ['Alma: My neighbour Jonas hates chess, but his aunt signed him up.'],
      "Alma's neighbour Jonas hates chess.",
      ['t1'],
      'kept',
    ],
    [['Alma: Ben told me that he hates golf.'], 'Alma hates golf.', ['t1'], 'words of another speaker Ben'],
    [['Alma: Ben told me that he hates golf.'], 'Ben hates golf.', ['t1'], 'kept'],
    [['Alma: She is allergic to nuts.'], 'Alma is allergic to nuts.', ['t1'], 'words of another speaker She'],
    [['Alma: Tom loves chess, I love golf.'], 'Tom loves golf.', ['t1'], 'words of another speaker Tom'],
    [['Alma: Tom loves chess, I love golf.'], 'Tom loves chess.', ['t1'], 'kept'],
    [['A: My sister sells saddles.'], 'A sells saddles.', ['t1'], 'words of another speaker sister'],
    [['A: My sister sells saddles.'], "A's sister sells saddles.", ['t1'], 'kept'],
    [['rosa: I love crimson.', 'uwe: ok'], 'uwe loves crimson.', ['t1'], 'words of another speaker uwe'],
    [['Alma: I hate chess, but my neighbour Jonas plays.'], 'Alma hates chess.', ['t1'], 'kept'],
  ])

  it('are the assistant’s own where an assistant said them', () => {
    const role = (speaker: string) => (speaker === 'Bot' ? 'assistant' : 'user')
    const turns = trialTurns(['Kim: Where should I travel?', 'Bot: You could visit Lisbon by train.'], {
      role,
    })
    const window = readWindow({ overlap: [], turns }, OPTIONS)
    const of = (restatement: string) => {
      const checked = checkUnit(written(restatement, ['t2']), window)
      return 'reason' in checked ? checked.reason : 'kept'
    }
    expect(of('Kim will visit Lisbon by train.')).toBe('words of an assistant')
    expect(of('The user will visit Lisbon by train.')).toBe('words of an assistant')
    expect(of('The assistant suggested to visit Lisbon by train.')).toBe('kept')
    expect(of('Bot suggested to visit Lisbon by train.')).toBe('kept')
  })
})

it('a text that is no statement is refused', () => {
  expect(verdict(['Ada: I keep bees.'], `Ada keeps bees. ${'Bees '.repeat(200)}`, ['t1'])).toBe('too long')
})
