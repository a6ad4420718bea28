import { describe, expect, it } from 'vitest'
import { UnitFlag } from '../store/views/unit-entry.ts'
import { flagsOf } from './flags.ts'

const flags = (text: string, more: Partial<Parameters<typeof flagsOf>[0]> = {}) =>
  flagsOf({ text, names: [], modality: 'stated', hasTime: false, role: undefined, ...more })
const has = (text: string, flag: number) => (flags(text) & flag) !== 0

describe('the flags of a passage', () => {
  it.each([
    'I am back from the coast. Where did you go?',
    'We painted the shed! What do you think? 😊',
    'Look at this. Isn’t it lovely? [image: a photo of a shed by a lake]',
  ])('say that it ends by asking when its last sentence asks: %s', (text) => {
    expect(has(text, UnitFlag.endsAsking)).toBe(true)
  })

  it.each([
    'Where did I go? To the coast.',
    'I went to the coast.',
    'Here it is. [image: a sign that says “Ready?”]',
  ])('do not say that it ends by asking when its last sentence states: %s', (text) => {
    expect(has(text, UnitFlag.endsAsking)).toBe(false)
  })

  it('tell a passage that only asks from one that asks after it stated', () => {
    const asked = flags('Where did you go?', { modality: 'asked' })
    const both = flags('I stayed here. Where did you go?')
    expect([asked, both].map((bits) => bits & UnitFlag.question)).toEqual([UnitFlag.question, 0])
  })

  it('see numbers in figures and in words, and who speaks of themselves', () => {
    expect(has('It took a dozen nails.', UnitFlag.hasNumber)).toBe(true)
    expect(has('It took some nails.', UnitFlag.hasNumber)).toBe(false)
    expect(has('That was our idea.', UnitFlag.firstPerson)).toBe(true)
    expect(has('That was their idea.', UnitFlag.firstPerson)).toBe(false)
  })

  it('mark what an assistant said', () => {
    expect(flags('Drink water.', { role: 'assistant' }) & UnitFlag.assistant).toBe(UnitFlag.assistant)
    expect(flags('Drink water.', { role: 'user' }) & UnitFlag.assistant).toBe(0)
  })
})
