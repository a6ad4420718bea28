import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Found, recoverJson } from './recover-json.ts'

/** The only value in a reply and whether it was cut; undefined where it was refused. */
const recovered = (reply: string, ended = true) => {
  const recovery = recoverJson(reply, { ended })
  if (!recovery.success) return undefined
  expect(recovery.found).toHaveLength(1)
  const { value, truncated } = recovery.found[0]!
  return { value, truncated }
}
const whole = (value: unknown) => ({ value, truncated: false })
const cut = (value: unknown) => ({ value, truncated: true })

const canoe = { memory: [{ text: 'Owns a canoe' }] }

test.each([
  ['bare', '{"memory":[{"text":"Owns a canoe"}]}'],
  ['behind a byte order mark', '\uFEFF{"memory":[{"text":"Owns a canoe"}]}'],
  ['encoded twice', JSON.stringify('{"memory":[{"text":"Owns a canoe"}]}')],
  ['fenced', '```json\n{"memory":[{"text":"Owns a canoe"}]}\n```'],
  ['in a fence that is not closed', '```json\n{"memory":[{"text":"Owns a canoe"}]}'],
  ['in a fence and open', '```\n{"memory":[{"text":"Owns a canoe"}\n```'],
  ['among prose', 'The {list} so far [sic]:\n{"memory":[{"text":"Owns a canoe"}]}\nLet me know!'],
  ['with trailing commas', '{"memory":[{"text":"Owns a canoe",},],}'],
  ['in single quotation marks', "{'memory':[{'text':'Owns a canoe'}]}"],
  ['in typographic quotation marks', '{“memory”:[{“text”:“Owns a canoe”}]}'],
  ['with bare keys', '{memory:[{text:"Owns a canoe"}]}'],
  ['with comments', '{ // all\n"memory":[ /* one */ {"text":"Owns a canoe"} // end\n]}'],
  ['behind thoughts', '<think>Maybe {"memory":[]}?</think>\n{"memory":[{"text":"Owns a canoe"}]}'],
  [
    'behind thoughts that opened in the prompt',
    'Maybe {"memory":[]}?\n</think>{"memory":[{"text":"Owns a canoe"}]}',
  ],
  ['with brackets missing', '{"memory":[{"text":"Owns a canoe"'],
  ['with one bracket missing inside', '{"memory":[{"text":"Owns a canoe"}}'],
  ['with one brace missing inside', '{"memory":[{"text":"Owns a canoe"]}'],
  ['with brackets too many', '{"memory":[{"text":"Owns a canoe"}]}]}'],
])('a reply %s is read', (_, reply) => {
  expect(recovered(reply)).toEqual(whole(canoe))
})

test.each([
  ['{"memory":[{"text":"Named the cat "Biscuit", then left"}]}', 'Named the cat "Biscuit", then left'],
  ['{"memory":[{"text":"Said "no", "never", and "go""}]}', 'Said "no", "never", and "go"'],
  ['{"memory":[{"text":""Yes" was all","type":"fact"}]}', '"Yes" was all'],
  ["{'memory':[{'text':'It's Ana's \\'boat\\''}]}", "It's Ana's 'boat'"],
  ['{"memory":[{"text":"two\nlines"}]}', 'two\nlines'],
])('quotation marks inside a string are text where nothing else fits: %s', (reply, text) => {
  expect(recovered(reply)?.value).toMatchObject({ memory: [{ text }] })
})

test.each([
  ['a quotation mark without its pair', '{"memory":[{"text":"Said "no", "type":"fact"}]}'],
  ['a list whose elements hold quotation marks', '["say "a", "b" x"]'],
  ['a sentence that goes on behind its bracket', '{"memory":[{"text":"a"}]}, "text":"b"}]}'],
  ['an ellipsis', '{"memory":[{"text":"a"}, ...]}'],
  ['a missing element', '{"memory":[{"text":"a"},,{"text":"b"}]}'],
  ['a missing closing brace between elements', '{"memory":[{"text":"a",{"text":"b"}]}'],
  ['an unknown escape', '{"path":"C:\\dir"}'],
  ['a word without quotation marks', '{"text": canoe}'],
  ['thoughts without an end', '<think>{"memory":[{"text":"a"}]}'],
  ['a damaged value before a whole one', '{"memory":[{"text" "a"}]} {"memory":[]}'],
  ['prose', 'I found nothing worth keeping.'],
  ['nothing', ''],
  ['a hundred thousand brackets', '['.repeat(100_000)],
])('a reply with %s is refused', (_, reply) => {
  expect(recovered(reply)).toBeUndefined()
})

