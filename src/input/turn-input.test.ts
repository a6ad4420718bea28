import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../model/errors.ts'
import { readTurns } from './turn-input.ts'

const utc = { timeZone: 'UTC' }
const turn = { speaker: 'Ida', text: 'The tram was late.', time: '2025-03-01T10:00:00Z' }

function refused(input: unknown): ValidationError {
  try {
    readTurns(input, utc)
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
  throw new Error('was accepted')
}

describe('readTurns', () => {
  it('fills in the local day as the session and an id that the same content has again', () => {
    const [first] = readTurns(turn, utc)
    const [again] = readTurns([{ ...turn }], utc)
    expect(first).toMatchObject({ session: '2025-03-01', timeInferred: false, role: undefined })
    expect(first!.id).toBe(again!.id)
    expect(readTurns({ ...turn, text: 'The tram was early.' }, utc)[0]!.id).not.toBe(first!.id)
  })

  it('tells apart what was said twice in one call, and gives both their ids again in a retry', () => {
    const twice = [turn, { ...turn, text: 'Yes, please.' }, { ...turn, text: 'Yes, please.' }]
    const ids = readTurns(twice, utc).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(readTurns(twice, utc).map(({ id }) => id)).toEqual(ids)
  })

  it('reads a time without offset in the zone of the bank', () => {
    const [read] = readTurns({ ...turn, time: '2024-07-01T23:30:00' }, { timeZone: 'America/Los_Angeles' })
    expect(read).toMatchObject({ time: '2024-07-02T06:30:00.000Z', session: '2024-07-01' })
  })

  it('takes the start of the session for a turn without a time, and says so', () => {
    const [read] = readTurns({ ...turn, time: null, sessionStart: '2023-11-07T05:31:56Z' }, utc)
    expect(read).toMatchObject({ time: '2023-11-07T05:31:56.000Z', timeInferred: true })
  })

  it('never dates a turn by itself: neither turn nor session time is refused', () => {
    const error = refused({ speaker: 'Ida', text: 'Hello.' })
    expect(error.path).toBe('turns[0].time')
    expect(error.message).toContain('sessionStart')
  })

  it.each([
    [1_717_243_200, 'got the number 1717243200; as seconds since 1970 it would be 2024-06-01T12:00:00.000Z'],
    [1_717_243_200_000, 'as milliseconds since 1970 it would be 2024-06-01T12:00:00.000Z'],
    [9e99, 'got the number 9e+99'],
    [true, 'got a boolean'],
    [new Date(Number.NaN), 'got an invalid Date'],
    [new Date('+020000-01-01T00:00:00Z'), 'got +020000-01-01T00:00:00.000Z'],
  ])('says of the time %s what it got', (time, words) => {
    expect(refused({ ...turn, time }).message).toContain(words)
  })

  it.each([
    ['9999-12-31T23:59:59Z', 'Asia/Tokyo'],
    ['0001-01-01T00:00:00Z', 'America/Los_Angeles'],
    [new Date('9999-12-31T12:00:00Z'), 'Pacific/Kiritimati'],
  ])('refuses the time %s, whose day in %s cannot be written', (time, timeZone) => {
    expect(() => readTurns({ ...turn, time }, { timeZone })).toThrow(ValidationError)
    expect(() => readTurns({ ...turn, time }, { timeZone })).toThrow(`its day in ${timeZone} has to lie in`)
    expect(readTurns({ ...turn, time }, utc)).toHaveLength(1)
  })

  it.each([
    [5, 'a turn needs a speaker, which is text; got a number'],
    [null, 'a turn needs a speaker, which is text; got null'],
    [undefined, 'a turn needs a speaker'],
  ])('says of the speaker %s what it got', (speaker, words) => {
    expect(refused({ ...turn, speaker }).message).toContain(words)
  })

  it.each([
    ['a blank text', { ...turn, text: '  \n' }, 'turns[0].text'],
    ['an empty id', { ...turn, id: '' }, 'turns[0].id'],
    ['an id of 513 characters', { ...turn, id: 'x'.repeat(513) }, 'turns[0].id'],
    ['a session of 2,000 characters', { ...turn, session: 's'.repeat(2000) }, 'turns[0].session'],
    ['no speaker', { ...turn, speaker: ' ' }, 'turns[0].speaker'],
    ['a number for a time', { ...turn, time: 1717243200 }, 'turns[0].time'],
    ['a time that is none', { ...turn, time: 'last Friday' }, 'turns[0].time'],
    ['an invalid Date', { ...turn, time: new Date(Number.NaN) }, 'turns[0].time'],
    ['a key that no turn has', { ...turn, timestmap: 1 }, 'turns[0]'],
    ['an unknown content part', { ...turn, text: [{ type: 'video', url: 'x' }] }, 'turns[0].text'],
    ['metadata that is no JSON', { ...turn, metadata: { f: () => 1 } }, 'turns[0].metadata'],
    ['a string for a turn', 'hello', 'turns[0]'],
    ['a hole in the list', new Array(1), 'turns[0]'],
    ['a text object for a speaker', { ...turn, speaker: Object('Ida') }, 'turns[0].speaker'],
  ])('refuses %s and names the field', (_, input, path) => {
    const error = refused(input)
    expect(error.path.startsWith(path)).toBe(true)
    expect(error.message).toContain(path)
  })

  it('names the turn that is refused among good ones', () => {
    const error = refused([turn, { ...turn, id: 't2', text: ' ' }])
    expect(error.path).toBe('turns[1].text')
    expect(error.message).toContain('"t2"')
  })

  it('keeps the place of an image with its address or caption', () => {
    const image = { type: 'image_url', image_url: { url: 'https://img.example/receipt.jpg' } }
    expect(readTurns({ ...turn, text: image }, utc)[0]!.text).toBe('[image: https://img.example/receipt.jpg]')
    const parts = [
      { type: 'text', text: 'Look:' },
      { type: 'image', caption: 'a red canoe' },
    ]
    expect(readTurns({ ...turn, text: parts }, utc)[0]!.text).toBe('Look:\n[image: a red canoe]')
  })

  it('replaces NUL characters and keeps every other character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '')
        expect(readTurns({ ...turn, text }, utc)[0]!.text).toBe(text.replaceAll('\u0000', '\uFFFD'))
      }),
    )
  })

  it('keeps types and nulls of metadata', () => {
    const metadata = { engine: null, pages: 3, tags: ['x', null], nested: { a: null } }
    expect(readTurns({ ...turn, metadata }, utc)[0]!.metadata).toEqual(metadata)
  })
})
