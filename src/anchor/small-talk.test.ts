import { expect, it } from 'vitest'
import { names } from '../language/names.ts'
import { isSmallTalk } from './small-talk.ts'

const isTalk = (text: string) => isSmallTalk(text, names(text))

it.each([
  'Wow, Mel! That sounds great!',
  'Thanks so much.',
  'ok',
  'Can you remember that?',
  'Please note that down.',
  'Good night!',
  '👍',
])('small talk: %s', (text) => {
  expect(isTalk(text)).toBe(true)
})

it.each([
  'Thanks for the canoe.',
  'See you at 5.',
  'Great, see you in Ghent!',
  "Remember that I can't eat plums.",
  'I keep bees.',
  '昨天我们去湖边。',
])('more than small talk: %s', (text) => {
  expect(isTalk(text)).toBe(false)
})
