import { contentWords } from '../language/content-words.ts'
import { wordKind } from '../language/lexicon.ts'
import type { Name } from '../language/names.ts'
import { uniqueNames } from '../language/persons.ts'

/** `k`: names, then content words outside of them, as written, each once. @see RaMem, section 3.1 */
export function keywordsOf(text: string, names: readonly Name[]): readonly string[] {
  return uniqueNames([...names.map((name) => name.text), ...contentWords(withoutNames(text, names))])
}

/**
 * What the passage is about, in a word or a name: the first thing or place that is named, else the longest word that
 * is neither a verb nor structure. Undefined where nothing is left.
 */
export function topicOf(keywords: readonly string[], names: readonly Name[]): string | undefined {
  const named = names.find((name) => name.kind === 'other' || name.kind === 'organisation')
  if (named !== undefined) return named.text
  const persons = new Set(names.map((name) => name.text))
  const candidates = keywords.filter((word) => !persons.has(word) && isTopical(word))
  const longest = candidates.toSorted((a, b) => b.length - a.length)[0]
  return longest ?? names.find((name) => name.kind === 'place')?.text
}

function isTopical(word: string): boolean {
  const lower = word.toLowerCase()
  const kind = wordKind(lower)
  return (
    /\p{L}{3}/u.test(word) &&
    (kind === undefined || kind === 'common' || kind === 'place') &&
    !/(?:ly|ed|n['’]t)$/.test(lower)
  )
}

/** The names blanked out, so that their parts are no keywords of their own. */
function withoutNames(text: string, names: readonly Name[]): string {
  let rest = ''
  let from = 0
  for (const name of names) {
    rest += `${text.slice(from, name.start)} `
    from = name.end
  }
  return rest + text.slice(from)
}