test.each([
  ['{"memory":[{"text":"a"},{"text":"b"},{"te', { memory: [{ text: 'a' }, { text: 'b' }] }],
  ['{"memory":[{"text":"a"},{"text":"b"', { memory: [{ text: 'a' }] }],
  ['{"memory":[{"text":"a"},{"text":"b","tags":["x","y"]', { memory: [{ text: 'a' }] }],
  ['[{"n":1},{"n":2', [{ n: 1 }]],
  ['{"days":[1,2,30', { days: [1, 2] }],
  ['{"words":["a","Named the cat "', { words: ['a'] }],
  ['{"answer":"yes","grounds":"Named the c', { answer: 'yes' }],
  ['```json\n{"memory":[{"text":"a"}', { memory: [{ text: 'a' }] }],
])('a cut reply keeps what is complete: %s', (reply, value) => {
  expect(recovered(reply, false)).toEqual(cut(value))
})

test('a reply that ends inside a word was cut, whatever its provider says', () => {
  expect(recovered('{"memory":[{"text":"a"},{"text":"Wants to', true)).toEqual(
    cut({ memory: [{ text: 'a' }] }),
  )
})

test.each(['{"memory":[{"te', '{"memory":[', '{', '{"answer":"Named the', '{"a":1,"list":[{"b":'])(
  'a reply that was cut before anything was complete is refused: %s',
  (reply) => expect(recovered(reply, false)).toBeUndefined(),
)

test('values one after the other are a list, those in separate blocks are several', () => {
  expect(recovered('{"n":1}\n{"n":2},\n{"n":3')).toEqual(whole([{ n: 1 }, { n: 2 }, { n: 3 }]))
  expect(recovered('{"n":1}\n{"n":2},\n{"n":3', false)).toEqual(cut([{ n: 1 }, { n: 2 }]))
  const blocks = recoverJson('```json\n{"n":1}\n```\nor\n```json\n{"n":2}\n```', { ended: true })
  expect(blocks.success && blocks.found.map(({ value }) => value)).toEqual([{ n: 1 }, { n: 2 }])
})

test('numbers, words for nothing and commas between objects are read as other languages write them', () => {
  expect(recovered('[{"a":.5,"b":+1,"c":2.} {"a":NaN,"b":None,"c":True}]')).toEqual(
    whole([
      { a: 0.5, b: 1, c: 2 },
      { a: null, b: null, c: true },
    ]),
  )
  expect(recovered('{"a":007}')).toBeUndefined()
  expect(recovered('{"a":1 "b":2}')).toBeUndefined()
})

test('a key that names a prototype is a key', () => {
  const found = recovered('{"__proto__":{"x":1},}')?.value
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  expect(Object.entries(found as object)).toEqual([['__proto__', { x: 1 }]])
})

// Letters that make structure, so that strings look like JSON often.
const text = fc.string({ unit: fc.constantFrom(...'ab \'’“”",:{}[]\\\n/#`é1-'), maxLength: 12 })
const json = fc.letrec((tie) => ({
  leaf: fc.oneof(
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('list'), tie('object')),
  root: fc.oneof(tie('list'), tie('object')),
})).root

/** As JSON gives it back: −0 is 0. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Renders JSON with each string rendered by `string` and each list and object by `bracket`. */
function render(
  value: unknown,
  string: (text: string) => string,
  bracket = (open: string, parts: string[], close: string) => open + parts.join(',') + close,
): string {
  if (typeof value === 'string') return string(value)
  if (Array.isArray(value))
    return bracket(
      '[',
      value.map((part) => render(part, string, bracket)),
      ']',
    )
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([key, part]) => `${string(key)}:${render(part, string, bracket)}`,
    )
    return bracket('{', parts, '}')
  }
  return JSON.stringify(value)
}

const quote = (text: string) => JSON.stringify(text)
const damages: Readonly<Record<string, (value: unknown) => string>> = {
  fenced: (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
  'among prose': (value) => `Here it is:\n\n${JSON.stringify(value)}\n\nAnything else?`,
  'behind thoughts': (value) => `<think>First {"a": 1}, then</think>${JSON.stringify(value)} done`,
  'with trailing commas': (value) =>
    render(value, quote, (open, parts, close) => open + parts.map((part) => `${part},`).join(' ') + close),
  'with comments': (value) =>
    render(value, quote, (open, parts, close) => `${open}// " one\n${parts.join(' /* , */ ,')}//]\n${close}`),
  'in single quotation marks': (value) =>
    render(value, (text) => `'${quote(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`),
  'in typographic quotation marks': (value) => render(value, (text) => `“${quote(text).slice(1, -1)}”`),
  'with line breaks in strings': (value) => render(value, (text) => quote(text).replaceAll('\\n', '\n')),
  'without its closing brackets': (value) => JSON.stringify(value).replace(/[\]}]+$/, ''),
  'with brackets too many': (value) => `${JSON.stringify(value)}}]`,
}

