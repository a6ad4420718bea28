import { describe, expect, it } from 'vitest'
import type { Day, Instant } from '../model/day-range.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import type { AnchorContext } from '../store/store.ts'
import { UnitFlag } from '../store/views/unit-entry.ts'
import { createAnchor } from './anchor.ts'

const anchor = createAnchor({ timeZone: 'UTC', dateOrder: undefined })

const context = (speaker: string, text: string, more: Partial<Turn> = {}): AnchorContext => {
  const time = '2024-03-20T19:00:00.000Z' as Instant
  const turn: Turn = {
    id: 't1' as TurnId,
    session: 's1' as SessionId,
    speaker,
    text,
    time,
    timeInferred: false,
    role: undefined,
    metadata: undefined,
    position: 1,
    ...more,
  }
  return {
    turn,
    before: [],
    sessionSpan: { start: time, end: time },
    previousSessionDay: '2024-03-01' as Day,
  }
}
const units = (speaker: string, text: string, more?: Partial<Turn>) =>
  anchor([context(speaker, text, more)]).units
const only = (speaker: string, text: string, more?: Partial<Turn>) => {
  const made = units(speaker, text, more)
  expect(made).toHaveLength(1)
  return made[0]!
}

describe('a memory unit', () => {
  it('says who spoke and when, and holds the words verbatim with all coordinates', () => {
    const { unit, entry, passage } = only('Vic', 'Yesterday I rowed to Whispering Falls with Jan Novak.')
    expect(unit).toEqual({
      id: 't1#0',
      origin: 'turn',
      session: 's1',
      restatement: 'Vic (2024-03-20): Yesterday I rowed to Whispering Falls with Jan Novak.',
      keywords: ['Whispering Falls', 'Jan Novak', 'Yesterday', 'rowed'],
      context: {
        eventTime: { first: '2024-03-19', last: '2024-03-19', certainty: 'stated' },
        mentionTime: 'Yesterday',
        recurrence: undefined,
        sessionSpan: { start: '2024-03-20T19:00:00.000Z', end: '2024-03-20T19:00:00.000Z' },
        persons: ['Vic', 'Jan Novak'],
        location: 'Whispering Falls',
        entities: ['Whispering Falls'],
        topic: 'Whispering Falls',
      },
      modality: 'stated',
      speaker: 'Vic',
      sources: ['t1'],
      passage: { start: 0, end: 53 },
    })
    expect(entry.persons).toEqual(['@vic', '@jan novak', '@jan'])
    expect(entry.terms).toContain('vic')
    expect(entry.eventFirst).toBe(19_801)
    expect(entry.eventLast).toBe(19_801)
    expect(passage).toBe('Vic: Yesterday I rowed to Whispering Falls with Jan Novak.')
  })

  it('has no event time where the text names none, or only repeats', () => {
    expect(only('Vic', 'I keep bees.').unit.context.eventTime).toBeUndefined()
    const { eventTime, recurrence } = only('Mara', 'The choir meets every Saturday.').unit.context
    expect(eventTime).toBeUndefined()
    expect(recurrence).toMatchObject({ freq: 'weekly', byday: ['SA'] })
  })

  it('keeps names apart that differ in one digit', () => {
    expect(only('Ugo', 'Flat 1603 leaks, Flat 1605 does not.').unit.context.entities).toEqual([
      'Flat 1603',
      'Flat 1605',
    ])
  })

  it('is indexed under both names where the turn declares a nickname', () => {
    const made = anchor([context('Ewa', "Everyone calls Bartholomew 'Bas'.")])
    expect(made.aliases).toEqual([{ alias: 'Bas', person: 'Bartholomew', source: 't1' }])
    expect(made.units[0]!.entry.persons).toEqual(['@ewa', '@bartholomew', '@bas'])
  })

  it('knows a speaker by name where the name is an ordinary word', () => {
    const before = [context('Hope', 'Hello.').turn]
    const made = anchor([{ ...context('Vic', 'Hope, the van is yours.'), before }])
    expect(made.units[0]!.unit.context.persons).toEqual(['Vic', 'Hope'])
  })
})

describe('the flags of a unit', () => {
  const flags = (text: string, more?: Partial<Turn>) => only('Vic', text, more).entry.flags
  it.each([
    ['question', 'Where is the canoe?', UnitFlag.question | UnitFlag.endsAsking],
    [
      'request to remember',
      'Can you remember that?',
      UnitFlag.question | UnitFlag.smallTalk | UnitFlag.endsAsking,
    ],
    ['greeting', 'Wow, Mel!', UnitFlag.smallTalk | UnitFlag.hasName],
    ['first person and number', 'I sold two canoes.', UnitFlag.firstPerson | UnitFlag.hasNumber],
    ['time', 'The choir sang yesterday.', UnitFlag.hasTime],
    ['image', 'Look at the kite. [image: a red kite]', UnitFlag.image],
  ])('tell a %s', (_, text, expected) => {
    expect(flags(text)).toBe(expected)
  })

  it('tell what an assistant said', () => {
    expect(flags('Bees need water.', { role: 'assistant' })).toBe(UnitFlag.assistant)
  })
})

describe('a turn', () => {
  it('without words beside an address gets no unit', () => {
    expect(units('A', '[image: https://img.example/receipt.jpg]')).toEqual([])
  })

  it('that is long gets a unit a passage, each bound to its place and dated by its own words', () => {
    const filler = 'The clouds came in low over the bay again and nobody went out. '.repeat(12)
    const text = `Yesterday it rained. ${filler}The passport is under the stool since Monday.`
    const made = units('A', text)
    expect(made.map(({ entry }) => entry.part)).toEqual([0, 1])
    for (const { unit } of made) {
      expect(unit.restatement).toBe(`A (2024-03-20): ${text.slice(unit.passage.start, unit.passage.end)}`)
    }
    expect(made.map(({ unit }) => unit.context.mentionTime)).toEqual([
      'Yesterday',
      expect.stringContaining('Monday'),
    ])
  })

  it('that opens a made-up scene is made up to its end', () => {
    const text = `Pretend I run a bakery. ${'The oven bakes nine hundred buns in the small hours of the day. '.repeat(20)}`
    expect(new Set(units('Lin', text).map(({ unit }) => unit.modality))).toEqual(new Set(['hypothetical']))
  })

  it('gives the same units whether it comes alone or with others', () => {
    const contexts = [context('A', 'I keep bees.'), context('B', 'Last May too?', { id: 't2' as TurnId })]
    expect(anchor(contexts).units).toEqual(contexts.flatMap((one) => anchor([one]).units))
  })
})
