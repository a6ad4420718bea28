/** How a file is laid out: a value a line, or one JSON document. */
export type Layout = 'lines' | 'array' | 'object'

/** Keys by which a conversation of a benchmark is told from a turn. */
const CONVERSATION_KEYS = ['conversation', 'haystack_sessions']

/** The same in a line too long to be parsed yet; inside a string the quotes would be escaped. */
const CONVERSATION_BEGINS = /(?<!\\)"(?:conversation|haystack_sessions|qa)"\s*:\s*[[{]/

/**
 * Tells the layout from the beginning of a file, never from its name.
 *
 * @param head.whole True if it is the whole file.
 * @returns Undefined if it is neither JSON nor JSON Lines.
 */
export function detectLayout(head: { text: string; whole: boolean }): Layout | undefined {
  const text = head.text.trimStart()
  if (text.startsWith('[')) return 'array'
  if (!text.startsWith('{')) return undefined
  const end = text.indexOf('\n')
  const line = end === -1 ? text : text.slice(0, end)
  if (end === -1 && !head.whole) return CONVERSATION_BEGINS.test(line) ? 'object' : 'lines'
  const keys = keysOf(line)
  if (keys !== undefined) return CONVERSATION_KEYS.some((key) => keys.includes(key)) ? 'object' : 'lines'
  // An object that is spread over lines opens on one line and goes on with a key on the next.
  return /^\{\s*\n\s*"/.test(text) || CONVERSATION_BEGINS.test(line) ? 'object' : 'lines'
}

function keysOf(line: string): readonly string[] | undefined {
  try {
    return Object.keys(JSON.parse(line) as object)
  } catch {
    return undefined
  }
}
