// One piece: it holds the command line as a whole against what its help says.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runReinstate } from './run.ts'
import type { Terminal } from './terminal.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const chat = join(repository, 'examples/boathouse.jsonl')
let folder = ''
let home = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-cli-'))
  home = join(folder, 'home')
  return () => rm(folder, { recursive: true, force: true })
})

type Said = { input?: string; reply?: string; env?: { [name: string]: string } }

/** Runs a command line on a terminal that writes down what it is told. */
async function run(args: readonly string[], { input = '', reply, env = {} }: Said = {}) {
  const told = { code: 0, out: '', err: '' }
  const terminal: Terminal = {
    async out(text) {
      told.out += text
    },
    note(text) {
      told.err += text
    },
    style: (_, text) => text,
    columns: undefined,
    noteIsTty: false,
    ask:
      reply === undefined
        ? undefined
        : async (question) => {
            told.err += question
            return reply
          },
    input: Readable.from([Buffer.from(input)]),
    setExitCode(code) {
      told.code = code
    },
  }
  await runReinstate([...args, ...(args.length > 0 ? ['--home', home] : [])], terminal, env)
  return told
}

const reinstate = (...args: string[]) => run(args)

async function json(...args: string[]) {
  const { out, err, code } = await reinstate(...args, '--json')
  return {
    code,
    document: out === '' ? undefined : JSON.parse(out),
    error: err === '' ? undefined : JSON.parse(err).error,
  }
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const line = (id: string, fields: object = {}) =>
  `${JSON.stringify({ id, session: 's1', speaker: 'Ana', text: `I keep bees, hive ${id}.`, time: '2024-05-01T09:00:00Z', ...fields })}\n`

describe('reinstate import', () => {
  test('stores a conversation, and a second run adds nothing and says so', async () => {
    const path = await file('chat.jsonl', line('a') + line('b'))
    expect(await reinstate('import', path)).toMatchObject({
      code: 0,
      out: '2 turns added to bank default.\n',
    })
    expect(await reinstate('import', path)).toMatchObject({
      code: 0,
      out: 'Nothing new: bank default has all 2 turns already.\n',
    })
    expect(await reinstate('import', await file('more.jsonl', line('b') + line('c')))).toMatchObject({
      code: 0,
      out: '1 turn added to bank default, 1 known already.\n',
    })
  })

  test('takes the messages of a chat, whose speaker is the role', async () => {
    const message = { role: 'user', content: 'I keep bees.', time: '2024-05-01T09:00:00Z' }
    await reinstate('import', await file('chat.jsonl', `${JSON.stringify(message)}\n`))
    expect((await json('show')).document).toMatchObject([
      { speaker: 'user', role: 'user', text: 'I keep bees.' },
    ])
  })

  test('gives each user of a file a bank', async () => {
    const path = await file(
      'chat.jsonl',
      line('a', { user: 'u1' }) + line('b', { user: 'u2' }) + line('c', { user: 'u1' }),
    )
    const { document } = await json('import', path)
    expect(document).toEqual({
      banks: [
        { bank: 'u1', added: 2, known: 0, blank: 0 },
        { bank: 'u2', added: 1, known: 0, blank: 0 },
      ],
      stopped: false,
    })
    expect((await json('show', '--bank', 'u2')).document).toMatchObject([{ id: 'b', session: 's1' }])
    const mixed = await json('import', path, '--bank', 'mixed')
    expect(mixed).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('holds several banks (u1, u2, …)') },
    })
    expect((await json('banks')).document.map(({ name }: { name: string }) => name)).toEqual(['u1', 'u2'])
  })

  test.each([
    ['a typing error in a key', line('x', { sesion: 's' }), 2, /line 2: unknown key “sesion”/],
    ['no words', line('x', { text: '  ' }), 2, /line 2: .*words/],
    ['a time that is none', line('x', { time: 'soon' }), 2, /line 2: .*"soon"/],
    ['no time at all', line('x', { time: null }), 2, /line 2: .*needs a time.*\(session_started_at\)/],
    [
      'a number for a time',
      line('x', { time: 1717243200 }),
      2,
      /got the number 1717243200; .*2024-06-01T12:00/,
    ],
    ['half a line', '{"id": "x", "spea', 2, /line 2: this is no JSON/],
    ['an id that has other content', line('a', { text: 'Other.' }), 5, /line 2: .*a/],
  ])('with %s on its second line keeps the first and stops there', async (_, bad, code, message) => {
    const ended = await reinstate('import', await file('chat.jsonl', line('a') + bad + line('z')))
    expect(ended.code).toBe(code)
    expect(ended.err).toMatch(message)
    expect(ended.err.trim().split('\n')).toHaveLength(1)
    expect(ended.out).toBe('1 turn added to bank default.\n')
    expect((await json('show')).document.map(({ id }: { id: string }) => id)).toEqual(['a'])
  })

  test.each([
    ['empty', '', /is empty/],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), /is a binary file/],
    ['UTF-16', Buffer.from(line('a'), 'utf16le'), /is UTF-16 text; save it as UTF-8/],
    ['prose', 'Dear diary', /is neither JSONL/],
    ['cut JSON', '[{"conversation": {"session_1_date_time": "1:', /ends in the middle of its JSON/],
    ['an array of turns', `[${line('a')},${line('b')}]`, /put one object a line.*JSONL/],
    ['an array of messages', '[{"role": "user", "content": "Hi!"}]', /put one object a line.*JSONL/],
    ['a folder', undefined, /is a folder/],
    ['missing', undefined, /does not exist/],
  ])('of a file that is %s says so in one sentence and leaves no bank', async (what, content, message) => {
    const path = what === 'a folder' ? folder : join(folder, 'x')
    if (content !== undefined) await writeFile(path, content)
    const { code, out, err } = await reinstate('import', path)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect((await json('banks')).document).toEqual([])
  })
})

