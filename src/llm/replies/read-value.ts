import { closersOf, readString } from './read-string.ts'
import { type Reading, unreadable } from './reading.ts'

/**
 * Reads one object or list as language models write JSON: trailing commas, comments, single or typographic quotation
 * marks, bare keys, `NaN`, `None`, `True`, brackets left open at the end.
 *
 * A value is read as it was meant or not at all. Where the text ends before the value does, a list keeps its whole
 * elements and loses the last, unfinished one; the outermost objects keep their whole properties. Only where the model
 * ended the reply itself (`ended`), and not inside a word, brackets that are missing are taken as closed.
 *
 * An own reader, as JSON repair in general completes what was cut and closes a sentence at its first quotation mark.
 *
 * @param start Where `{` or `[` stands.
 */
export function readValue(text: string, start: number, { ended }: { readonly ended: boolean }): Reading {
  return value(start, 0, () => false)

  function value(at: number, depth: number, closes: (after: number) => boolean): Reading {
    if (depth > MAX_DEPTH) return unreadable('a value nested too deeply', at)
    const sign = text[at]
    if (sign === '{') return object(at + 1, depth)
    if (sign === '[') return list(at + 1, depth)
    if (closersOf(sign)) return readString(text, at, { closes, ended, isKey: false })
    return word(at)
  }

  function list(first: number, depth: number): Reading {
    const elements: unknown[] = []
    let mended = false
    for (let at = skip(first); ; ) {
      if (isEnd(at)) return { type: 'cut', value: elements, open: false, hollow: elements.length === 0 }
      if (text[at] === ']') return { type: 'whole', value: elements, end: at + 1, mended }
      if (text[at] === '}' && closesAll(at)) return { type: 'whole', value: elements, end: at, mended: true }
      const element = value(at, depth + 1, closesElement)
      if (element.type === 'unreadable') return element
      if (element.type === 'cut') {
        if (ended && !element.open) return { ...element, value: [...elements, element.value] }
        return { type: 'cut', value: elements, open: true, hollow: elements.length === 0 }
      }
      elements.push(element.value)
      mended ||= element.mended
      const next = afterPart(element.end, ']')
      if (next === undefined) return unreadable('no comma or closing bracket after an element', element.end)
      at = next
    }
  }

  function object(first: number, depth: number): Reading {
    const pairs: [string, unknown][] = []
    let mended = false
    // Keys are all bare or all quoted: a bare one among others is part of a sentence with stray quotation marks.
    const bare = closersOf(text[skip(first)]) === undefined
    for (let at = skip(first); ; ) {
      const kept = (): unknown => Object.fromEntries(pairs)
      if (isEnd(at)) return { type: 'cut', value: kept(), open: false, hollow: pairs.length === 0 }
      if (text[at] === '}') return { type: 'whole', value: kept(), end: at + 1, mended }
      if (text[at] === ']' && closesAll(at)) return { type: 'whole', value: kept(), end: at, mended: true }
      const key = readKey(at, bare)
      if (key.type === 'unreadable') return key
      if (key.type === 'cut') return { type: 'cut', value: kept(), open: true, hollow: pairs.length === 0 }
      const colon = skip(key.end)
      const start = skip(colon + 1)
      if (isEnd(colon) || isEnd(start))
        return { type: 'cut', value: kept(), open: true, hollow: pairs.length === 0 }
      if (text[colon] !== ':') return unreadable('a key without a colon', colon)
      const property = value(start, depth + 1, (after) => closesProperty(after, bare))
      if (property.type === 'unreadable') return property
      if (property.type === 'cut') {
        if (property.value !== undefined) pairs.push([String(key.value), property.value])
        return { ...property, value: kept(), hollow: property.hollow || pairs.length === 0 }
      }
      pairs.push([String(key.value), property.value])
      mended ||= property.mended || key.mended
      const next = afterPart(property.end, '}')
      if (next === undefined) return unreadable('no comma or closing brace after a property', property.end)
      at = next
    }
  }

  /** Where the next part or the closing bracket stands; undefined where neither may follow. */
  function afterPart(end: number, closer: string): number | undefined {
    const at = skip(end)
    if (text[at] === ',') return text[skip(at + 1)] === ',' ? undefined : skip(at + 1)
    // Between two objects only a comma can be missing.
    if (closer === ']' && text[at] === '{' && text[end - 1] === '}') return at
    return isEnd(at) || text[at] === closer || closesAll(at) ? at : undefined
  }

  function readKey(at: number, bare: boolean): Reading {
    if (!bare && closersOf(text[at]))
      return readString(text, at, { closes: (after) => text[skip(after)] === ':', ended, isKey: true })
    const name = bare ? sticky(BARE_KEY, at) : undefined
    if (name === undefined) return unreadable('no key', at)
    return at + name.length === text.length
      ? CUT
      : { type: 'whole', value: name, end: at + name.length, mended: false }
  }

  function word(at: number): Reading {
    const found = sticky(WORD, at)
    if (found === undefined || found === '') return unreadable('no value', at)
    const end = at + found.length
    // More digits or letters may have been to come.
    if (end === text.length && !ended) return CUT
    if (Object.hasOwn(LITERALS, found)) return { type: 'whole', value: LITERALS[found], end, mended: false }
    if (NUMBER.test(found)) return { type: 'whole', value: Number(found), end, mended: false }
    return end === text.length ? CUT : unreadable('a word without quotation marks', at)
  }

  function closesProperty(after: number, bare: boolean): boolean {
    const at = skip(after)
    if (isEnd(at) || text[at] === '}' || (text[at] === ']' && closesAll(at))) return true
    if (text[at] !== ',') return false
    const next = skip(at + 1)
    return (
      isEnd(next) ||
      text[next] === '}' ||
      sticky(bare ? BARE_KEY_AND_COLON : KEY_AND_COLON, next) !== undefined
    )
  }

  function closesElement(after: number): boolean {
    const at = skip(after)
    if (isEnd(at) || text[at] === ']' || (text[at] === '}' && closesAll(at))) return true
    if (text[at] !== ',') return false
    const next = skip(at + 1)
    return isEnd(next) || sticky(VALUE_START, next) !== undefined
  }

  /** Whether nothing but closing brackets and words without structure follow: then a missing one can be told. */
  function closesAll(at: number): boolean {
    return /^[\]}][\s\]},]*(?:`{3}[^"{}[\]]*)?$/.test(text.slice(at, at + MAX_TAIL))
  }

  function isEnd(at: number): boolean {
    return at >= text.length || text.startsWith('```', at)
  }

  /** Past white space and comments. */
  function skip(at: number): number {
    return at + (sticky(BLANK, at)?.length ?? 0)
  }

  function sticky(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
}

