import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ValidationError } from '../model/errors.ts'
import type { ConversationPart } from './conversation-part.ts'
import { type ReadOptions, readConversations } from './read-conversations.ts'

const line = (fields: object) =>
  JSON.stringify({ speaker: 'Ana', text: 'Hello', time: '2024-05-01T09:00:00Z', ...fields })

/** The parts until the end or the first fault. */
async function readAll(source: string | AsyncIterable<Uint8Array>, options?: ReadOptions) {
  const parts: ConversationPart[] = []
  try {
    for await (const part of readConversations(source, options)) parts.push(part)
    return { parts, turns: parts.flatMap(({ turns }) => turns), fault: undefined }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return { parts, turns: parts.flatMap(({ turns }) => turns), fault: error.message }
  }
}

/** Bytes in pieces of a size, as a pipe may give them. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const piped = (text: string | Uint8Array, size = 7) =>
  pieces(typeof text === 'string' ? Buffer.from(text) : text, size)

describe('a JSONL file', () => {
  test('gives its turns in order, each with its line', async () => {
    const { parts, turns } = await readAll(
      piped(`${line({ id: 'a' })}\n\n${line({ id: 'b', role: 'user', metadata: { n: null } })}`),
    )
    expect(turns).toEqual([
      { id: 'a', speaker: 'Ana', text: 'Hello', time: '2024-05-01T09:00:00Z' },
      {
        id: 'b',
        speaker: 'Ana',
        text: 'Hello',
        time: '2024-05-01T09:00:00Z',
        role: 'user',
        metadata: { n: null },
      },
    ])
    expect(parts[0]?.places).toEqual(['standard input, line 1', 'standard input, line 3'])
    expect(parts[0]?.bank).toBeUndefined()
  })

  test('accepts timestamp for time and session_started_at for sessionStart, and null for absent', async () => {
    const source = line({ time: null, timestamp: '2024-05-02', session_started_at: '2024-05-01', role: null })
    expect((await readAll(piped(source))).turns).toEqual([
      { speaker: 'Ana', text: 'Hello', time: '2024-05-02', sessionStart: '2024-05-01' },
    ])
  })

  test('is split into banks by its users, the order within each kept', async () => {
    const source = [
      line({ user: 'u1', id: '1' }),
      line({ user: 'u2', id: '2' }),
      line({ user: 'u1', id: '3' }),
      line({ id: '4' }),
    ].join('\n')
    const { parts } = await readAll(piped(source))
    expect(parts.map(({ bank, turns }) => [bank, turns.map(({ id }) => id)])).toEqual([
      ['u1', ['1', '3']],
      ['u2', ['2']],
      [undefined, ['4']],
    ])
  })

  test('may have a byte order mark, CRLF line ends and U+2028 in its strings', async () => {
    const { turns } = await readAll(piped(`\uFEFF${line({ text: 'one\u2028line' })}\r\n${line({})}\r\n`))
    expect(turns.map(({ text }) => text)).toEqual(['one\u2028line', 'Hello'])
  })

  test('may have byte order marks between its lines, as files that were joined have', async () => {
    const { turns } = await readAll(
      piped(
        `\uFEFF${line({ text: 'one' })}\n\uFEFF${line({ text: 'two' })}\n\uFEFF\n${line({ text: 'three' })}\uFEFF\n`,
      ),
    )
    expect(turns.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })

  test('comes out the same however its bytes are cut, and as JSON.parse reads its lines', async () => {
    const anyLine = fc.record({
      speaker: fc.constant('Ö'),
      text: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 50 }),
        async (lines, size) => {
          const text = lines.map((fields) => JSON.stringify(fields)).join('\n')
          const { turns, parts } = await readAll(piped(text, size))
          expect(turns).toEqual(text.split('\n').map((one) => JSON.parse(one)))
          expect(parts.at(-1)?.progress.bytes).toBe(Buffer.byteLength(text))
        },
      ),
    )
  })

  test('is handed over in parts of at most 200 turns', async () => {
    const { parts } = await readAll(
      piped(Array.from({ length: 450 }, (_, n) => line({ id: `${n}` })).join('\n'), 5000),
    )
    expect(parts.map(({ turns }) => turns.length)).toEqual([200, 200, 50])
  })

  test.each([
    [
      'a typing error in a key',
      line({ sesion: 's1' }),
      /line 2: unknown key “sesion”; a turn has id, session,/,
    ],
    [
      'a whole chat in one line',
      '{"messages":[{"role":"user","content":"Hi!"}]}',
      /line 2: unknown key “messages”; .*\. A line is one turn: write each message of a chat on a line of its own$/,
    ],
    ['a key of the prototype', '{"speaker":"A","text":"x","__proto__":1}', /line 2: unknown key “__proto__”/],
    ['the same field twice', line({ timestamp: '2024-05-01' }), /line 2: “timestamp” says again/],
    ['no speaker', '{"text":"x"}', /line 2: a turn needs “speaker”/],
    ['no text', '{"speaker":"A","text":null}', /line 2: a turn needs “text”/],
    ['a list', '[1]', /line 2: a turn is a JSON object like/],
    ['half an object', '{"speaker":"A","te', /line 2: this is no JSON; .* one complete JSON object a line/],
    ['a user that is no text', line({ user: 7 }), /line 2: “user” names a bank/],
  ])('with %s gives what stands before it and names the line', async (_, bad, message) => {
    const { turns, fault } = await readAll(piped(`${line({ id: 'good' })}\n${bad}\n${line({ id: 'later' })}`))
    expect(turns.map(({ id }) => id)).toEqual(['good'])
    expect(fault).toMatch(message)
    expect(fault).not.toContain('\n')
  })

  test('with bytes that are not UTF-8 far inside names the line', async () => {
    const good = `${line({ text: 'x'.repeat(1000) })}\n`.repeat(100)
    const { turns, fault } = await readAll(
      piped(Buffer.concat([Buffer.from(good), Buffer.from([0x22, 0xff, 0x22])]), 9000),
    )
    expect(turns).toHaveLength(100)
    expect(fault).toMatch(/line 101 is not UTF-8 text/)
  })

  test('without line breaks is refused before it fills the memory', async () => {
    async function* endless() {
      yield Buffer.from('{"speaker": "')
      for (;;) yield Buffer.alloc(1 << 20, 'x')
    }
    expect((await readAll(endless())).fault).toMatch(/line 1 is longer than 16 MB/)
  })
})

describe('a LoCoMo file', () => {
  const conversation = {
    sample_id: 'conv-1',
    qa: [{ question: 'Secret?', answer: 'gold' }],
    conversation: {
      speaker_a: 'Ana',
      session_10_date_time: '12:05 am on 1 January, 2024',
      session_10: [{ speaker: 'Bo', dia_id: 'D10:1', text: 'Happy new year!' }],
      session_2_date_time: '11:59 pm on 8 May, 2023',
      session_2: [
        {
          speaker: 'Ana',
          dia_id: 'D2:1',
          text: 'Look!',
          blip_caption: 'a photo of a kite',
          query: 'kite red sky',
        },
        { speaker: 'Bo', dia_id: 'D2:2', text: ' ' },
        { speaker: 'Bo', dia_id: 'D2:3', text: '', blip_caption: 'a dog' },
      ],
      session_11_date_time: '1:00 pm on 2 January, 2024',
    },
  }
  const turns = [
    {
      id: 'D2:1',
      session: 'session_2',
      speaker: 'Ana',
      text: 'Look! [image: a photo of a kite]',
      time: '2023-05-08T23:59:00',
    },
    { id: 'D2:3', session: 'session_2', speaker: 'Bo', text: '[image: a dog]', time: '2023-05-09T00:01:00' },
    {
      id: 'D10:1',
      session: 'session_10',
      speaker: 'Bo',
      text: 'Happy new year!',
      time: '2024-01-01T00:05:00',
    },
  ]

  test.each([
    ['an array', JSON.stringify([conversation])],
    ['an array over many lines', JSON.stringify([conversation], null, 2)],
    ['a lone conversation', JSON.stringify(conversation)],
    ['a lone conversation over many lines', JSON.stringify(conversation, null, '\t')],
    [
      'a lone conversation longer than what is looked at',
      JSON.stringify({ ...conversation, qa: ['x'.repeat(200_000)] }),
    ],
  ])('as %s gives sessions by number, a minute a turn, captions, and nothing else', async (_, text) => {
    const read = await readAll(piped(text, 1000))
    expect(read.fault).toBeUndefined()
    expect(read.turns).toEqual(turns)
    expect(read.parts.map(({ bank, blank }) => [bank, blank])).toEqual([['conv-1', 1]])
    expect(JSON.stringify(read.parts)).not.toMatch(/gold|Secret|red sky/)
  })

  test('can leave captions out', async () => {
    const read = await readAll(piped(JSON.stringify([conversation])), { captions: false })
    expect(read.turns.map(({ text }) => text)).toEqual(['Look!', 'Happy new year!'])
  })

  test('gives each conversation its own bank', async () => {
    const read = await readAll(
      piped(JSON.stringify([conversation, { ...conversation, sample_id: 'conv-2' }])),
    )
    expect(read.parts.map(({ bank }) => bank)).toEqual(['conv-1', 'conv-2'])
  })

  const withSession = (fields: object) =>
    JSON.stringify([conversation, { sample_id: 'bad', conversation: fields }])
  test.each<[string, string, RegExp]>([
    [
      'cut in the middle',
      JSON.stringify([conversation, conversation]).slice(0, -40),
      /ends in the middle of its JSON/,
    ],
    [
      'broken in the middle',
      JSON.stringify([conversation]).replace(/\]$/, ', oops]'),
      /is no valid JSON: something is wrong at byte \d+/,
    ],
    ['followed by more', `${JSON.stringify([conversation])} []`, /is no valid JSON/],
    ['without a date', withSession({ session_1: [{}] }), /bad, session_1: its date must look like/],
    [
      'with a day that does not exist',
      withSession({
        session_1_date_time: '1:00 pm on 31 February, 2023',
        session_1: [{ dia_id: 'D1:1', speaker: 'A', text: 'x' }],
      }),
      /session_1, turn 1: its session begins on a day that does not exist/,
    ],
    [
      'with a turn without text',
      withSession({
        session_1_date_time: '1:00 pm on 3 March, 2023',
        session_1: [{ dia_id: 'D1:1', speaker: 'A' }],
      }),
      /session_1, turn 1: a LoCoMo turn has “text”/,
    ],
    ...[null, 7, 'x', []].map((turn): [string, string, RegExp] => [
      `with ${JSON.stringify(turn)} for a turn`,
      withSession({ session_1_date_time: '1:00 pm on 3 March, 2023', session_1: [turn] }),
      /session_1, turn 1: a LoCoMo turn has “text”/,
    ]),
    ...['0000', '0099'].map((year): [string, string, RegExp] => [
      `in the year ${year}`,
      withSession({
        session_1_date_time: `1:00 pm on 3 March, ${year}`,
        session_1: [{ dia_id: 'D1:1', speaker: 'A', text: 'x' }],
      }),
      /session_1, turn 1: its session begins on a day that does not exist/,
    ]),
    [
      'with another thing in the list',
      JSON.stringify([conversation, { question: 1 }]),
      /neither LoCoMo .* nor LongMemEval/,
    ],
  ])('%s gives the complete conversations before the fault', async (_, text, message) => {
    const read = await readAll(piped(text, 100))
    expect(read.fault).toMatch(message)
    expect(read.turns.slice(0, 3)).toEqual(turns)
    expect(read.turns).toHaveLength(3)
  })
})

describe('a LongMemEval file', () => {
  const question = {
    question_id: 'q1',
    question_type: 'gold-type',
    answer: 'gold',
    haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 23:59'],
    haystack_session_ids: ['s_1', 's_1'],
    haystack_sessions: [
      [
        { role: 'user', content: 'Hi', has_answer: true },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'Bye' },
      ],
      [{ role: 'assistant', content: 'Again' }],
    ],
  }

  test('gives each question a bank, with the roles as speakers and a minute a turn', async () => {
    const read = await readAll(piped(JSON.stringify([question]), 100))
    expect(read.fault).toBeUndefined()
    expect(read.parts.map(({ bank, blank }) => [bank, blank])).toEqual([['q1', 1]])
    expect(read.turns).toEqual([
      { id: 's_1_1', session: 's_1', speaker: 'user', role: 'user', text: 'Hi', time: '2023-05-20T02:21:00' },
      {
        id: 's_1_3',
        session: 's_1',
        speaker: 'user',
        role: 'user',
        text: 'Bye',
        time: '2023-05-20T02:23:00',
      },
      {
        id: 's_1#2_1',
        session: 's_1#2',
        speaker: 'assistant',
        role: 'assistant',
        text: 'Again',
        time: '2023-05-21T23:59:00',
      },
    ])
    expect(JSON.stringify(read.parts)).not.toMatch(/gold|has_answer/)
  })

  test.each<[string, object, RegExp]>([
    [
      'fewer dates than sessions',
      { ...question, haystack_dates: [] },
      /“haystack_dates” must have one text for each of the 2 sessions/,
    ],
    [
      'a date in another form',
      { ...question, haystack_dates: ['yesterday', 'today'] },
      /its date must look like “2023\/05\/20/,
    ],
    ...[null, 7, 'x', []].map((turn): [string, object, RegExp] => [
      `${JSON.stringify(turn)} for a turn`,
      { ...question, haystack_sessions: [[turn], []] },
      /turn 1: a LongMemEval turn has “role” and “content”/,
    ]),
    [
      'a date in the year 0',
      { ...question, haystack_dates: ['0000/05/20 (Sat) 02:21', '2023/05/21 (Sun) 23:59'] },
      /turn 1: its session begins on a day that does not exist/,
    ],
    [
      'a turn without content',
      { ...question, haystack_sessions: [[{ role: 'user' }], []] },
      /a LongMemEval turn has “role” and “content”/,
    ],
  ])('with %s is refused', async (_, bad, message) => {
    expect((await readAll(piped(JSON.stringify([bad])))).fault).toMatch(message)
  })
})

describe('a file', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reinstate-import-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  const file = async (name: string, bytes: string | Uint8Array) => {
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }

  test('is told by its content, not by its name', async () => {
    expect((await readAll(await file('locomo.json', line({ id: 'a' })))).turns).toHaveLength(1)
  })

  test('says how far it is read', async () => {
    const { parts } = await readAll(await file('a.jsonl', `${line({})}\n`))
    expect(parts.at(-1)?.progress).toEqual({ bytes: line({}).length + 1, totalBytes: line({}).length + 1 })
  })

  test.each([
    ['empty', '', /is empty; a conversation file has at least one turn/],
    ['blank', ' \n\n', /is empty/],
    ['an empty list', '[]', /is an empty list/],
    [
      'prose',
      'Dear diary',
      /is neither JSONL .* nor a LoCoMo or LongMemEval file: it begins with "Dear diary"/,
    ],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${line({})}`, 'utf16le'), /is UTF-16 text; save it as UTF-8/],
    ['UTF-16 without a mark', Buffer.from(line({}), 'utf16le'), /is UTF-16 text; save it as UTF-8/],
    ['UTF-16, big end first', Buffer.from(line({}), 'utf16le').swap16(), /is UTF-16 text; save it as UTF-8/],
    ['binary', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), /is a binary file/],
    ['Latin-1', Buffer.from('{"speaker":"J\xfcrgen"}', 'latin1'), /is not UTF-8 text; save it as UTF-8/],
    ['a JSON array of turns', `[${line({})}]`, /is one JSON document of turns; put one object a line/],
    ['another JSON document', '{\n "a": 1\n}', /is JSON, but neither LoCoMo .* nor LongMemEval/],
    ['a JSON array of numbers', '[1, 2]', /is JSON, but neither/],
  ])('that is %s is refused in one sentence', async (_, bytes, message) => {
    const path = await file('x', bytes)
    const { fault, turns } = await readAll(path)
    expect(fault).toMatch(message)
    expect(fault?.startsWith(`${path} `)).toBe(true)
    expect(fault).not.toContain('\n')
    expect(turns).toEqual([])
  })

  test('that is missing or a folder is refused by name', async () => {
    expect((await readAll(join(folder, 'no.jsonl'))).fault).toBe(`${join(folder, 'no.jsonl')} does not exist`)
    await mkdir(join(folder, 'sub'))
    expect((await readAll(join(folder, 'sub'))).fault).toBe(
      `${join(folder, 'sub')} is a folder; name a file in it`,
    )
  })

  test('of another format than the one asked for is refused', async () => {
    const jsonl = await file('a', line({}))
    expect((await readAll(jsonl, { format: 'locomo' })).fault).toMatch(/is no LoCoMo file/)
    expect((await readAll(jsonl, { format: 'longmemeval' })).fault).toMatch(/is no LongMemEval file/)
    expect((await readAll(await file('b', '[{"conversation": {}}]'), { format: 'jsonl' })).fault).toMatch(
      /line 1: a turn is a JSON object/,
    )
  })
})

describe('a pipe', () => {
  test('hands a part over as soon as it is full, though more may come', async () => {
    async function* open(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(Array.from({ length: 201 }, () => `${line({})}\n`).join(''))
      await new Promise(() => {})
    }
    const parts = readConversations(open())
    expect((await parts.next()).value?.turns).toHaveLength(200)
  })
})

test.each([5, null, undefined, {}, ['a.jsonl']])('of the source %j says what one is', async (source) => {
  const read = readConversations(source as unknown as string).next()
  await expect(read).rejects.toThrow(ValidationError)
  await expect(read).rejects.toThrow(/a source is a path, or a stream of bytes, got /)
})

test('of a format that does not exist says which ones do', async () => {
  const read = readConversations('chat.csv', { format: 'csv' as 'jsonl' }).next()
  await expect(read).rejects.toThrow(
    new ValidationError(
      'options.format',
      'Cannot read options.format: a format is jsonl, locomo, longmemeval, got "csv"',
    ),
  )
})
