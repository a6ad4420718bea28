import { describe, expect, it } from 'vitest'
import { answerKind } from './answer-kind.ts'
import { askedSentence } from './asked-sentence.ts'

const kind = (question: string) => answerKind(askedSentence(question))

describe('the kind of answer', () => {
  it.each([
    ['date', 'When did Wren try the pottery class?'],
    ['date', 'In which month did the choir tour?'],
    ['date', 'What time do I leave for work?'],
    ['date', 'Do you remember when we sold the boat?'],
    ['duration', 'How long have they been married?'],
    ['duration', 'How many weeks did the repair take?'],
    ['duration', 'How long ago did I move?'],
    ['frequency', 'How often does Ugo call?'],
    ['frequency', 'How many times a week do I swim?'],
    ['person', 'Who hates chess?'],
    ['person', 'Whose canoe leaks?'],
    ['person', 'Which neighbour has a key?'],
    ['person', 'I got this from whom?'],
    ['place', 'Where is the dinghy moored?'],
    ['place', 'In what country was Ida last summer?'],
    ['place', 'Which town did Kiri move to?'],
    ['number', 'How many buns must the bakery sell?'],
    ['number', 'How old is Max?'],
    ['amount', 'How much does Mo earn?'],
    ['amount', 'What was the price of the tent?'],
    ['amount', 'What does the tent cost?'],
    ['amount', "What did Bo's rent come to?"],
    ['thing', 'What does Anna Holm rent?'],
    ['amount', 'How late was Vic up?'],
    ['yes-no', 'Does Bea like licorice?'],
    ['yes-no', "Isn't the quiz free?"],
    ['yes-no', 'Did I go with a friend or not?'],
    ['choice', 'Does Ida live by the sea or in the hills?'],
    ['choice', 'Which did I buy first, the tent or the canoe?'],
    ['reason', 'Why did Ana leave?'],
    ['reason', 'What made Oskar sell the van?'],
    ['manner', 'How did Rui sign the form?'],
    ['manner', 'How does Ana describe the bay?'],
    ['thing', 'Which flat has the leak?'],
    ['thing', "What is Rosa's favourite colour?"],
    ['thing', "Which season is Pat's favourite?"],
    ['thing', "Which month is Pat's favourite month?"],
    ['thing', 'What day of the week did Pat call her favourite?'],
    ['thing', "Which season was Pat's favourite as a child?"],
    ['date', 'What year did Pat meet her favourite author?'],
    ['date', "Which month is Pat's favourite fair?"],
    ['date', "What year was Pat's favourite singer born?"],
    ['thing', 'When Vic was ill, what did he eat?'],
    ['thing', 'Can you recommend a book?'],
    ['thing', "I'm off to the coast. What should I pack?"],
    ['thing', 'Anything about the boiler?'],
    ['thing', 'std::map TODO'],
    ['thing', '??'],
    ['thing', ''],
  ])('is a %s: %s', (expected, question) => {
    expect(kind(question)).toBe(expected)
  })
})
