import { describe, expect, it } from 'vitest'
import { change, isNegated, preference, tellsChange, undoing } from './polarity.ts'

describe('preference', () => {
  it.each([
    ['likes', 'I love licorice.'],
    ['likes', 'My favourite tea is mint.'],
    ['dislikes', "I can't stand licorice any more."],
    ['dislikes', "I don't really like tea."],
    ['dislikes', 'I used to like jazz.'],
    ['dislikes', 'He never enjoyed sailing.'],
    [undefined, 'The tram was late.'],
    [undefined, 'The shed looks like a boat.'],
    [undefined, 'He walks like a heron.'],
    [undefined, "I'd like to sit down."],
    ['dislikes', 'I have gone right off plums.'],
    ['dislikes', 'Uwe went completely off jazz.'],
    ['dislikes', 'Uwe is allergic to wool.'],
    [undefined, "Uwe wasn't allergic to wool after all."],
    [undefined, 'She isn’t really allergic to bees.'],
    [undefined, 'He was never allergic to bees.'],
  ])('is %s: %s', (expected, sentence) => {
    expect(preference(sentence)).toBe(expected)
  })
})

describe('undoing', () => {
  it.each([
    ['cancelled', 'I cancelled my gym membership.'],
    ['bought', 'I nearly bought the blue scooter.'],
    ['off', 'The Gdansk trip is off, sadly.'],
    ['failed to', 'She failed to get the visa.'],
    [undefined, 'Nearly thirty people came.'],
    [undefined, 'We set off at six.'],
    [undefined, 'The lamp is off-white.'],
  ])('by %s: %s', (expected, sentence) => {
    expect(undoing(sentence)).toBe(expected)
  })
})

describe('change', () => {
  it.each([
    ['I moved from Whitby to Alnwick.', 'Whitby', 'Alnwick'],
    ['I switched to oat milk for good.', undefined, 'oat milk'],
    ['They put me on the tunnel project instead.', undefined, 'tunnel project'],
    ['We replaced the stove with a kettle.', 'stove', 'kettle'],
    ['I gave up smoking last year.', 'smoking', undefined],
    ['I take the tram instead of the bus.', 'bus', 'tram'],
  ])('%s', (sentence, from, to) => {
    expect(change(sentence)?.from).toBe(from)
    expect(change(sentence)?.to?.endsWith(to ?? '') ?? to === undefined).toBe(true)
  })

  it.each([
    ['Ida relocated to Cardiff in February.', 'Cardiff'],
    ['We moved to a flat in the city in 2021.', 'flat in the city'],
    ['Bo switched to oat milk in early May.', 'oat milk'],
    ['I transferred to the Leeds office in spring.', 'Leeds office'],
    ['The launch has slipped to the harbour day.', 'harbour day'],
    ['Ana moved to a village in Wales in late summer.', 'village in Wales'],
  ])('leads to a place, not to a time: %s', (sentence, to) => {
    expect(change(sentence)?.to).toBe(to)
  })

  it('is none where nothing changes', () => {
    expect(change('I live in Whitby.')).toBeUndefined()
    expect(tellsChange('I live in Whitby.')).toBe(false)
  })
})

it('negation is told by the verb, by “no longer” and by giving up', () => {
  expect(["I can't eat plums.", 'I no longer sail.', 'I gave up.', 'I sail.'].map(isNegated)).toEqual([
    true,
    true,
    true,
    false,
  ])
})
