import { describe, expect, test } from 'vitest'
import type { Alias } from '../model/history.ts'
import type { TurnId } from '../model/turn.ts'
import { type Asks, ask, type Said } from './trial-question.ts'

describe('a statement belongs to the person whom it is about', () => {
  const said: Said[] = [
    { speaker: 'Alma', text: 'My cousin Piet hates sailing, but his wife bought him a boat.' },
  ]
  test('the third person is found', () => {
    expect(ask('Who hates sailing?', { kind: 'person' }, said)).toMatchObject({
      answered: true,
      text: 'Piet',
    })
    expect(ask('Who bought Piet a boat?', { kind: 'person', persons: ['Piet'] }, said)).toMatchObject({
      text: "Piet's wife",
    })
  })
  test('the speaker is not said to feel it', () => {
    expect(ask('Does Alma hate sailing?', { kind: 'yes-no', persons: ['Alma'] }, said)).toMatchObject({
      answered: false,
    })
  })
  test('who speaks next inherits nothing', () => {
    const talk: Said[] = [
      { speaker: 'Rosa', text: 'My favourite flower is the iris.' },
      { speaker: 'Uwe', text: 'Lovely. Anyone for tea?' },
    ]
    const question = { kind: 'thing', focus: 'flower' } as const
    expect(ask("What is Rosa's favourite flower?", { ...question, persons: ['Rosa'] }, talk).text).toContain(
      'iris',
    )
    expect(ask("What is Uwe's favourite flower?", { ...question, persons: ['Uwe'] }, talk)).toMatchObject({
      answered: false,
    })
  })
  test('a pet is not its owner', () => {
    const talk: Said[] = [{ speaker: 'Rosa', text: 'My dog loves snow.' }]
    expect(ask('Does Rosa love snow?', { kind: 'yes-no', persons: ['Rosa'] }, talk)).toMatchObject({
      answered: false,
    })
    expect(ask("Does Rosa's dog love snow?", { kind: 'yes-no', persons: ['Rosa'] }, talk)).toMatchObject({
      polarity: 'yes',
    })
  })
  test('a declared nickname finds its person, a similar name does not', () => {
    const aliases: Alias[] = [{ alias: 'Kat', person: 'Katarina', source: 't1' as TurnId }]
    const talk: Said[] = [
      { speaker: 'Ewa', text: 'Katja bought the sledge.' },
      { speaker: 'Ewa', text: 'Katarina bought the red kite.' },
    ]
    const verdict = ask('What did Kat buy?', { kind: 'thing', persons: ['Katarina'], aliases }, talk)
    expect(verdict.text).toContain('kite')
    expect(verdict.text).not.toContain('sledge')
  })
})

describe('a name is unknown only where neither bank nor evidence holds it', () => {
  test('a pet that the frame takes for an unknown person is found in the text', () => {
    const verdict = ask('What breed is Plum?', { kind: 'thing', focus: 'breed', unknownNames: ['Plum'] }, [
      { speaker: 'Ann', text: 'My cat Plum is a grey tabby.' },
    ])
    expect(verdict.text).toContain('tabby')
  })
})

describe('what is like the answer and is none', () => {
  test('another person of the same first name replaces nothing', () => {
    const said: Said[] = [
      { speaker: 'Ugo', text: 'Anna Berg rents the barn.', on: '2025-03-01' },
      { speaker: 'Ugo', text: 'Anna Holm rents the loft.', on: '2025-04-01' },
    ]
    const rents = (person: string) =>
      ask(`What does ${person} rent?`, { kind: 'thing', persons: [person] }, said).text
    expect(rents('Anna Berg')).toContain('barn')
    expect(rents('Anna Holm')).toContain('loft')
  })

  test('a favourite of another kind is none of the kind that is asked for', () => {
    const said: Said[] = [{ speaker: 'Rosa', text: 'My favourite flower is the iris.' }]
    const question: Asks = { kind: 'thing', focus: 'bird', persons: ['Rosa'] }
    expect(ask("What is Rosa's favourite bird?", question, said)).toMatchObject({ answered: false })
  })

  test.each([
    ['food', 'My favourite dish is ramen.', 'ramen'],
    ['music', 'My favourite singer is Nina.', 'Nina'],
  ])('a favourite is of the kind by whatever word for it: %s', (focus, text, found) => {
    const said: Said[] = [{ speaker: 'Rosa', text }]
    const question: Asks = { kind: 'thing', focus, persons: ['Rosa'] }
    expect(ask(`What is Rosa's favourite ${focus}?`, question, said).text).toContain(found)
  })

  test('saying so again gives no reason', () => {
    const said: Said[] = [{ speaker: 'Ann', text: 'Klara lives in Ghent.' }]
    const question: Asks = { kind: 'reason', persons: ['Klara'] }
    expect(ask('Why does Klara live in Ghent?', question, said)).toMatchObject({ answered: false })
  })
})

describe('what an answer cannot know', () => {
  const canoe: Said[] = [
    { speaker: 'Nils', text: 'I bought a canoe.' },
    { speaker: 'Edda', text: 'I bought a kayak.' },
  ]

  test('whose words they are is said where several speak and nobody says who asks', () => {
    const verdict = ask('What did I buy?', { kind: 'thing' }, canoe)
    expect(verdict.answered && verdict.caveats.join()).toContain('words of Nils')
    const known = ask('What did I buy?', { kind: 'thing', asker: 'Nils', persons: ['Nils'] }, canoe)
    expect(known).toMatchObject({ answered: true, caveats: [] })
  })

  test('where memory ends is said of a time that lies after it', () => {
    const asks: Asks = {
      kind: 'thing',
      within: ['in March', '2026-03-01', '2026-03-31'],
      lastDay: '2025-03-01',
    }
    const said: Said[] = [{ speaker: 'Nils', text: 'I bought a canoe.', tier: 'elsewhere' }]
    const verdict = ask('What did Nils buy in March?', asks, said)
    expect(verdict).toMatchObject({ answered: false })
    expect(verdict.text).toContain('memory ends on 1 March 2025')
  })
})
