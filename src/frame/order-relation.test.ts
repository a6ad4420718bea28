import { describe, expect, it } from 'vitest'
import { answerKind } from './answer-kind.ts'
import { openingClause } from './asked-sentence.ts'
import { hopsOf } from './hops.ts'
import { orderOf, orderOfClause } from './order-relation.ts'

describe('the order relation', () => {
  it.each([
    ['How late was Vic up the night before the eye exam?', 'before', 'eye exam'],
    ['What did Ana do after she sold the van?', 'after', 'she sold the van'],
    ['How many days before the regatta did I arrive?', 'before', 'regatta'],
    ['Which book did Ana read first?', 'first', undefined],
    ['When did I last see the dentist?', 'last', undefined],
    ['Which milk does Nico drink now?', 'latest', undefined],
    ['What is my most recent address?', 'latest', undefined],
  ])('%s', (question, relation, event) => {
    expect(orderOf(question)).toEqual({ relation, event })
  })

  it.each([
    'What is her first name?',
    'What is the order of the trips, from earliest to latest?',
    'What happened after that?',
    'Who sings?',
    'After all, who cares?',
    'What does Leo cook once a week?',
    'What was Leo doing at the moment of the crash?',
    '',
  ])('is none: %s', (question) => {
    expect(orderOf(question)).toBeUndefined()
  })
})

describe('the order that a clause before the question gives', () => {
  it.each([
    ['Before moving to Ghent, where did Leo live?', 'before', 'moving to Ghent'],
    ['Right after the race, who called?', 'after', 'race'],
    ['Once Priya finished school, what did she do?', 'after', 'Priya finished school'],
  ])('%s', (question, relation, event) => {
    expect(orderOfClause(openingClause(question)!)).toEqual({ relation, event })
  })

  it.each([
    'Since you asked, where is it?',
    'When Vic was ill, what did he eat?',
    'After all, what is it?',
    'After all of that, what did Leo say?',
    'Once a week, what does Leo cook?',
    'Once in a while, what does Leo cook?',
  ])('is none: %s', (question) => {
    expect(orderOfClause(openingClause(question) ?? '')).toBeUndefined()
  })

  it('is none where the question has no clause before it', () => {
    expect(openingClause('Who sings?')).toBeUndefined()
    expect(openingClause('')).toBeUndefined()
  })
})

describe('the hops', () => {
  const hops = (question: string) =>
    hopsOf(question, { kind: answerKind(question), list: false }, orderOf(question))
  it.each([
    ['multi', 'What do Ana and Ugo have in common?'],
    ['multi', 'Is Ana older than Ugo?'],
    ['multi', 'How many times did we sail?'],
    ['multi', 'How many days passed between the regatta and the storm?'],
    ['multi', 'Which did I buy first, the tent or the canoe?'],
    ['multi', 'What did Ana do after the race?'],
    ['multi', 'Who is older, Leo or Priya?'],
    ['multi', "Which is bigger, my flat or Tom's?"],
    ['multi', "Is Tom's new flat closer to work than his old one?"],
    ['multi', 'Which costs less, the bus or the tram?'],
    ['multi', 'Does Ana or Leo have more children?'],
    ['single', 'Did I buy the bigger one or the smaller one?'],
    ['single', 'Do I drink water or tea at dinner?'],
    // Nouns that look like comparatives.
    ['single', 'Is my locker number 12 or 21?'],
    ['single', 'Is my father a baker or a smith?'],
    ['single', 'How many times a week does Tom swim?'],
    ['single', 'Which flat has the leak?'],
    ['single', 'What did Ana eat first?'],
    ['single', ''],
  ])('%s: %s', (expected, question) => {
    expect(hops(question)).toBe(expected)
  })
})