describe('a home that cannot be a folder', () => {
  test('with a fault in one of several files keeps what stands before it and says which files were not read', async () => {
    const [good, bad, last] = [
      await file('good.jsonl', line('a')),
      await file('bad.jsonl', 'no JSON\n'),
      await file('last.jsonl', line('b')),
    ]
    const { code, out, err } = await reinstate('import', good, bad, last)
    expect({ code, out }).toEqual({ code: 2, out: '1 turn added to bank default.\n' })
    expect(err).toBe(
      `Not read for what follows: ${last}\nreinstate: ${bad} is neither JSONL (a turn a line) nor a LoCoMo or LongMemEval file: it begins with "no JSON\\n"\n`,
    )
    expect((await reinstate('import', good, bad, last, '--json')).err.trim().split('\n')).toHaveLength(1)
    expect((await reinstate('import', good, bad)).err).not.toContain('Not read')
  })

  test.each([
    ['a key', `{"\\u001b[2Jkey":1,"speaker":"Ana"}\n`, []],
    [
      'the speakers of a bank',
      line('a', { speaker: '\u001b[31mAna\u202e' }),
      ['ask', 'x', '--speaker', 'Bo'],
    ],
    ['the sessions of a bank', line('a', { session: '\u009b2J' }), ['show', '--session', 'Bo']],
  ])('cannot steer the terminal by an error that names %s', async (_, content, then) => {
    const chat = await file('chat.jsonl', content)
    const imported = await reinstate('import', chat)
    const { err } = then.length === 0 ? imported : await reinstate(...then)
    expect(err).toMatch(/^reinstate: .*\uFFFD/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })

  test('as it is a file is called one', async () => {
    home = await file('taken', 'x')
    for (const command of [['import', chat], ['banks'], ['ask', 'Who?']]) {
      const { code, err } = await reinstate(...command)
      expect(code).toBe(6)
      expect(err).toMatch(/taken is (?:a file|not a folder)/)
      expect(err).not.toContain('ENOTDIR')
    }
  })

  test('is named, and nothing is made', async () => {
    home = join(await file('taken', 'x'), 'home')
    for (const command of [['import', chat], ['banks'], ['ask', 'Who?']]) {
      const { code, out, err } = await reinstate(...command)
      expect({ code, out }).toEqual({ code: 6, out: '' })
      expect(err).toContain(home)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
  })
})

describe('reinstate ask', () => {
  let asked = ''
  beforeAll(async () => {
    asked = await mkdtemp(join(tmpdir(), 'reinstate-asked-'))
    home = asked
    await reinstate('import', chat)
  })
  beforeEach(() => {
    home = asked
  })
  afterAll(() => rm(asked, { recursive: true, force: true }))

  test('answers with cited turns, days and the reading of the question', async () => {
    const { code, out } = await reinstate('ask', 'Who', 'repaired the roof of the boathouse?')
    expect(code).toBe(0)
    expect(out).toMatch(/Ines/)
    expect(out).toMatch(/Nora Lindqvist, Sunday 24 September 2023 \[s08-01\]/)
    expect(out).toMatch(/no time words · .*\d+ m?s\n$/)
  })

  test('gives one JSON document, with the trace only where it is asked for', async () => {
    const plain = await json('ask', 'Who repaired the roof of the boathouse?', '--asker', 'Maribel Quist')
    expect(plain).toMatchObject({
      code: 0,
      document: { bank: 'default', answered: true, frame: { asker: 'Maribel Quist' } },
    })
    expect(plain.document.citations.length).toBeGreaterThan(0)
    expect(plain.document.trace).toBeUndefined()
    expect(
      (await json('ask', 'Who repaired the roof?', '--explain')).document.trace.contentList.length,
    ).toBeGreaterThan(0)
  })

  test('shows with --explain how the question was read and what was ranked', async () => {
    const { out } = await reinstate(
      'ask',
      'What did Nora Lindqvist build in the first weekend of May 2023?',
      '--explain',
    )
    expect(out).toMatch(/time words +“.*first weekend of May 2023” → 6–7 May 2023/)
    expect(out).toMatch(/persons +Nora Lindqvist/)
    expect(out).toMatch(
      /Context list: compatible with 6–7 May 2023\n +rank +score +words +meaning +tier +kept +memory unit/,
    )
    expect(out).toMatch(/Content list/)
    expect(out).toMatch(/s04-06/)
  })

  test.each([[''], ['   ']])('of the question %j says that it is empty', async (question) => {
    for (const command of ['ask', 'recall']) {
      const { code, out, err } = await reinstate(command, question)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/the question is empty/i)
    }
  })

  test('warns of an asker who has said nothing, and names who has', async () => {
    const { err } = await reinstate('ask', 'What did I build?', '--asker', 'Zed')
    expect(err).toMatch(/“Zed” has said nothing.*Nora Lindqvist/)
    for (const known of ['Nora', 'nora lindqvist', 'Maribel Quist']) {
      expect((await reinstate('ask', 'What did I build?', '--asker', known)).err).not.toContain(
        'said nothing',
      )
    }
    expect((await reinstate('ask', 'What did I build?', '--asker', 'Zed', '--json')).err).toBe('')
  })

  test('that memory cannot answer says so and ends with 3', async () => {
    const { code, out } = await reinstate('ask', 'How much did Ines Hallam pay for her van?')
    expect(code).toBe(3)
    expect(out).toMatch(/^No answer\. /)
    expect((await json('ask', 'How much did Ines Hallam pay for her van?')).document).toMatchObject({
      answered: false,
    })
  })

  test('takes time zone, days and limits at their word', async () => {
    expect(
      await json('recall', 'boathouse', '--limit', '2', '--during', '2023-05-01..2023-05-31'),
    ).toMatchObject({ code: 0, document: { evidence: [{}, {}] } })
    for (const [option, value, message] of [
      ['--limit', '0', /--limit.*whole number from 1/],
      ['--limit', '5000', /--limit.*1,000/],
      ['--during', 'May', /--during.*2023-05-01\.\.2023-05-31/],
      ['--during', '2023-05-31..2023-05-01', /later/],
      ['--reference-time', 'soon', /--reference-time: it is a day like 2024-05-31.*soon/],
      ['--as-of', '2024-13-01', /--as-of: it is a day like 2024-05-31.*2024-13-01/],
      ['--timezone', 'Mars/Phobos', /--timezone.*IANA/],
    ] as const) {
      const { code, err } = await reinstate('ask', 'Who?', option, value)
      expect([option, code]).toEqual([option, 2])
      expect(err).toMatch(message)
    }
  })
})

describe('reinstate recall', () => {
  test('lists evidence with its reasons, and ends with 3 where there is none', async () => {
    await reinstate('import', await file('chat.jsonl', line('a') + line('b', { text: 'The roof leaks.' })))
    const { code, out } = await reinstate('recall', 'bees')
    expect(code).toBe(0)
    expect(out).toMatch(
      / {2}1 {2}Ana, Wednesday 1 May 2024 \[a\]\n {5}“I keep bees, hive a\.”\n {5}score \d\.\d\d · .*words bee/,
    )
    const none = await reinstate('recall', 'bees', '--during', '1999-01-01')
    expect(none.code).toBe(3)
    const unlike = await reinstate('recall', 'Who?', '--speaker', 'Ana')
    expect(unlike.out).not.toContain('score')
    expect(unlike.out).toContain('hardly resembles the question')
  })
})

describe('reinstate export', () => {
  test('imported into an empty bank and exported again is the same to the byte', async () => {
    const odd = [
      line('1', { role: 'user', metadata: { n: null, list: [1, 'x'], nested: { deep: true } } }),
      line('2', { time: '2024-05-01T09:00:00.123+02:00', text: 'Zwölf 🐝\u2028 lines\n  here' }),
      line('3', { time: null, session_started_at: '2024-04-30T23:59:59Z', session: '../s' }),
      line('4', { time: '2020-01-01' }),
    ].join('')
    await reinstate('import', await file('odd.jsonl', odd), '--bank', 'first', '--timezone', 'Asia/Tokyo')
    const first = await reinstate('export', '--bank', 'first')
    expect(first.out.trim().split('\n')).toHaveLength(4)
    await reinstate('import', await file('export.jsonl', first.out), '--bank', 'second')
    expect((await reinstate('export', '--bank', 'second')).out).toBe(first.out)
    expect((await reinstate('import', join(folder, 'export.jsonl'), '--bank', 'first')).out).toMatch(
      /^Nothing new/,
    )
    expect(first.out).toContain('"session_started_at":"2024-04-30T23:59:59.000Z"')
    expect((await json('export', '--bank', 'first')).document).toHaveLength(4)
  })
})

describe('a filter by what the bank does not know', () => {
  test.each([
    [['ask', 'Who keeps bees?', '--speaker', 'Bob'], 'speaker “Bob”; it has Ana'],
    [['recall', 'bees', '--session', 'nope'], 'session “nope”; it has s1'],
    [['show', '--speaker', 'ana'], 'speaker “ana”; it has Ana'],
    [['show', 'units', '--session', 'nope'], 'session “nope”; it has s1'],
  ])('ends %j with what the bank has', async (args, words) => {
    await reinstate('import', await file('chat.jsonl', line('a')))
    const { code, err } = await reinstate(...args)
    expect(code).toBe(4)
    expect(err).toContain(words)
  })
})

describe('reinstate show and banks', () => {
  test('list turns, sessions and memory units', async () => {
    await reinstate(
      'import',
      await file('chat.jsonl', line('a') + line('b', { session: 's2', speaker: 'Bo\u001b[31m' })),
    )
    expect((await reinstate('show', '--limit', '1')).out).toBe(
      'time              session  turn  speaker  text\n2024-05-01 09:00  s1       a     Ana      I keep bees, hive a.\n',
    )
    expect((await json('show', 'sessions', '--session', 's2')).document).toMatchObject([
      { id: 's2', turns: 1 },
    ])
    expect((await json('show', 'units', '--speaker', 'Ana')).document).toMatchObject([{ sources: ['a'] }])
    expect((await reinstate('show')).out).not.toContain('\u001b')
    expect((await reinstate('banks')).out).toMatch(
      /^bank +turns .*\ndefault +2 +2 +2024-05-01 +2024-05-01 +UTC\n$/,
    )
  })

  test('say so where nothing passes the filters, but not into JSON', async () => {
    await reinstate('import', await file('chat.jsonl', line('a')))
    for (const what of ['turns', 'units', 'sessions']) {
      const { code, out, err } = await reinstate('show', what, '--during', '1999-01-01')
      expect({ code, err }).toEqual({ code: 0, err: 'There is nothing of that kind in the bank.\n' })
      expect(out.trim().split('\n')).toHaveLength(1)
      expect(await json('show', what, '--during', '1999-01-01')).toMatchObject({
        code: 0,
        document: [],
        error: undefined,
      })
      expect((await reinstate('show', what)).err).toBe('')
    }
  })

  test('tell of turns from before the year 1000', async () => {
    await reinstate('import', await file('chat.jsonl', line('a', { time: '0050-03-10T09:00:00Z' })))
    expect((await reinstate('show')).out).toContain('0050-03-10 09:00')
    expect((await reinstate('banks')).out).toContain('0050-03-10')
    expect((await reinstate('show', 'sessions', '--during', '0050-03-10')).out).toContain('s1')
    expect(await reinstate('recall', 'bees')).toMatchObject({
      code: 0,
      out: expect.stringContaining('March'),
    })
  })

  test('of a home without banks says what to do', async () => {
    expect(await reinstate('banks')).toMatchObject({
      code: 0,
      out: expect.stringContaining('reinstate import FILE'),
    })
    expect(await reinstate('show')).toMatchObject({
      code: 4,
      err: expect.stringContaining('reinstate import FILE'),
    })
  })

  test('never make a bank that does not exist, and ask which one where several could be meant', async () => {
    await reinstate('import', await file('chat.jsonl', line('a', { user: 'u1' }) + line('b', { user: 'u2' })))
    for (const command of [
      ['ask', 'Who?'],
      ['recall', 'Who?'],
      ['show'],
      ['export'],
      ['verify'],
      ['reembed'],
      ['forget', '--everything', '--yes'],
    ]) {
      const missing = await reinstate(...command, '--bank', 'nobody')
      expect([command[0], missing.code]).toEqual([command[0], 4])
      expect(missing.err).toMatch(/no bank “nobody” .*; it has u1 and u2/)
      expect(await reinstate(...command)).toMatchObject({
        code: 2,
        err: expect.stringContaining('name one with --bank: u1 and u2'),
      })
    }
    expect((await json('banks')).document).toHaveLength(2)
  })

  test('name a file that is no bank without hiding the others', async () => {
    await reinstate('import', await file('chat.jsonl', line('a')))
    await writeFile(join(home, 'broken.db'), 'This is no database at all. '.repeat(100))
    const { document } = await json('banks')
    expect(document).toMatchObject([
      { name: 'broken', fault: expect.any(String) },
      { name: 'default', turns: 1 },
    ])
    const { code, err } = await reinstate('ask', 'Who?', '--bank', 'broken')
    expect(code).toBe(6)
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

describe('reinstate forget', () => {
  beforeEach(async () => {
    const lines =
      line('a') + line('b', { speaker: 'Bo', text: 'Bo has a zither.' }) + line('c', { session: 's2' })
    await reinstate('import', await file('chat.jsonl', lines))
  })

  test('says what would go, refuses without a yes where nobody can be asked, and removes the words', async () => {
    expect((await reinstate('forget', '--speaker', 'Bo', '--dry-run')).out).toMatch(
      /^Would forget all that Bo said in bank default: 1 turn, 1 memory unit\.\n$/,
    )
    const refused = await reinstate('forget', '--speaker', 'Bo')
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--yes') })
    expect((await run(['forget', '--speaker', 'Bo'], { reply: 'n' })).code).toBe(130)
    expect((await json('show')).document).toHaveLength(3)
    expect((await json('forget', '--speaker', 'Bo', '--yes')).document).toMatchObject({
      bank: 'default',
      dryRun: false,
      turns: 1,
    })
    expect((await json('show')).document.map(({ id }: { id: string }) => id)).toEqual(['a', 'c'])
    for (const name of await readdir(home))
      expect((await readFile(join(home, name))).includes('zither')).toBe(false)
  })

  test('takes turns, a session or everything, and exactly one of them', async () => {
    expect((await json('forget', '--turn', 'a', '--turn', 'b', '--yes')).document).toMatchObject({ turns: 2 })
    expect((await json('forget', '--session', 's2', '--yes')).document).toMatchObject({ turns: 1 })
    expect((await json('forget', '--yes')).error).toMatchObject({ code: 'scope-required' })
    expect((await json('forget', '--turn', 'a', '--everything', '--yes')).code).toBe(2)
    for (const scope of [
      ['--turn', 'zz'],
      ['--session', 'zz'],
      ['--speaker', 'zz'],
    ]) {
      expect((await json('forget', ...scope, '--yes')).error).toMatchObject({ code: 'not-found' })
    }
  })

  test('of what the bank does not know lists what it has, as often as it is said', async () => {
    for (const flags of [['--yes'], ['--dry-run']]) {
      expect((await reinstate('forget', '--session', 'zz', ...flags)).err).toContain('“zz”; it has s1 and s2')
      expect((await reinstate('forget', '--speaker', 'zz', ...flags)).err).toContain(
        '“zz”; it has Ana and Bo',
      )
    }
  })

  test('of a session among many says where all of them are listed', async () => {
    const many = Array.from({ length: 7 }, (_, n) => line(`many${n}`, { session: `m${n}` })).join('')
    await reinstate('import', await file('many.jsonl', many))
    const { code, err } = await reinstate('forget', '--session', 'zz', '--yes')
    expect({ code, err }).toMatchObject({
      code: 4,
      err: expect.stringContaining('more (all of them: reinstate show sessions)'),
    })
  })

  test('asks first where somebody can answer', async () => {
    const { code, out, err } = await run(['forget', '--turn', 'b'], { reply: 'y' })
    expect({ code, out }).toEqual({ code: 0, out: 'Forgot turn b in bank default: 1 turn, 1 memory unit.\n' })
    expect(err).toBe('Forget turn b in bank default: 1 turn, 1 memory unit, for good? [y/N] ')
  })

  test('of the bank itself leaves nothing in the home', async () => {
    expect((await reinstate('forget', '--bank-itself', '--yes')).out).toBe('Forgot bank default.\n')
    expect(await readdir(home)).toEqual([])
  })
})

describe('reinstate verify and reembed', () => {
  test('report a healthy bank', async () => {
    await reinstate('import', await file('chat.jsonl', line('a') + line('b')))
    expect((await reinstate('verify')).out).toBe(
      'Bank default is healthy: 2 turns, 2 memory units, 2 vectors.\n',
    )
    expect((await json('verify')).document).toMatchObject({
      bank: 'default',
      healthy: true,
      turns: 2,
      findings: [],
      index: { units: 2, wordsOnly: 0, awaitingModel: 0 },
    })
    expect((await reinstate('reembed')).out).toBe('2 vectors made anew in bank default.\n')
  })
})

describe('reinstate', () => {
  test('tells its version and explains itself, each command with examples', async () => {
    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
    expect(await reinstate('--version')).toMatchObject({ code: 0, out: `${version}\n` })
    const { out } = await reinstate('--help')
    expect(out).toMatch(/Exit codes:[\s\S]*130/)
    for (const command of [
      'import',
      'ask',
      'recall',
      'show',
      'banks',
      'export',
      'forget',
      'verify',
      'reembed',
    ]) {
      expect(out).toMatch(new RegExp(`^ {2}${command}`, 'm'))
      expect((await reinstate(command, '--help')).out).toMatch(/Examples:\n {2}reinstate /)
    }
  })

  test.each([
    [[], /^Usage: reinstate/],
    [['recal', 'x'], /^reinstate: Unknown command 'recal' \(Did you mean recall\?\)\n$/],
    [['ask'], /^reinstate: Missing required argument 'question'; see: reinstate ask --help\n$/],
    [['show', '--everything'], /^reinstate: Unknown option '--everything'; see: reinstate show --help\n$/],
    [['ask', 'show', '--everything'], /see: reinstate ask --help\n$/],
    [['frobnicate'], /^reinstate: Unknown command 'frobnicate'; see: reinstate --help\n$/],
    [['ask', 'x', '--as-of'], /argument missing; see: reinstate ask --help\n$/],
    [['ask', 'x', '--explian'], /^reinstate: Unknown option '--explian' \(Did you mean --explain\?\)\n$/],
    [['show', 'things'], /^reinstate: .*Allowed choices are turns, units, sessions\.\n$/],
    [['banks', 'extra'], /^reinstate: Too many arguments.*; see: reinstate banks --help\n$/],
  ])('called as %j says in one sentence what is wrong', async (args, message) => {
    const { code, out, err } = await reinstate(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
  })

  test('gives errors as JSON where JSON is asked for, and a stack only for debugging', async () => {
    expect(await json('ask', '--nope')).toMatchObject({ code: 2, error: { code: 'usage' } })
    expect(await json('ask', 'x', '--bank', 'y')).toMatchObject({ code: 4, error: { code: 'not-found' } })
    const debugged = await run(['ask', 'x', '--bank', 'y'], { env: { REINSTATE_DEBUG: '1' } })
    expect(debugged.err).toMatch(/\n {4}at /)
  })
})
