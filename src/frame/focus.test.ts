import { describe, expect, it } from 'vitest'
import { asksForList, focusOf } from './focus.ts'

describe('the focus', () => {
  it.each([
    ['flat', 'Which flat has the leak?'],
    ['stories', 'What kind of fiction stories does Tim write?'],
    ['colour', "What is Rosa's favourite colour?"],
    ['flyers', 'How many flyers did Ana carry?'],
    ['milk', 'Which milk does Nico drink now?'],
    ['dog', 'What is the name of the dog?'],
    ['instruments', 'Name the instruments that Ana plays'],
    [undefined, 'What did Ana carry?'],
    ['service', 'Which streaming service did I start?'],
    ['sauce', 'What brand of BBQ sauce do I like?'],
    ['record', 'What is my current record?'],
    ['breed', 'What breed is the dog?'],
    ['drinks', 'Which drinks does Bea like?'],
    ['hikes', 'How many hikes has Ana been on?'],
    [undefined, "What can't Pau eat?"],
    ['people', 'How many people attended the party?'],
    [undefined, 'What is special about the bench?'],
    [undefined, 'What is Ana excited about?'],
    [undefined, 'Which came first?'],
    [undefined, 'What motivated Melanie?'],
    [undefined, 'Who hates chess?'],
    ['island', 'What was the last island Elsa visited?'],
    ['song', 'Which song Uwe sang did Bea like?'],
    ['book', 'What is the best book Mr Holm wrote?'],
    ['train', 'What was the first train Vic missed?'],
    ['recipe', 'What is the oldest recipe Ana cooks?'],
    [undefined, ''],
  ])('is %s: %s', (expected, question) => {
    expect(focusOf(question)).toBe(expected)
  })
})

describe('a list is asked for', () => {
  it.each([
    [true, 'Which instruments does Ana play?'],
    [true, 'What kinds of tea does Bea drink?'],
    [true, 'What all did we pack?'],
    [true, 'Name the towns on the way'],
    [true, 'What has Ana painted?'],
    [true, "What are Uwe's hobbies?"],
    [false, 'Which instrument does Ana play?'],
    [false, 'How many instruments does Ana play?'],
    [false, 'Which of the canoes leaks?'],
    [false, 'What bus does Vic take?'],
    [false, 'When did the twins leave?'],
  ])('%s: %s', (expected, question) => {
    expect(asksForList(question, focusOf(question))).toBe(expected)
  })
})