/** All of the value, or a beginning of it that says so. */
function expectNothingElse(found: readonly Found[], value: unknown): void {
  expect(found).toHaveLength(1)
  if (found[0]!.truncated) expect(isBeginning(found[0]!.value, value)).toBe(true)
  else expect(found[0]!.value).toEqual(value)
}

test.each(Object.entries(damages))('any value %s comes out equal or is refused', (name, damage) => {
  fc.assert(
    fc.property(json, (value) => {
      // Such marks in the text itself could not be told apart from those around it.
      fc.pre(name !== 'in typographic quotation marks' || !/[‘’“”]/.test(JSON.stringify(value)))
      const reply = damage(value)
      const recovery = recoverJson(reply, { ended: true })
      if (!recovery.success) return
      expectNothingElse(recovery.found, plain(value))
    }),
    { numRuns: 500 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Words that close all that stands around them, as were found by chance. */
const TORN = [
  { list: [{ text: '', note: '"}]}[a"' }] },
  { list: [{ text: '"}]}a""[a"', note: '' }] },
  { list: [{ text: '', note: '"}]}[b[c[d"' }] },
  { list: [{ text: '', note: '""","":"' }] },
  { list: [{ text: '""","a":"', note: '' }] },
  { list: [{ text: '","":""a"', note: '' }] },
]

test('words behind a value may quote and use brackets of their own', () => {
  const value = '{"memory":[]}'
  for (const words of ['Of “a” [1] and {b: "c"}.', ']} That is "all".', 'I left out "x" (see [t4] and "y").'])
    expect(recoverJson(`${value} ${words}`, { ended: true })).toMatchObject({ success: true })
})

/** Words that hold a whole property, `","a":"`, or the border of two objects, `"}{a:"`, cannot be told from one. */
const holdsStructure = (text: string): boolean => /",\s*"[^"]+"\s*:|"\s*\}[\s,]*\{/.test(text)

test('any value with quotation marks around words unescaped comes out equal or is refused', () => {
  const words = fc.string({ unit: fc.constantFrom(...'ab ,.:{}[]'), maxLength: 6 })
  const quoting = fc
    .array(fc.tuple(words, words), { maxLength: 3 })
    .map((parts) => parts.map(([before, inside]) => `${before}"${inside}"`).join(''))
  const value = fc.record({ list: fc.array(fc.record({ text: quoting, note: quoting }), { maxLength: 3 }) })
  let read = 0
  fc.assert(
    fc.property(value, (value) => {
      const reply = render(value, (text) => `"${text}"`)
      // What is JSON as it stands, [{"text":"","":""}], means what it says.
      fc.pre(!isJson(reply) || JSON.stringify(value) === JSON.stringify(JSON.parse(reply)))
      fc.pre(!value.list.some((each) => Object.values(each).some(holdsStructure)))
      const recovery = recoverJson(reply, { ended: true })
      if (!recovery.success) return
      read += 1
      expectNothingElse(recovery.found, value)
    }),
    { numRuns: 2000, examples: TORN.map((value) => [value]) },
  )
  expect(read).toBeGreaterThan(500)
})

/** Whether `part` is `whole` with elements and properties left out at the ends, and nothing else. */
function isBeginning(part: unknown, value: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(value)) {
    return part.every((element, place) => JSON.stringify(element) === JSON.stringify(value[place]))
  }
  if (typeof part === 'object' && part !== null && typeof value === 'object' && value !== null) {
    const [parts, wholes] = [Object.entries(part), Object.entries(value)]
    return parts.every(
      ([key, one], place) =>
        key === wholes[place]?.[0] &&
        (place < parts.length - 1
          ? JSON.stringify(one) === JSON.stringify(wholes[place]![1])
          : isBeginning(one, wholes[place]![1])),
    )
  }
  return JSON.stringify(part) === JSON.stringify(value)
}

test('any value cut anywhere is kept up to a whole element and says so, or is refused', () => {
  fc.assert(
    fc.property(json, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
      const value = plain(given)
      const all = JSON.stringify(value)
      const reply = all.slice(0, Math.floor(share * (all.length - 1)))
      const recovery = recoverJson(reply, { ended: false })
      if (!recovery.success) return
      expect(recovery.found).toHaveLength(1)
      expect(recovery.found[0]!.truncated).toBe(true)
      expect(isBeginning(recovery.found[0]!.value, value)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