const CUT: Reading = { type: 'cut', value: undefined, open: true, hollow: false }

/** No reply that is asked for nests deeper; a run of brackets must not exhaust the stack. */
const MAX_DEPTH = 64

/** Characters looked at behind a bracket of the wrong kind. */
const MAX_TAIL = 400

const BLANK = /(?:\s|\uFEFF|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const BARE_KEY = /[\p{L}_$][\p{L}\p{N}_$-]*/uy
/** No empty key: two marks before a colon are rather of the text. */
const KEY_AND_COLON =
  /(?:"(?:[^"\\\n]|\\.){1,200}"|'(?:[^'\\\n]|\\.){1,200}'|[“”„](?:[^“”\\\n]|\\.){1,200}[”“]|[‘’](?:[^‘’\\\n]|\\.){1,200}[’‘])\s*:/uy
const BARE_KEY_AND_COLON = /[\p{L}_$][\p{L}\p{N}_$-]*\s*:/uy
const VALUE_START = /["'“”„‘’{[\]\d-]|(?:true|false|null|True|False|None|NaN)\b/y
const WORD = /[^\s,:\]}"'`/#]*/y
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Words of JSON and of the languages that models slip into; a number that is none counts as absent. */
const LITERALS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
  NaN: null,
  Infinity: null,
  '-Infinity': null,
}
